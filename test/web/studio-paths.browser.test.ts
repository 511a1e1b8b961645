import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { type Author, newAuthor } from './new-author.ts'

// The learning paths of authors in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))

interface StoredPath {
  title: string
  status: string
  courseIds: string[]
}

const pathOf = async ({ api }: Author, id: string): Promise<StoredPath> =>
  (await api(`GET /admin/learning-paths/${id}`)).body.data
const shownCourses = async (page: Page) =>
  (await page.locator('[role=row] a span[dir=auto]').allTextContents()).map((text) => text.trim())

/** Published courses of the installation, by title. */
async function shippedCourses({ api }: Author): Promise<{ id: string; title: string }[]> {
  return (await api('GET /admin/courses?status=PUBLISHED&limit=100')).body.data
}

async function newPath(author: Author, title: string, courseIds: string[]): Promise<string> {
  const body = { title, description: 'What it is about.', category: 'GENERAL', kind: 'FOUNDATION', courseIds }
  return (await author.api('POST /admin/learning-paths', body)).body.data.id
}

describe('learning paths', () => {
  browserTest('an author creates a path by keyboard, adds and moves courses, and publishes it', async () => {
    const author = await newAuthor(bed.service)
    const courses = await shippedCourses(author)
    const [one, two, three] = [courses[0]!, courses[3]!, courses[5]!]
    const page = await bed.openAs(author.user, '/studio/paths')
    await page.getByRole('heading', { name: 'You have no paths yet' }).waitFor()
    await tabTo(page, 'New path')
    await page.keyboard.press('Enter')
    await page.locator('[role=dialog] input:focus').waitFor()
    await page.getByRole('dialog').getByLabel('First course').selectOption(one.id)
    await page.getByRole('dialog').getByLabel('Title').focus()
    await page.keyboard.type('From zero')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/studio\/paths\/.+/)
    await page.getByRole('heading', { name: 'From zero' }).waitFor()
    const id = page.url().split('/').at(-1)!
    await page.locator('[role=row]').first().waitFor()
    expect(await page.getByRole('button', { name: `Remove from the path: ${one.title}` }).isDisabled()).toBe(
      true,
    )
    for (const { id: courseId, title } of [two, three]) {
      await page.getByLabel('Add a course').selectOption(courseId)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: `Move up: ${title}` }).waitFor()
    }
    await page.getByRole('button', { name: `Move up: ${three.title}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${three.title} is now number 2.`).waitFor()
    expect(await shownCourses(page)).toEqual([one.title, three.title, two.title])
    expect((await pathOf(author, id)).courseIds).toEqual([one.id])

    // The same by the drag of the keyboard.
    await page.getByRole('button', { name: `Drag ${two.title}` }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=button][aria-label^="Insert"]:focus').waitFor()
    await page.keyboard.press('Home')
    await page.locator(`[aria-label="Insert before ${one.title}"]:focus`).waitFor()
    await page.keyboard.press('Enter')
    await waitUntil(async () => (await shownCourses(page))[0] === two.title)
    await page.getByRole('button', { name: 'Publish the path' }).click()
    await page.getByText('The path is published.').waitFor()
    expect(await pathOf(author, id)).toMatchObject({
      title: 'From zero',
      status: 'PUBLISHED',
      courseIds: [two.id, one.id, three.id],
    })
    await page.getByRole('link', { name: 'View as a learner' }).click()
    await page.getByRole('heading', { name: 'From zero' }).waitFor()
  })

  browserTest(
    'a conflict of two tabs is shown, and an earlier version is restored from the history',
    async () => {
      const author = await newAuthor(bed.service)
      const [one, two] = (await shippedCourses(author)) as [
        { id: string; title: string },
        { id: string; title: string },
      ]
      const id = await newPath(author, 'Bread', [one.id, two.id])
      const page = await bed.openAs(author.user, `/studio/paths/${id}`)
      await page.locator('[role=row]').nth(1).waitFor()
      await page.getByLabel('Title', { exact: true }).fill('Bread of this tab')
      await author.api(`PATCH /admin/learning-paths/${id}`, {
        title: 'Bread of the other',
        courseIds: [two.id, one.id],
      })
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'Someone else saved another version' }).waitFor()
      expect((await pathOf(author, id)).title).toBe('Bread of the other')
      await page.getByRole('button', { name: 'Save this choice' }).click()
      await page.getByText('All changes are saved.').waitFor()
      expect(await pathOf(author, id)).toMatchObject({
        title: 'Bread of this tab',
        courseIds: [two.id, one.id],
      })

      await page.getByRole('button', { name: 'History' }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: /Created/ }).click()
      await sheet.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByText('The earlier version is restored.').waitFor()
      expect(await pathOf(author, id)).toMatchObject({ title: 'Bread', courseIds: [one.id, two.id] })
      await waitUntil(async () => (await shownCourses(page)).join() === [one.title, two.title].join())
    },
  )

  browserTest(
    'a path of another author and one of the installation are read-only, and drafts of others are unknown',
    async () => {
      const [ada, bob] = [await newAuthor(bed.service), await newAuthor(bed.service)]
      const courses = await shippedCourses(ada)
      const id = await newPath(ada, 'A secret path', [courses[1]!.id])
      const page = await bed.openAs(bob.user, `/studio/paths/${id}`)
      await page.getByRole('heading', { name: 'That did not work' }).waitFor()
      await page.goto(`${bed.service.url}/studio/paths?of=all`)
      await page.locator('main ul a').first().waitFor()
      expect(await page.getByText('A secret path').count()).toBe(0)
      await page.locator('main ul a').first().click()
      await page.getByText('is read-only here').waitFor()
      await page.locator('section[aria-labelledby=path-courses] li').first().waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    },
  )
})
