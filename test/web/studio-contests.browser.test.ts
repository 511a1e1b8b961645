import { describe, expect } from 'bun:test'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { signInBrowser } from './learner-account.ts'
import { newAuthor } from './new-author.ts'

// The contests of authors in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))

/** A time of the device in the form of its input. */
const localTime = (hoursAhead: number) => {
  const time = new Date(Date.now() + hoursAhead * 3_600_000)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

describe('contests', () => {
  browserTest(
    'an author makes a contest with ten questions, publishes it, and a learner sees it',
    async () => {
      const author = await newAuthor(bed.service)
      for (let index = 1; index <= 10; index++) {
        const question = {
          prompt: `Owl question ${index}?`,
          options: ['The owl', 'The cat'],
          correctIndex: 0,
          explanation: 'Cats do not hoot.',
          tags: ['owls'],
        }
        await author.api('POST /admin/questions', question)
      }
      const page = await bed.openAs(author.user, '/studio/contests')
      await page.getByRole('heading', { name: 'You have no contests yet' }).waitFor()
      await page.getByRole('button', { name: 'New contest' }).first().click()
      await page.getByRole('dialog').getByLabel('Title').fill('Night of the owls')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/studio\/contests\/[0-9a-f-]+$/)
      await page.getByRole('heading', { name: 'Night of the owls' }).waitFor()
      await page.getByLabel('Start', { exact: true }).fill(localTime(24))
      await page.getByLabel('End', { exact: true }).fill(localTime(26))
      // The browser of the tests is in the zone of this machine. The time in UTC is shown where it differs.
      const isUtc = new Date(Date.now() + 24 * 3_600_000).getTimezoneOffset() === 0
      if (isUtc) expect(await page.getByText(/In UTC:/).count()).toBe(0)
      else
        await page
          .getByText(/In UTC:/)
          .first()
          .waitFor()
      await page.getByLabel('Prizes of the platform in gems').fill('120')
      await page.getByText('This contest promises 120 gems of the platform.').waitFor()
      await page.getByText(/You may promise 2,000 of 2,000 gems today/).waitFor()
      await page.getByLabel('Questions for each participant').fill('5')
      await page.getByText('0 chosen, at least 5 needed').waitFor()
      await page.getByRole('button', { name: 'Add questions' }).click()
      const picker = page.getByRole('dialog')
      await picker.getByLabel('Tags').selectOption('owls')
      await picker.getByText('Owl question 10?').waitFor()
      await picker.getByRole('button', { name: 'Choose all shown' }).click()
      await picker.getByRole('button', { name: 'Add 10 questions' }).click()
      await page.getByText('10 chosen, at least 5 needed').waitFor()
      await page.getByRole('button', { name: 'Publish…' }).click()
      await page.getByRole('dialog').getByText('Everything is ready.').waitFor()
      await page.getByRole('button', { name: 'Publish the contest' }).click()
      await page.waitForURL(/\/studio\/contests\/runs\/[0-9a-f-]+$/)
      await page.getByText('Ranking and answers follow when the contest is decided.').waitFor()
      const contestId = page.url().split('/').at(-1)!
      const planned = (await author.api(`GET /admin/contests/${contestId}`)).body.data
      expect(planned).toMatchObject({ guaranteedPoolGems: 120, totalQuestions: 5 })
      expect(planned.questions).toHaveLength(10)

      const learner = await bed.service.register()
      const other = await bed.openAs(learner, '/play/contests')
      await other.getByText('Night of the owls').first().waitFor()

      // Until somebody joins, everything of the form can change. Only what is changed is sent.
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      const editor = page.getByRole('dialog')
      await editor.getByLabel('Start', { exact: true }).waitFor()
      await editor.getByLabel('Title').fill('Night of all owls')
      await editor.getByLabel('End', { exact: true }).fill(localTime(27))
      await editor.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Night of all owls' }).waitFor()
      const changed = (await author.api(`GET /admin/contests/${contestId}`)).body.data
      expect([changed.startsAt, changed.endsAt > planned.endsAt]).toEqual([planned.startsAt, true])

      // The cancellation states what it returns, and needs a reason.
      const body = {}
      await bed.service.call(`POST /user/contests/${contestId}/join`, { token: learner.accessToken, body })
      await page.reload()
      // With a participant, the start and an earlier end cannot change any more.
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await editor.getByText(/only the texts, a larger pool and a later end/).waitFor()
      expect(await editor.getByLabel('Start', { exact: true }).count()).toBe(0)
      await editor.getByLabel('End', { exact: true }).fill(localTime(25))
      await editor.getByRole('button', { name: 'Save' }).click()
      await editor.getByText(/Only texts, a larger pool and a later end can be changed/).waitFor()
      await editor.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Cancel the contest' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText(/1 participant gets the fee back, 0 gems in all/).waitFor()
      await dialog.getByLabel('Reason').fill('One question was wrong.')
      await dialog.getByRole('button', { name: 'Cancel the contest' }).click()
      await page.getByText('The contest is cancelled.').waitFor()
      await page.getByText('One question was wrong.').waitFor()
    },
  )

  browserTest('an author in another zone sees the times of a contest in UTC as well', async () => {
    const author = await newAuthor(bed.service)
    const plan = { title: 'Owls', startsAt: '2036-11-02T08:00:00.000Z', endsAt: '2036-11-02T09:00:00.000Z' }
    const { id } = (await author.api('POST /admin/contest-plans', plan)).body.data
    for (const [timezoneId, count] of [
      ['Asia/Kolkata', 2],
      ['UTC', 0],
    ] as const) {
      const context = await bed.newContext({ timezoneId })
      await signInBrowser(context, bed.service.url, author.user)
      const page = await bed.open(context, `/studio/contests/${id}`)
      const start = page.getByLabel('Start', { exact: true })
      await start.waitFor()
      expect(await start.inputValue()).toBe(timezoneId === 'UTC' ? '2036-11-02T08:00' : '2036-11-02T13:30')
      expect(await page.getByText(/In UTC:/).count()).toBe(count)
    }
  })

  browserTest('a series whose last contest was not created says why in a sentence', async () => {
    const author = await newAuthor(bed.service)
    const questionIds: string[] = []
    for (const prompt of ['Which owl?', 'Which cat?']) {
      const question = { prompt, options: ['This', 'That'], correctIndex: 0 }
      questionIds.push((await author.api('POST /admin/questions', question)).body.data.id)
    }
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const plan = { title: 'Owls weekly', startsAt: hour(24), endsAt: hour(26), runs: 2, questionIds }
    const { id } = (await author.api('POST /admin/contest-plans', plan)).body.data
    await author.api(`POST /admin/contest-plans/${id}/publish`)
    const { query } = bed.service.test.database
    await query`update contest_plan set problem = 'DAILY_REWARD_BUDGET_SPENT' where id = ${id}`
    const page = await bed.openAs(author.user, `/studio/contests/${id}`)
    await page
      .getByText('The last contest was not created: the budget of its author for the day was spent.')
      .waitFor()
    expect(await page.getByText('DAILY_REWARD_BUDGET_SPENT').count()).toBe(0)
  })
})
