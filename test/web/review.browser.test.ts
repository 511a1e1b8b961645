import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, pressOn, tabTo } from './browser-testbed.ts'
import { findLessons, MIXED_COURSE, newLearner, newReviewer } from './learner-account.ts'

// Reviews, and questions of every type, in a real browser. Skipped without a browser.

const testbed = browserTestbed(async () => ({}))
const HOSTILE = `<img src=x onerror="window.hacked=1">`
const heading = (page: Page) => page.locator('main h1')
const feedback = (page: Page) => page.getByRole('region', { name: 'Feedback' })
const loadedFiles = (page: Page) =>
  page.evaluate<string>("performance.getEntriesByType('resource').map(({ name }) => name).join()")

/** Answers the current card by keyboard, up to the next one. */
async function passCard(page: Page): Promise<void> {
  const before = await page.getByText(/^\d+ of \d+$/).textContent()
  const isFlashcard = (await page.locator('main form').count()) === 0
  if (isFlashcard) await page.keyboard.press('Enter')
  await page.keyboard.press(isFlashcard ? '3' : '1')
  if (!isFlashcard) {
    if (await page.getByText('Choose all that are right.').isVisible()) await page.keyboard.press('Enter')
    await feedback(page).waitFor()
    await page.keyboard.press('Enter')
    await feedback(page).waitFor({ state: 'detached' })
  } else await page.getByText(before!, { exact: true }).waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
}

/** Continues until a slide has a question that the service grades. */
async function playToQuestion(page: Page): Promise<void> {
  for (let slide = 0; slide < 60; slide++) {
    await heading(page).waitFor()
    if ((await page.locator('main form').count()) > 0) return
    const before = await heading(page).textContent()
    if ((await page.locator('main kbd').count()) > 0) {
      await page.keyboard.press('1')
      await feedback(page).waitFor()
    }
    await page.keyboard.press('Enter')
    await heading(page)
      .filter({ hasText: before! })
      .waitFor({ state: 'detached', timeout: 2_000 })
      .catch(() => 0)
  }
  throw new Error('The lesson has no such question.')
}

describe('reviews', () => {
  browserTest('a learner answers every due card by keyboard alone and takes one answer back', async () => {
    const { user, api } = await newReviewer(testbed.service.url)
    const due = async () => (await api.call('GET /review/due', { token: user.accessToken })).body.data
    const { availableToday } = await due()
    expect(availableToday).toBeGreaterThan(3)
    const page = await testbed.openAs(user, '/')
    await page.getByRole('link', { name: `${availableToday} reviews are due` }).waitFor()
    await pressOn(page, `${availableToday} reviews are due`)
    // The address changes before the screen.
    await page.getByText(`0 of ${availableToday}`, { exact: true }).waitFor()
    const first = await heading(page).textContent()
    await passCard(page)
    await page.getByText(`1 of ${availableToday}`, { exact: true }).waitFor()
    await pressOn(page, 'Undo the last answer')
    await page.getByText(`0 of ${availableToday}`, { exact: true }).waitFor()
    expect(await heading(page).textContent()).toBe(first)
    expect(await due()).toMatchObject({ answeredToday: 0, availableToday })
    for (let card = 0; card < availableToday; card++) await passCard(page)
    await page.getByRole('heading', { name: 'All done for today' }).waitFor()
    expect(await due()).toMatchObject({ answeredToday: availableToday, availableToday: 0 })
  })

  browserTest('a double tap that turns a card does not rate it', async () => {
    const { user, api } = await newReviewer(testbed.service.url)
    const page = await testbed.openAs(user, '/review/session', { viewport: { width: 390, height: 844 } })
    await heading(page).waitFor()
    const turn = page.getByRole('button', { name: 'Show the answer' })
    while (!(await turn.isVisible())) await passCard(page)
    const answered = async () =>
      (await api.call('GET /review/due', { token: user.accessToken })).body.data.answeredToday
    const before = await answered()
    // The ratings take the place of the button.
    await turn.dblclick({ position: { x: 60, y: 24 } })
    await page.getByRole('group', { name: 'How well did you know it?' }).waitFor()
    await page.getByRole('button', { name: 'Well' }).click()
    await waitUntil(async () => (await answered()) === before + 1)
  })

  browserTest('a card of a question outside lessons offers its hint', async () => {
    const { user } = await newReviewer(testbed.service.url)
    const page = await testbed.openAs(user, '/learn')
    // As for cards of tests, contests and battles.
    await page.route('**/review/session?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { cards: object[] } }
      body.data.cards = body.data.cards.map((card) => ({ ...card, lessonId: null }))
      await route.fulfill({ response, json: body })
    })
    const answered = page.waitForRequest(
      (request) => request.postData()?.includes('"usedHint":true') ?? false,
    )
    await page.goto(`${testbed.service.url}/review/session`)
    await heading(page).waitFor()
    const hint = page.getByRole('button', { name: 'Show a hint' })
    while (!(await hint.isVisible())) await passCard(page)
    await hint.click()
    await page.getByText('Hint', { exact: true }).waitFor()
    await passCard(page)
    expect((await answered).url()).toContain('/review/cards/')
  })

  browserTest('a suspended card leaves the queue and comes back from the overview', async () => {
    const { user, api } = await newReviewer(testbed.service.url)
    const page = await testbed.openAs(user, '/review/session')
    const first = await heading(page).textContent()
    await page.getByRole('button', { name: 'Do not show this card any more' }).click()
    await heading(page).filter({ hasText: first! }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Leave the review' }).click()
    await page.getByRole('button', { name: 'Review it again' }).click()
    await page.getByRole('heading', { name: 'Cards you took out' }).waitFor({ state: 'detached' })
    const { body } = await api.call('GET /review/suspended', { token: user.accessToken })
    expect(body.data).toEqual([])
  })

  browserTest('settings are stored, and a newcomer is led to the courses', async () => {
    const { user, api } = await newLearner(testbed.service.url, MIXED_COURSE, 0)
    const page = await testbed.openAs(user, '/review')
    await page.getByRole('heading', { name: 'Nothing to review yet' }).waitFor()
    await page.getByLabel('How much to remember').selectOption('95')
    await page.getByLabel('Reviews a day').fill('25')
    await page.getByRole('button', { name: 'Save the settings' }).click()
    await page.getByText('Your settings are saved').waitFor()
    const { body } = await api.call('GET /review/settings', { token: user.accessToken })
    expect(body.data).toEqual({ targetRetention: 0.95, dailyLimit: 25 })
    await page.getByRole('link', { name: 'Find a course' }).click()
    await page.waitForURL('**/learn')
  })
})

