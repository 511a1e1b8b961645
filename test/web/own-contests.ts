import type { Page } from 'playwright-core'
import type { Api } from '../../packages/client/src/lyceum.ts'
import { createClient } from '../harness/api-client.ts'
import { AUTHOR } from './own-lesson.ts'

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** A draft of the demo author with four questions. */
async function newDraft(page: Page) {
  const { origin } = new URL(page.url())
  const api = createClient(origin)
  const token: string = (await api.call('POST /auth/login', { body: AUTHOR })).body.data.accessToken
  const ask = async (route: string, body?: unknown) =>
    (await api.call(route, { token, ...(body === undefined ? {} : { body }) })).body.data
  const questionIds: string[] = []
  for (const prompt of [
    'What signs a payment?',
    'What does a miner find?',
    'What is a hash?',
    'Who sees a block?',
  ]) {
    const question = { prompt, options: ['A key', 'A name', 'A nonce'], correctIndex: 0 }
    questionIds.push((await ask('POST /admin/questions', question)).id)
  }
  const body = {
    title: 'Sprint of the week',
    description: 'Four questions on keys and blocks.',
    startsAt: hoursAhead(24),
    endsAt: hoursAhead(26),
    prizePoolGems: 100,
    questionsPerAttempt: 2,
    questionIds,
  }
  const { id } = await ask('POST /admin/contest-plans', body)
  return { origin, ask, id: id as string }
}

export async function openContestDraft(page: Page): Promise<void> {
  const { origin, id } = await newDraft(page)
  await page.goto(`${origin}/studio/contests/${id}`)
  await page.locator('#pool').waitFor()
}

export async function openContestChecklist(page: Page): Promise<void> {
  await openContestDraft(page)
  await page.locator('main header button').last().click()
  await page.getByRole('dialog').locator('li').first().waitFor()
}

export async function openQuestionPicker(page: Page): Promise<void> {
  await openContestDraft(page)
  await page.locator('section[aria-labelledby=pool] button').first().click()
  await page.getByRole('dialog').locator('input[type=search]').waitFor()
}

export async function openContestList(page: Page): Promise<void> {
  const { origin } = await newDraft(page)
  await page.goto(`${origin}/studio/contests`)
  await page.locator('[data-list-item]').first().waitFor()
}

/** The form that changes a published contest. */
export async function openContestEditing(page: Page): Promise<void> {
  await openPublishedContest(page)
  await page.locator('main header button').first().click()
  await page.getByRole('dialog').locator('input[type=datetime-local]').first().waitFor()
}

export async function openPublishedContest(page: Page): Promise<void> {
  const { origin, ask, id } = await newDraft(page)
  await ask(`PATCH /admin/contest-plans/${id}`, { prizePoolGems: 0 })
  const { contests } = await ask(`POST /admin/contest-plans/${id}/publish`)
  await page.goto(`${origin}/studio/contests/runs/${contests[0].id}`)
  await page.locator('main dl').waitFor()
}

const CONTEST_ID = '019a8b5e-7c1d-7000-8000-0000000000d7'
const asked = (order: number, prompt: string) => ({
  id: `019a8b5e-7c1d-7000-8000-0000000000${order}0`,
  order,
  prompt,
  promptHtml: `<p>${prompt}</p>`,
  hasHint: false,
})
const texts = <Name extends string>(name: Name, values: string[]) =>
  ({ [name]: values, [`${name}Html`]: values }) as Record<Name | `${Name}Html`, string[]>

/** A question of each type that is not a choice of one option. */
const TYPED: Record<Exclude<Api.ContestQuestion['type'], 'SINGLE_CHOICE'>, Api.ContestQuestion> = {
  MULTIPLE_CHOICE: {
    ...asked(1, 'Which of them sign a payment?'),
    type: 'MULTIPLE_CHOICE',
    ...texts('options', ['A private key', 'A public key', 'A hardware wallet', 'A block explorer']),
  },
  NUMBER: { ...asked(2, 'How far is the market?'), type: 'NUMBER', units: ['km', 'm'] },
  SHORT_TEXT: { ...asked(3, 'What has a crema?'), type: 'SHORT_TEXT' },
  ORDER: {
    ...asked(4, 'Put the steps of a payment in order.'),
    type: 'ORDER',
    items: ['The **block** is found', 'The payment is signed', 'The payment is sent to the network'],
    itemsHtml: [
      'The <strong>block</strong> is found',
      'The payment is signed',
      'The payment is sent to the network',
    ],
  },
  MATCH: {
    ...asked(5, 'What belongs together?'),
    type: 'MATCH',
    ...texts('left', ['A key', 'A hash', 'A block']),
    ...texts('right', ['names its content', 'signs', 'holds payments', 'finds a route']),
  },
  GAP: {
    ...asked(6, 'Fill the gaps.'),
    type: 'GAP',
    text: 'The {{1}} of a {{2}}.',
    textHtml: '<p>The <span data-gap="1"></span> of a <span data-gap="2"></span>.</p>',
    gapCount: 2,
    wordBank: ['hash', 'block', 'price'],
  },
}

