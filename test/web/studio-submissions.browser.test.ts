import { describe, expect } from 'bun:test'
import { insertUser } from '../harness/users.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { actOnBrokenNetwork } from './break-network.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { type Author, newAuthor } from './new-author.ts'

// The projects that wait for a decision, in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))

/** As it is stored with a submission. */
const PROJECT = {
  title: 'A plan for lost keys',
  description: 'Write down what happens.',
  submissionTypes: ['TEXT'],
  passingScore: 70,
  reward: { xp: 20, gems: 0 },
  rubric: [{ criterion: 'It says who has which copy', points: 100, evidence: ['copy'] }],
}

/** A learner has appealed against the assessment of a project of this author. */
async function waitingSubmission({ api }: Author, notes: string): Promise<string> {
  const query = bed.service.test.database.query
  const course = { title: 'Keys', description: 'What they open.', category: 'GENERAL', level: 'BEGINNER' }
  const courseId: string = (await api('POST /admin/courses', course)).body.data.id
  const userId = await insertUser(query)
  const id = Bun.randomUUIDv7()
  await query`
    insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, submission_type, notes,
      project, review_cause, review_requested_at, appeal_reason, appealed_at, created_at, updated_at, submitted_at)
    values (${id}, ${userId}, ${courseId}, 1, 'UNDER_REVIEW', 'COMPLETED', 'TEXT', ${notes}, ${PROJECT}, 'APPEAL',
      now(), 'It is all there.', now(), now(), now(), now())`
  return id
}

const statusOf = async (id: string): Promise<string> => {
  const [row] = await bed.service.test.database.query<{ status: string }>`
    select status from project_submission where id = ${id}`
  return row!.status
}

describe('the projects that wait', () => {
  browserTest('an author passes one project and asks for changes of another', async () => {
    const author = await newAuthor(bed.service)
    const first = await waitingSubmission(author, 'Two copies, in two houses.')
    const second = await waitingSubmission(author, 'One copy.')
    const page = await bed.openAs(author.user, '/studio/submissions')
    const card = (notes: string) => page.locator('main > div > ul > li', { hasText: notes })
    const passed = card('Two copies, in two houses.')
    await passed.getByText('It says who has which copy').waitFor()
    expect(await passed.getByRole('button', { name: 'Pass' }).isDisabled()).toBe(true)
    await passed.getByLabel('Reason').fill('Both copies are named.')
    await passed.getByRole('button', { name: 'Pass' }).click()
    await passed.getByText('A decision is final.').waitFor()
    expect(await statusOf(first)).toBe('UNDER_REVIEW')
    await passed.getByRole('button', { name: 'Decide' }).dblclick()
    await passed.waitFor({ state: 'detached' })
    await waitUntil(async () => (await statusOf(first)) === 'PASSED')
    const returned = card('One copy.')
    await returned.getByLabel('Reason').fill('Where is the second copy?')
    await returned.getByRole('button', { name: 'Ask for changes' }).click()
    await returned.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('heading', { name: 'No project waits' }).waitFor()
    await waitUntil(async () => (await statusOf(second)) === 'NEEDS_REVISION')
  })

  browserTest('a reason outlives a broken network, a reload and the end of the session', async () => {
    const author = await newAuthor(bed.service)
    const id = await waitingSubmission(author, 'A long plan.')
    const page = await bed.openAs(author.user, '/studio/submissions?page=1')
    const reason = page.getByLabel('Reason')
    await reason.fill('A reason that took an hour.')
    await actOnBrokenNetwork(page, {
      addresses: /\/admin\/submissions/,
      act: async () => {
        const decide = page.getByRole('button', { name: 'Decide' })
        if (!(await decide.isVisible())) await page.getByRole('button', { name: 'Pass' }).click()
        await decide.click()
      },
      isKept: async () => (await reason.inputValue()) === 'A reason that took an hour.',
    })
    await page.reload()
    expect(await reason.inputValue()).toBe('A reason that took an hour.')

    // A session that is just being refreshed would set its cookie again.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill(author.user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(author.user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/studio\/submissions\?page=1$/)
    expect(await reason.inputValue()).toBe('A reason that took an hour.')
    await page.getByRole('button', { name: 'Pass' }).click()
    await page.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('heading', { name: 'No project waits' }).waitFor()
    expect(await statusOf(id)).toBe('PASSED')
    expect(await page.evaluate<string[]>('Object.keys(sessionStorage)')).not.toContainEqual(
      expect.stringContaining('kept'),
    )
  })

  browserTest('another author sees no project, and a decision of a colleague is said', async () => {
    const [ada, bob] = [await newAuthor(bed.service), await newAuthor(bed.service)]
    const id = await waitingSubmission(ada, 'A secret plan. <img src=x onerror=window.hacked=1>')
    const other = await bed.openAs(bob.user, '/studio/submissions')
    await other.getByRole('heading', { name: 'No project waits' }).waitFor()
    const page = await bed.openAs(ada.user, '/studio/submissions')
    await page.getByText('A secret plan. <img').waitFor()
    expect(await page.evaluate<boolean>('window.hacked === 1')).toBe(false)
    await page.getByLabel('Reason').fill('Good.')
    await page.getByRole('button', { name: 'Pass' }).click()
    const body = { decision: 'NEEDS_REVISION', reason: 'Not yet.' }
    expect((await ada.api(`POST /admin/submissions/${id}/decision`, body)).status).toBe(200)
    await page.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('heading', { name: 'No project waits' }).waitFor()
    expect(await statusOf(id)).toBe('NEEDS_REVISION')
    expect(await page.getByText('The project is passed.').count()).toBe(0)
  })
})