describe('question types in lessons', () => {
  browserTest('a failed request keeps the answer, and a wrong answer comes again at the end', async () => {
    const { user, lessonIds } = await newReviewer(testbed.service.url)
    const page = await testbed.openAs(user, `/lesson/${lessonIds[0]}`)
    await playToQuestion(page)
    const title = await heading(page).textContent()
    await page.route('**/answers', (route) => route.abort())
    await page.keyboard.press('2')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('alert').filter({ hasText: 'Check your connection' }).waitFor()
    await page.unroute('**/answers')
    await page.getByRole('button', { name: 'Check' }).click()
    await feedback(page).getByText('Not quite').waitFor()
    // The own choice and the right option are told apart by words, and only the own choice is pressed.
    const option = (name: RegExp, pressed: boolean) => page.getByRole('button', { name, pressed }).count()
    expect(await option(/Your answer, (right|wrong)$/, true)).toBe(1)
    expect(await option(/Right answer, not chosen$/, false)).toBeGreaterThan(0)
    expect(await page.locator('main [aria-pressed=true]').count()).toBe(1)
    await page.keyboard.press('Enter')
    for (let slide = 0; slide < 40; slide++) {
      if ((await heading(page).textContent()) === title) break
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await Bun.sleep(60)
    }
    await page.getByText('Once more').waitFor()
    expect(await heading(page).textContent()).toBe(title)
  })

  browserTest('items are put in order by the arrow keys', async () => {
    const { user, lessonIds } = await newLearner(testbed.service.url, MIXED_COURSE, 3)
    const page = await testbed.openAs(user, `/lesson/${lessonIds[3]}`)
    // The controls of questions are loaded while the first slide is read.
    await waitUntil(async () => (await loadedFiles(page)).includes('question-view'))
    await playToQuestion(page)
    for (const [position, item] of ['rice', 'beans', 'tea'].entries()) {
      const handle = page.getByRole('button', { name: new RegExp(`^${item}, position`) })
      for (let step = 0; step < 3; step++) {
        if ((await handle.getAttribute('aria-label'))!.includes(`position ${position + 1}.`)) break
        await handle.press('ArrowUp')
      }
    }
    await page.getByRole('button', { name: 'Check' }).press('Enter')
    await feedback(page).getByText('Exactly right').waitFor()
  })

  browserTest('items are put in order by dragging', async () => {
    const { user, lessonIds } = await newLearner(testbed.service.url, MIXED_COURSE, 3)
    const page = await testbed.openAs(user, `/lesson/${lessonIds[3]}`)
    await playToQuestion(page)
    const middleOf = async (item: string) => {
      const box = await page.getByRole('button', { name: new RegExp(`^${item}, position`) }).boundingBox()
      return [box!.x + box!.width / 2, box!.y + box!.height / 2] as const
    }
    const rows = await Promise.all(['rice', 'beans', 'tea'].map(middleOf))
    rows.sort(([, one], [, other]) => one - other)
    for (const [position, item] of ['rice', 'beans'].entries()) {
      await page.mouse.move(...(await middleOf(item)))
      await page.mouse.down()
      await page.mouse.move(...rows[position]!, { steps: 8 })
      await page.mouse.up()
    }
    await page.getByRole('button', { name: 'Check' }).click()
    await feedback(page).getByText('Exactly right').waitFor()
  })

  browserTest('a number is typed as people write it, and Enter checks it', async () => {
    const { user, api } = await newLearner(testbed.service.url, 'personal finance', 1)
    const [first] = await findLessons(api, user.accessToken, 'personal finance')
    const page = await testbed.openAs(user, `/lesson/${first}`)
    await playToQuestion(page)
    await page.getByLabel('Your number').fill('1,100')
    await page.keyboard.press('Enter')
    await feedback(page).getByText('Exactly right').waitFor()
  })

  browserTest(
    'gaps, pairs and a sixth option are chosen by keys, and hostile typed text is inert',
    async () => {
      const { user, lessonIds } = await newReviewer(testbed.service.url)
      const page = await testbed.openAs(user, '/learn')
      const sent: unknown[] = []
      const shared = { prompt: 'P', hasHint: false }
      const gap = { ...shared, type: 'GAP', text: '', gapCount: 2 }
      const textHtml =
        '<p>A <span data-gap="1"></span> has a <strong><span data-gap="2"></span></strong>.</p>'
      const options = ['a', 'b', 'c', 'd', 'e', 'f']
      const questions = [
        { ...gap, id: 'g1', promptHtml: '<p>Type</p>', textHtml, wordBank: null },
        { ...gap, id: 'g2', promptHtml: '<p>Pick</p>', textHtml, wordBank: ['hash', 'block', 'price'] },
        {
          ...shared,
          id: 'm',
          type: 'MATCH',
          promptHtml: '<p>Match</p>',
          left: ['one', 'two'],
          leftHtml: ['one', 'two'],
          right: ['deux', 'un', 'trois'],
          rightHtml: ['deux', 'un', 'trois'],
        },
        {
          ...shared,
          id: 'c',
          type: 'SINGLE_CHOICE',
          promptHtml: '<p>Choose</p>',
          options,
          optionsHtml: options,
        },
        { ...shared, id: 't', type: 'SHORT_TEXT', promptHtml: '<p>Say</p>' },
      ]
      await page.route(/\/lesson\/[^/]+$/, async (route) => {
        if (route.request().resourceType() === 'document') return route.continue()
        const response = await route.fetch()
        const body = (await response.json()) as { data: { slides: unknown } }
        body.data.slides = questions.map((question, index) => ({
          id: `s${index}`,
          order: index + 1,
          type: 'QUESTION',
          attempt: 'a',
          question,
        }))
        await route.fulfill({ response, json: body })
      })
      await page.route('**/answers', async (route) => {
        const { answer, questionId } = route.request().postDataJSON() as {
          answer: object
          questionId: string
        }
        sent.push(answer)
        const explanation = { explanation: '', explanationHtml: '' }
        const solution =
          questionId === 'm'
            ? { ...explanation, type: 'MATCH', matches: [1, 0] }
            : questionId === 'c'
              ? { ...explanation, type: 'SINGLE_CHOICE', selectedOption: 5 }
              : questionId === 't'
                ? { ...explanation, type: 'SHORT_TEXT', text: 'block', accepted: ['block'] }
                : { ...explanation, type: 'GAP', gaps: ['block', 'hash'], accepted: [['block'], ['hash']] }
        const grade = {
          isCorrect: questionId !== 't',
          feedback: null,
          feedbackHtml: null,
          parts: null,
          correctIndex: null,
        }
        await route.fulfill({ json: { success: true, data: { ...grade, ...explanation, solution } } })
      })
      await page.evaluate(`history.pushState({}, '', '/lesson/${lessonIds[0]}')`)
      await page.getByLabel('Gap 1').pressSequentially('block')
      await page.getByLabel('Gap 2').pressSequentially(HOSTILE)
      await page.keyboard.press('Enter')
      for (const [next, keys] of [
        ['Pick', '21'],
        ['Match', '21'],
        // A question with more than four options.
        ['Choose', '6'],
      ] as const) {
        await feedback(page).waitFor()
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: next }).waitFor()
        for (const key of keys) await page.keyboard.press(key)
        await page.keyboard.press('Enter')
      }
      await feedback(page).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Say' }).waitFor()
      await tabTo(page, 'Your answer')
      await page.keyboard.type(HOSTILE)
      await page.keyboard.press('Enter')
      await feedback(page).getByText('Not quite').waitFor()
      expect(await page.getByLabel('Your answer').inputValue()).toBe(HOSTILE)
      expect(await page.evaluate<boolean>('window.hacked === 1')).toBe(false)
      expect(sent).toEqual([
        { gaps: ['block', HOSTILE] },
        { gaps: ['block', 'hash'] },
        { matches: [1, 0] },
        { selectedOption: 5 },
        { text: HOSTILE },
      ])
    },
  )
})
