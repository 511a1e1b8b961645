import type { Page } from 'playwright-core'
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
