import { describe, expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { answerAll } from '../harness/course-test-pool.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { type BrowserLearner, newLearner } from './learner-account.ts'

// Course tests in a real browser. Skipped without a browser.

const testbed = browserTestbed(async () => ({}))
const ALL_LESSONS = 99
const heading = (page: Page) => page.locator('main h1')
const dialog = (page: Page) => page.getByRole('alertdialog')
const laurel = (page: Page) => page.locator('main svg[viewBox="0 0 100 100"]')
const owl = (page: Page) => page.locator('main svg[viewBox="0 0 140 140"]')

async function openCourse(lessons: number): Promise<{ learner: BrowserLearner; page: Page }> {
  const learner = await newLearner(testbed.service.url, 'blockchain basics', lessons)
  const page = await testbed.openAs(learner.user, `/learn/${learner.courseId}`)
  return { learner, page }
}

async function startByKeyboard(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start the test' }).waitFor()
  await tabTo(page, 'Start the test')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/test/*')
  await page.locator('h1:focus').waitFor()
  return page.url().split('/').at(-1)!
}

/** Goes on until the confirmation of the submission is shown. */
async function goToEnd(page: Page): Promise<void> {
  for (let step = 0; step < 40 && !(await dialog(page).isVisible()); step++) {
    await page.keyboard.press('ArrowRight')
    await Bun.sleep(50)
  }
  await dialog(page).waitFor()
}

describe('a course test', () => {
  browserTest(
    'a learner fails a test by keyboard, sees every solution, passes the next one, and the certificate is verified',
    async () => {
      const { learner, page } = await openCourse(ALL_LESSONS)
      const { user, api } = learner
      await startByKeyboard(page)
      await page.getByText('Question 1 of').waitFor()
      await goToEnd(page)
      // Nothing is answered, except for the questions whose first order was accepted.
      await dialog(page).getByRole('button', { name: 'Question 1', exact: true }).waitFor()
      await tabTo(page, 'Submit anyway')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Not passed yet' }).waitFor()
      // A failed test is no success: the owl, without the laurel.
      expect([await owl(page).count(), await laurel(page).count()]).toEqual([1, 0])
      const questions = page.getByRole('region', { name: 'All questions' }).getByRole('listitem')
      expect(await questions.filter({ hasText: 'You gave no answer.' }).count()).toBeGreaterThan(0)
      expect(
        await questions.getByRole('button', { name: /Right answer, not chosen$/ }).count(),
      ).toBeGreaterThan(0)
      expect(await questions.getByRole('button', { pressed: true }).count()).toBe(0)
      await page.getByText('You can try again with other questions').waitFor()

      await tabTo(page, 'To the course')
      await page.keyboard.press('Enter')
      await page.getByText(/Last score: \d+/).waitFor()
      const attemptId = await startByKeyboard(page)
      const answers = await answerAll(testbed.service.test.database.query, attemptId)
      await api.call(`PATCH /course-test-attempts/${attemptId}/answers`, {
        token: user.accessToken,
        body: { answers },
      })
      // The answers that are saved elsewhere are here after a reload.
      await page.reload()
      await heading(page).waitFor()
      await goToEnd(page)
      await dialog(page).getByText('All questions are answered.').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Passed' }).waitFor()
      expect([await owl(page).count(), await laurel(page).count()]).toEqual([0, 1])
      expect(await page.getByText('100%').count()).toBeGreaterThan(0)

      const body = { courseId: learner.courseId, studentName: 'Amina Otieno' }
      await api.call('POST /certificates/claim', { token: user.accessToken, body })
      await page.goto(`${testbed.service.url}/certificates`)
      await page.getByText('Verified', { exact: true }).first().waitFor()
      await page.locator('main ul a').first().click()
      await page.getByText('The course test was passed with 100%').waitFor()
      await page.goto(`${testbed.service.url}/learn/${learner.courseId}`)
      await page.getByText('Passed with 100%').waitFor()
    },
  )

  browserTest('an answer is saved, survives a reload and a lost connection, and can be changed', async () => {
    const { page } = await openCourse(0)
    const attemptId = await startByKeyboard(page)
    // Goes to a question with options.
    while ((await page.locator('main kbd').count()) === 0) {
      await page.keyboard.press('ArrowRight')
      await page.locator('h1:focus').waitFor()
    }
    const eyebrow = (await page.getByText(/^Question \d+ of \d+$/).textContent())!
    await page.keyboard.press('2')
    await page.getByText('All answers are saved').waitFor()
    const saved = async () => {
      const [row] = await testbed.service.test.database.query<{ answers: unknown[] }>`
        select answers from course_test_attempt where id = ${attemptId}`
      return JSON.stringify(row!.answers)
    }
    const first = await saved()
    expect(first).toContain('1')

    testbed.allowedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    await page.context().setOffline(true)
    await page.keyboard.press('1')
    await page.getByText('Not saved yet.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('All answers are saved').waitFor()
    expect(await saved()).not.toBe(first)

    await page.reload()
    await heading(page).waitFor()
    for (let step = 0; step < 40 && !(await page.getByText(eyebrow).isVisible()); step++) {
      await page.keyboard.press('ArrowLeft')
      await Bun.sleep(50)
    }
    expect(await page.locator('main button[aria-pressed=true]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continue the test' }).waitFor()
  })

  /** Goes to a question with options, and chooses the first one. */
  async function answerOne(page: Page): Promise<Locator> {
    const options = page.locator('main button[aria-pressed]')
    while ((await options.count()) === 0) {
      await page.keyboard.press('ArrowRight')
      await page.locator('h1:focus').waitFor()
    }
    await page.keyboard.press('1')
    await page.getByText('All answers are saved').waitFor()
    return page.getByText(/^Question \d+ of \d+$/)
  }

  /** Submits while the service receives every request, and no answer of it comes back. */
  async function submitWithoutAnswer(page: Page): Promise<void> {
    testbed.allowedErrors.push(/ERR_FAILED|Failed to load resource/)
    await page.route('**/submit', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await goToEnd(page)
    await tabTo(page, 'Submit anyway')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Check your connection' }).waitFor()
    await page.unroute('**/submit')
  }

  const goBackTo = async (page: Page, eyebrow: string) => {
    while (!(await page.getByText(eyebrow, { exact: true }).isVisible())) {
      await page.keyboard.press('ArrowLeft')
      await page.locator('h1:focus').waitFor()
    }
  }

  /** The result is that of the first submission, and says so; also after a reload. */
  async function expectFirstResult(page: Page, eyebrow: string): Promise<void> {
    const number = eyebrow.split(' ')[1]!
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await page.getByRole('heading', { name: 'Your first submission counts' }).waitFor()
      const cards = page.getByRole('region', { name: 'All questions' }).locator('> ol > li')
      const changed = cards.filter({ hasText: 'You changed this answer after the submission.' })
      expect(await changed.count()).toBe(1)
      expect(await changed.locator('h3').textContent()).toContain(`Question ${number}`)
      const own = changed.getByRole('button', { name: /Your answer, (right|wrong)$/, pressed: true })
      expect(await own.count()).toBe(1)
      expect(await changed.getByRole('button').first().getAttribute('aria-pressed')).toBe('true')
    }
  }

  browserTest(
    'an answer that is changed after a submission whose response was lost does not count, and the result says so',
    async () => {
      const { page } = await openCourse(0)
      await startByKeyboard(page)
      const eyebrow = (await (await answerOne(page)).textContent())!
      await submitWithoutAnswer(page)
      // The change cannot be saved, so the learner submits again.
      await page.route('**/answers', (route) => route.abort())
      await goBackTo(page, eyebrow)
      await page.keyboard.press('2')
      await page.getByText('Not saved yet.').waitFor()
      await goToEnd(page)
      await tabTo(page, 'Submit anyway')
      await page.keyboard.press('Enter')
      await expectFirstResult(page, eyebrow)
    },
  )

  browserTest('a change that is saved too late shows the result of the lost submission', async () => {
    const { page } = await openCourse(0)
    await startByKeyboard(page)
    const eyebrow = (await (await answerOne(page)).textContent())!
    await submitWithoutAnswer(page)
    await goBackTo(page, eyebrow)
    await page.keyboard.press('2')
    await expectFirstResult(page, eyebrow)
  })

  browserTest('a change after a submission that did not reach the service counts', async () => {
    const { page } = await openCourse(0)
    const attemptId = await startByKeyboard(page)
    const eyebrow = (await (await answerOne(page)).textContent())!
    testbed.allowedErrors.push(/ERR_FAILED|Failed to load resource/)
    await page.route('**/submit', (route) => route.abort())
    await goToEnd(page)
    await tabTo(page, 'Submit anyway')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Check your connection' }).waitFor()
    await page.unroute('**/submit')
    await goBackTo(page, eyebrow)
    await page.keyboard.press('2')
    await page.getByText('All answers are saved').waitFor()
    await goToEnd(page)
    await tabTo(page, 'Submit anyway')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'All questions' }).waitFor()
    expect(await page.getByText('Your first submission counts').count()).toBe(0)
    const [row] = await testbed.service.test.database.query<{ answers: object[] }>`
      select answers from course_test_attempt where id = ${attemptId} and submitted_at is not null`
    expect(JSON.stringify(row!.answers)).toMatch(/"selectedOptions?":(1|\[0,1\])/)
  })
})