const SOLUTION = {
  explanation: 'Only the owner of the key can do it.',
  explanationHtml: '<p>Only the owner of the key can do it.</p>',
}
const GIVEN: Record<keyof typeof TYPED, { answer: Api.Answer; solution: Api.Solution; isCorrect: boolean }> =
  {
    MULTIPLE_CHOICE: {
      answer: { selectedOptions: [0, 1] },
      solution: { ...SOLUTION, type: 'MULTIPLE_CHOICE', selectedOptions: [0, 2] },
      isCorrect: false,
    },
    NUMBER: {
      answer: { value: 3, unit: 'km' },
      solution: { ...SOLUTION, type: 'NUMBER', value: 3, unit: 'km', tolerance: 0 } as Api.Solution,
      isCorrect: true,
    },
    SHORT_TEXT: {
      answer: { text: 'tea' },
      solution: { ...SOLUTION, type: 'SHORT_TEXT', text: 'espresso', accepted: ['espresso'] },
      isCorrect: false,
    },
    ORDER: {
      answer: { order: [1, 0, 2] },
      solution: { ...SOLUTION, type: 'ORDER', order: [1, 2, 0] },
      isCorrect: false,
    },
    MATCH: {
      answer: { matches: [1, 0, 3] },
      solution: { ...SOLUTION, type: 'MATCH', matches: [1, 0, 2] },
      isCorrect: false,
    },
    GAP: {
      answer: { gaps: ['hash', 'price'] },
      solution: { ...SOLUTION, type: 'GAP', gaps: ['hash', 'block'], accepted: [['hash'], ['block']] },
      isCorrect: false,
    },
  }

/** An attempt at a contest whose first question has this type. */
export async function openTypedQuestion(page: Page, type: keyof typeof TYPED): Promise<void> {
  const { origin } = new URL(page.url())
  const others = Object.values(TYPED).filter((question) => question.type !== type)
  const attempt: Api.ContestAttempt = {
    startedAt: hoursAhead(-0.01),
    deadlineAt: hoursAhead(0.2),
    questions: [TYPED[type], ...others],
  }
  await page.route(`**/user/contests/${CONTEST_ID}/questions`, (route) =>
    route.fulfill({ json: { success: true, data: attempt } }),
  )
  await page.goto(`${origin}/play/contests/${CONTEST_ID}/attempt`)
  await page.locator('main form').waitFor()
}

/** A settled contest with questions of all types, reviewed. */
export async function openContestReview(page: Page): Promise<void> {
  const href = (await page.locator('main ul a').first().getAttribute('href'))!
  const id = href.split('/').at(-1)!
  const questions = Object.values(TYPED).map((question) => ({
    ...question,
    ...SOLUTION,
    correctIndex: null,
    selectedOption: null,
    feedback: null,
    feedbackHtml: null,
    ...GIVEN[question.type as keyof typeof GIVEN],
  }))
  await page.route(new RegExp(`/user/contests/${id}$`), async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    const body = (await response.json()) as { data: Api.Contest }
    const userStatus = { hasJoined: true, hasStarted: true, hasCompleted: true, rank: 2, score: 17 }
    const data = { ...body.data, status: 'SETTLED', userStatus: { ...body.data.userStatus, ...userStatus } }
    await route.fulfill({ json: { ...body, data } })
  })
  await page.route(`**/user/contests/${id}/review`, (route) =>
    route.fulfill({ json: { success: true, data: { questions } } }),
  )
  const { origin } = new URL(page.url())
  await page.goto(origin + href)
  await page.locator('#review').waitFor()
  await page.locator('#review').scrollIntoViewIfNeeded()
}
