import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { newLearner } from './learner-account.ts'

// Reports of learners in a real browser. Skipped without a browser.

const testbed = browserTestbed(async () => ({}))
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** What the moderators see of the reports of a user. */
const reportsOf = async (userId: string) =>
  Array.from(
    await testbed.service.test.database.query`
      select kind, target_id as "targetId", reason, text, status from report
      where user_id = ${userId} order by created_at`,
  )

describe('reports', () => {
  browserTest(
    'a learner reports a question by keyboard alone, and the lesson goes on where it was',
    async () => {
      const learner = await newLearner(testbed.service.url, 'blockchain basics', 0)
      const page = await testbed.openAs(learner.user, `/lesson/${learner.lessonIds[0]}`)
      await page.getByRole('progressbar', { name: 'Progress in this lesson' }).waitFor()
      const feedback = page.getByRole('region', { name: 'Feedback' })
      // Slides without a question come first.
      await waitUntil(async () => {
        if ((await page.locator('kbd').count()) > 0) return true
        await page.keyboard.press('Enter')
        return false
      })
      await page.keyboard.press('1')
      await feedback.waitFor()
      const question = await page.locator('main').textContent()

      await tabTo(page, 'Report this question')
      await page.keyboard.press('Enter')
      await dialog(page, 'Report this question').waitFor()
      await dialog(page, 'Report this question').getByRole('radio', { name: 'It is not right' }).focus()
      // The digits and Enter belong to the text, and not to the lesson behind it.
      await tabTo(page, 'What should we know? (optional)')
      await page.keyboard.type('Options 1 and 2')
      await page.keyboard.press('Enter')
      await page.keyboard.type('are the same.')
      expect(await page.locator('main').textContent()).toBe(question)
      await tabTo(page, 'Send the report')
      await page.keyboard.press('Enter')
      await page.getByText('Thank you. A moderator looks at it.').waitFor()

      expect(await reportsOf(learner.user.id)).toEqual([
        {
          kind: 'QUESTION',
          targetId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          reason: 'WRONG',
          text: 'Options 1 and 2\nare the same.',
          status: 'OPEN',
        },
      ])
      await feedback.getByRole('button', { name: 'Continue' }).click()
      await feedback.waitFor({ state: 'detached' })
    },
  )

  browserTest('a course and a published profile can be reported, one’s own profile cannot', async () => {
    const learner = await newLearner(testbed.service.url, 'blockchain basics', 0)
    const other = await newLearner(testbed.service.url, 'blockchain basics', 0)
    const page = await testbed.openAs(learner.user, `/learn/${learner.courseId}`)
    await page.getByRole('button', { name: 'Report this course' }).click()
    await dialog(page, 'Report this course').getByText('It is copied').click()
    await page.getByRole('button', { name: 'Send the report' }).click()
    await dialog(page, 'Report this course').waitFor({ state: 'detached' })

    await page.goto(`${testbed.service.url}/u/${other.user.username}`)
    await page.getByRole('button', { name: 'Report this user' }).click()
    await dialog(page, 'Report this user').getByText('Cheating').click()
    await page.getByRole('button', { name: 'Send the report' }).click()
    await dialog(page, 'Report this user').waitFor({ state: 'detached' })
    expect(await reportsOf(learner.user.id)).toMatchObject([
      { kind: 'COURSE', targetId: learner.courseId, reason: 'COPYRIGHT' },
      { kind: 'USER', targetId: other.user.id, reason: 'CHEATING' },
    ])

    await page.goto(`${testbed.service.url}/u/${learner.user.username}`)
    await page.getByRole('heading', { name: learner.user.username }).waitFor()
    // The session is known when the header shows the way to the own screens.
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button', { name: 'Report this user' }).count()).toBe(0)
  })
})
