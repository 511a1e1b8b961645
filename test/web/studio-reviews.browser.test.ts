import { describe, expect } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { newStaff } from './console-account.ts'
import { type Author, newAuthor } from './new-author.ts'

// Reviews before publishing, from the author to the reviewer and back, in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({ REVIEW_BEFORE_PUBLISHING: 'on' }))

async function newCourse({ api }: Author, title: string): Promise<{ courseId: string; lessonId: string }> {
  const body = { title, description: 'What it is about.', category: 'GENERAL', level: 'BEGINNER' }
  const courseId: string = (await api('POST /admin/courses', body)).body.data.id
  const lesson = await api(`POST /admin/courses/${courseId}/lessons`, {
    title: `${title}: flour`,
    xpReward: 10,
    gemReward: 0,
    slides: [{ type: 'TEXT_WITH_IMAGE', title: 'Rye', content: 'Grows in the north.' }],
  })
  return { courseId, lessonId: lesson.body.data.id }
}

const statusOf = async ({ api }: Author, courseId: string): Promise<string> =>
  (await api(`GET /admin/courses/${courseId}`)).body.data.status

/** The author learns from the first attempt that courses are reviewed here, and submits. */
async function submitInBrowser(author: Author, courseId: string, message: string) {
  const page = await bed.openAs(author.user, `/studio/courses/${courseId}`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish the course' }).click()
  await page.getByLabel('Message to the reviewer').fill(message)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Waits for a review since').waitFor()
  return page
}

describe('the review queue', () => {
  browserTest(
    'a reviewer sees what changes, returns a course with a comment, and approves it later',
    async () => {
      const author = await newAuthor(bed.service)
      const reviewer = await newStaff(bed.service, 'ADMIN')
      const { courseId, lessonId } = await newCourse(author, 'Bread')
      const authorPage = await submitInBrowser(author, courseId, 'The numbers are mine.')
      expect(await statusOf(author, courseId)).toBe('DRAFT')

      const page = await bed.openAs(reviewer.user, '/studio/reviews')
      const card = page.locator('main > ul > li', { hasText: 'The numbers are mine.' })
      await card.getByText(author.user.username).waitFor()
      await card.getByRole('button', { name: 'What changes' }).focus()
      await page.keyboard.press('Enter')
      await card.getByText('New lesson').waitFor()
      await card.getByText('Grows in the north.').waitFor()
      expect(await card.getByRole('button', { name: 'Return' }).isDisabled()).toBe(true)
      await card.getByLabel('Comment on “Bread: flour”').fill('Where from?')
      // Closed by mistake, and loaded again: the comment is still there.
      await card.getByRole('button', { name: 'What changes' }).click()
      await card.getByText('New lesson').waitFor({ state: 'detached' })
      await page.reload()
      await card.getByRole('button', { name: 'What changes' }).click()
      expect(await card.getByLabel('Comment on “Bread: flour”').inputValue()).toBe('Where from?')
      expect(await card.getByRole('button', { name: 'Approve and publish' }).isDisabled()).toBe(true)
      await card.getByRole('button', { name: 'Return' }).click()
      await card.waitFor({ state: 'detached' })

      await authorPage.reload()
      const returned = authorPage.getByRole('region', { name: 'The reviewer asks for changes' })
      await returned.getByText('Where from?').waitFor()
      await returned.getByText('Bread: flour').waitFor()
      expect(await statusOf(author, courseId)).toBe('DRAFT')
      await page.getByLabel('Status').selectOption('RETURNED')
      await page.getByText('Where from?').waitFor()

      await author.api(`POST /admin/courses/${courseId}/review-requests`, { message: 'From the north.' })
      await page.getByLabel('Status').selectOption('OPEN')
      await page.reload()
      const again = page.locator('main > ul > li', { hasText: 'From the north.' })
      await again.getByRole('button', { name: 'What changes' }).click()
      await again.getByText('Grows in the north.').waitFor()
      await again.getByRole('button', { name: 'Approve and publish' }).dblclick()
      await again.waitFor({ state: 'detached' })
      await waitUntil(async () => (await statusOf(author, courseId)) === 'PUBLISHED')
      expect((await author.api(`GET /lesson/${lessonId}`)).status).toBe(200)
    },
  )

  browserTest(
    'a course that its author changed meanwhile cannot be approved, and the reviewer is told',
    async () => {
      const author = await newAuthor(bed.service)
      const reviewer = await newStaff(bed.service, 'ADMIN')
      const { courseId } = await newCourse(author, 'Soup')
      await author.api(`POST /admin/courses/${courseId}/review-requests`, { message: 'Soup of the day.' })
      const page = await bed.openAs(reviewer.user, '/studio/reviews')
      const card = page.locator('main > ul > li', { hasText: 'Soup of the day.' })
      await card.getByRole('button', { name: 'What changes' }).click()
      await card.getByRole('button', { name: 'Approve and publish' }).waitFor()
      expect((await author.api(`PATCH /admin/courses/${courseId}`, { title: 'Cold soup' })).status).toBe(200)
      await card.getByRole('button', { name: 'Approve and publish' }).click()
      await card.getByText('The author has changed the content after submitting it.').waitFor()
      await waitUntil(() => card.getByRole('button', { name: 'Approve and publish' }).isDisabled())
      expect(await statusOf(author, courseId)).toBe('DRAFT')
    },
  )

  browserTest(
    'an author does not see the queue, and an admin does not decide about an own course',
    async () => {
      const author = await newAuthor(bed.service)
      const page = await bed.openAs(author.user, '/studio/reviews')
      await page.getByText('Admins review courses here.').waitFor()
      expect(await page.getByRole('link', { name: 'Reviews' }).count()).toBe(0)
      const admin = await newStaff(bed.service, 'ADMIN')
      const { courseId } = await newCourse(admin, 'Tea')
      await admin.api(`POST /admin/courses/${courseId}/review-requests`, { message: 'My own tea.' })
      const own = await bed.openAs(admin.user, '/studio/reviews')
      const card = own.locator('main > ul > li', { hasText: 'My own tea.' })
      await card.getByRole('button', { name: 'What changes' }).click()
      await card.getByText('You submitted this yourself.').waitFor()
      expect(await card.getByRole('button', { name: 'Approve and publish' }).count()).toBe(0)
    },
  )
})
