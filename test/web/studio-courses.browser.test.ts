import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { newStaff } from './console-account.ts'
import { signInBrowser } from './learner-account.ts'
import { type Author, newAuthor as createAuthor } from './new-author.ts'

// The list of courses and the page of a course in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))
const STUDIO_BYTES = 300_000

const newAuthor = () => createAuthor(bed.service)

/** A course with these lessons, each of one written slide. */
async function newCourse({ api }: Author, title: string, lessons: string[] = []): Promise<string> {
  const body = { title, description: 'What it is about.', category: 'GENERAL', level: 'BEGINNER' }
  const { id } = (await api('POST /admin/courses', body)).body.data
  for (const name of lessons)
    await api(`POST /admin/courses/${id}/lessons`, {
      title: name,
      xpReward: 10,
      gemReward: 0,
      slides: [{ type: 'TEXT_WITH_IMAGE', title: name, content: 'A text.' }],
    })
  return id
}

const courseOf = async ({ api }: Author, id: string) => (await api(`GET /admin/courses/${id}`)).body.data
const storedOrder = async ({ api }: Author, id: string): Promise<string[]> =>
  (await api(`GET /admin/courses/${id}/lessons`)).body.data.map(({ title }: { title: string }) => title)
const rowsOf = (page: Page) => page.getByRole('row')
const shownOrder = async (page: Page) =>
  (await page.locator('[role=row] a span[dir=auto]').allTextContents()).map((text) => text.trim())

async function loafPicture() {
  const create = { width: 80, height: 40, channels: 3, background: '#caa472' } as const
  return { name: 'loaf.png', mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

describe('the list of courses', () => {
  browserTest('an author creates a course and its lessons by keyboard', async () => {
    const author = await newAuthor()
    const page = await bed.openAs(author.user, '/studio')
    await page.getByRole('heading', { name: 'You have no courses yet' }).waitFor()
    await tabTo(page, 'New course')
    await page.keyboard.press('Enter')
    await page.locator('[role=dialog] input:focus').waitFor()
    await page.keyboard.type('Bread for beginners')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/studio\/courses\//)
    await page.getByRole('heading', { name: 'Bread for beginners' }).waitFor()
    await page.getByText('Type the title of the first lesson').waitFor()
    await tabTo(page, 'Title of a new lesson')
    for (const [index, title] of ['Flour', 'Water'].entries()) {
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await rowsOf(page).nth(index).waitFor()
      await waitUntil(async () => (await page.getByLabel('Title of a new lesson').inputValue()) === '')
    }
    const id = page.url().split('/').at(-1)!
    expect(await storedOrder(author, id)).toEqual(['Flour', 'Water'])
    expect(await courseOf(author, id)).toMatchObject({ title: 'Bread for beginners', status: 'DRAFT' })
  })

  browserTest('search and filters are in the URL, / goes to the search, and J and K move', async () => {
    const author = await newAuthor()
    const ids = [await newCourse(author, 'Rye bread'), await newCourse(author, 'Wheat bread')]
    await newCourse(author, 'Soup')
    const page = await bed.openAs(author.user, '/studio')
    await page.getByRole('link', { name: /Soup/ }).waitFor()
    await page.keyboard.press('/')
    await page.locator('input[type=search]:focus').waitFor()
    await page.keyboard.type('bread')
    await page.waitForURL(/q=bread/)
    await page.getByRole('link', { name: /Soup/ }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: /Rye bread/ }).waitFor()
    expect(await page.getByRole('link', { name: /Soup/ }).count()).toBe(0)
    for (const [key, id] of [
      ['j', ids[0]],
      ['j', ids[1]],
      ['k', ids[0]],
    ]) {
      await page.keyboard.press(key!)
      await page.locator(`a[href="/studio/courses/${id}"]:focus`).waitFor()
    }
    await page.getByLabel('Status').selectOption('PUBLISHED')
    await page.waitForURL(/status=PUBLISHED/)
    await page.getByRole('heading', { name: 'No course matches' }).waitFor()
  })

  browserTest('an author does not see the draft of another author, and copies a shipped course', async () => {
    const [ada, bob] = [await newAuthor(), await newAuthor()]
    const draft = await newCourse(ada, 'A secret draft', ['One'])
    const page = await bed.openAs(bob.user, '/studio?of=all')
    await page.getByRole('link', { name: /Blockchain basics/ }).waitFor()
    expect(await page.getByText('A secret draft').count()).toBe(0)
    await page.goto(`${bed.service.url}/studio/courses/${draft}`)
    await page.getByRole('heading', { name: 'That did not work' }).waitFor()
    expect(await page.getByText('A secret draft').count()).toBe(0)
    await page.goto(`${bed.service.url}/studio?of=all`)
    await page.getByRole('link', { name: /Blockchain basics/ }).click()
    await page.getByText('is read-only here').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Make a copy' }).click()
    await page.getByRole('heading', { name: 'Copy of Blockchain basics' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).waitFor()
  })
})

describe('the page of a course', () => {
  browserTest('an admin takes a shipped course over, edits it and gives it back', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const query = bed.service.test.database.query
    const [shipped] = await query<{ id: string; title: string }>`
      select id, title from course where pack_id is not null order by position desc limit 1`
    const { id, title } = shipped!
    const stored = async () =>
      (
        await query`select owner_id as "ownerId", pack_id is not null as "isOfPack" from course where id = ${id}`
      )[0]
    const page = await bed.openAs(admin.user, `/studio/courses/${id}`)
    await page.getByRole('button', { name: 'Take over…' }).focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Owner (optional)').fill('nobody@example.com')
    await sheet.getByLabel('Reason').fill('We adapt it.')
    await sheet.getByRole('button', { name: 'Take over' }).click()
    await sheet.getByText('No author has this e-mail address.').waitFor()
    await sheet.getByLabel('Owner (optional)').fill('')
    await sheet.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('Imports of the pack leave it alone.').waitFor()
    expect(await stored()).toEqual({ ownerId: admin.user.id, isOfPack: false })
    await page.getByLabel('Title', { exact: true }).fill(`Our ${title}`)
    await page.keyboard.press('Control+s')
    await page.getByText('All changes are saved.').waitFor()
    await page.getByRole('button', { name: 'Give back…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Give back' }).click()
    await page.getByText('is read-only here').waitFor()
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await stored()).toEqual({ ownerId: null, isOfPack: true })
  })

  browserTest('lessons are put into another order by keyboard', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Order', ['One', 'Two', 'Three'])
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    await rowsOf(page).nth(2).waitFor()
    await page.getByRole('button', { name: 'Move down: One' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('One is now number 2.').waitFor()
    await page.locator('button[aria-label="Move down: One"]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('One is now number 3.').waitFor()
    expect(await shownOrder(page)).toEqual(['Two', 'Three', 'One'])
    await waitUntil(async () => (await storedOrder(author, id)).join() === 'Two,Three,One')

    // The same by the drag of the keyboard.
    await page.getByRole('button', { name: /Drag One/ }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=button][aria-label^="Insert"]:focus').waitFor()
    await page.keyboard.press('Home')
    await page.locator('[aria-label="Insert before Two"]:focus').waitFor()
    await page.keyboard.press('Enter')
    await waitUntil(async () => (await storedOrder(author, id)).join() === 'One,Two,Three')
    expect(await shownOrder(page)).toEqual(['One', 'Two', 'Three'])
  })

  browserTest('two tabs: the conflict is shown field by field, and nothing is overwritten', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Bread')
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    const other = await bed.open(page.context(), `/studio/courses/${id}`)
    const title = (tab: Page) => tab.getByLabel('Title', { exact: true })
    await title(page).fill('Bread of the first tab')
    await title(other).fill('Bread of the second tab')
    await other.getByLabel('Skills').fill('baking')
    await title(other).press('Control+s')
    await other.getByText('All changes are saved.').waitFor()

    await title(page).press('Control+s')
    await page.getByRole('heading', { name: 'Someone else saved another version' }).waitFor()
    await page.getByText('Bread of the second tab').waitFor()
    expect(await courseOf(author, id)).toMatchObject({ title: 'Bread of the second tab', skills: ['baking'] })
    // After a reload the words of this tab are still there.
    await page.reload()
    await page.getByRole('heading', { name: 'Someone else saved another version' }).waitFor()
    await page.getByText('Bread of the first tab').waitFor()
    expect((await courseOf(author, id)).title).toBe('Bread of the second tab')
    await page.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('All changes are saved.').waitFor()
    expect(await courseOf(author, id)).toMatchObject({ title: 'Bread of the first tab', skills: ['baking'] })
  })

  browserTest('input that is not saved is there after a reload', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Bread')
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    await page.getByLabel('Description').fill('Half a thou')
    await page.getByText('Kept on this device').waitFor()
    await page.reload()
    await page.getByLabel('Description').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('Half a thou')
    expect((await courseOf(author, id)).description).toBe('What it is about.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All changes are saved.').waitFor()
    expect((await courseOf(author, id)).description).toBe('Half a thou')
  })

  browserTest('the checklist refuses to publish a faulty course, and then allows it', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Bread', ['Flour'])
    const { data } = (await author.api(`GET /admin/courses/${id}/lessons`)).body
    const lesson = `/admin/lessons/${data[0].id}`
    const slide = { type: 'TEXT_WITH_IMAGE', title: 'Flour' }
    const broken = `A [link](/lesson/${Bun.randomUUIDv7()}) and [another](/learn/${id}).`
    await author.api(`PATCH ${lesson}`, { slides: [{ ...slide, content: broken }] })
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    await rowsOf(page).first().waitFor()
    const publish = page.getByRole('button', { name: 'Publish the course' })
    await page.getByRole('button', { name: 'Publish…' }).click()
    const finding = page.getByRole('link', { name: /A link leads nowhere/ })
    await finding.waitFor()
    expect(await finding.count()).toBe(1)
    expect(await finding.getAttribute('href')).toBe(`/studio/courses/${id}/lessons/${data[0].id}#slide-1`)
    expect(await publish.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await publish.waitFor({ state: 'detached' })

    await author.api(`PATCH ${lesson}`, { slides: [{ ...slide, content: 'Mended.' }] })
    await page.reload()
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByText('The course has no cover').waitFor()
    expect(await finding.count()).toBe(0)
    await publish.click()
    await page.getByText('The course is published.').waitFor()
    expect((await courseOf(author, id)).status).toBe('PUBLISHED')
    const learner = await bed.service.register()
    const seen = await bed.service.call(`GET /course/${id}`, { token: learner.accessToken })
    expect(seen.body.data.lessons).toHaveLength(1)
  })

  browserTest('an author schedules a course in the own time zone, and cancels it', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Bread', ['Flour'])
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('switch', { name: 'Publish at a chosen time' }).focus()
    await page.keyboard.press('Space')
    const time = page.getByLabel('Date and time')
    await time.waitFor()
    const schedule = page.getByRole('button', { name: 'Schedule' })
    expect(await schedule.isDisabled()).toBe(true)
    const local = `${new Date().getFullYear() + 1}-01-01T09:30`
    await time.fill(local)
    await schedule.click()
    await page.getByText('Will be published on').waitFor()
    await rowsOf(page).first().getByText('Scheduled').waitFor()
    const expected = await page.evaluate((text) => new Date(text).toISOString(), local)
    expect((await courseOf(author, id)).schedule).toMatchObject({
      publishAt: expected,
      userId: author.user.id,
    })
    await page.getByRole('button', { name: 'Cancel the schedule' }).click()
    await page.getByText('Will be published on').waitFor({ state: 'detached' })
    expect((await courseOf(author, id)).schedule).toBeNull()
  })

  browserTest(
    'an author says what changed, which learners read, and sees the comments of a reviewer',
    async () => {
      const author = await newAuthor()
      const id = await newCourse(author, 'Bread', ['Flour'])
      const { data: lessons } = (await author.api(`GET /admin/courses/${id}/lessons`)).body
      await author.api(`POST /admin/lessons/${lessons[0].id}/publish`)
      await author.api(`POST /admin/courses/${id}/publish`)
      await author.api(`PATCH /admin/courses/${id}`, { title: 'Rye bread' })
      const request = (
        await author.api(`POST /admin/courses/${id}/review-requests`, { message: 'Please look.' })
      ).body
      const page = await bed.openAs(author.user, `/studio/courses/${id}`)
      await page.getByText('Waits for a review').waitFor()
      await page.getByText('Please look.').waitFor()
      const db = bed.service.test.database.query
      const comments = [{ lessonId: null, text: 'Which flour?' }]
      await db`
      update review_request set status = 'RETURNED', decided_at = now(), comments = ${comments}::jsonb
      where id = ${request.data.id}`
      await page.reload()
      await page.getByText('Which flour?').waitFor()
      await page.getByRole('button', { name: 'Publish changes…' }).click()
      await page.getByLabel('What changed? (optional)').fill('It is rye now.')
      await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
      await page.getByText('The changes are published.').waitFor()
      expect(await db`select note from change_note where course_id = ${id}`).toEqual([
        { note: 'It is rye now.' },
      ])
      const learner = await bed.openAs(await bed.service.register(), `/learn/${id}`)
      const changes = learner.getByRole('region', { name: 'What changed' })
      await changes.getByText('It is rye now.').waitFor()
      expect(await changes.locator('time').count()).toBe(1)
    },
  )

  browserTest('changes of a published course and of its lessons wait for their publication', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Bread', ['Flour', 'Water'])
    const lessons = (await author.api(`GET /admin/courses/${id}/lessons`)).body.data
    for (const lesson of lessons) await author.api(`POST /admin/lessons/${lesson.id}/publish`)
    await author.api(`POST /admin/courses/${id}/publish`)
    await author.api(`PATCH /admin/lessons/${lessons[0].id}`, { title: 'Rye flour' })
    const { accessToken } = await bed.service.register()
    const seen = async () => {
      const { title, lessons: all } = (await bed.service.call(`GET /course/${id}`, { token: accessToken }))
        .body.data
      return [title, ...all.map((lesson: { title: string }) => lesson.title)]
    }
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    const title = page.getByLabel('Title', { exact: true })
    const header = page
      .locator('header')
      .filter({ has: page.getByRole('link', { name: 'View as a learner' }) })
    const pill = header.getByText('Unpublished changes')
    const rename = async (text: string) => {
      await title.fill(text)
      await title.press('Control+s')
      await pill.waitFor()
    }
    await rowsOf(page).filter({ hasText: 'Rye flour' }).getByText('Unpublished changes').waitFor()
    expect(await pill.count()).toBe(0)

    await rename('Bread and butter')
    await header.getByRole('button', { name: 'Discard changes' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard the unpublished changes?' })
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await pill.waitFor({ state: 'detached' })
    await waitUntil(async () => (await title.inputValue()) === 'Bread')
    expect(await courseOf(author, id)).toMatchObject({ title: 'Bread', changedLessonIds: [lessons[0].id] })

    await rename('Bread and salt')
    expect(await seen()).toEqual(['Bread', 'Flour', 'Water'])
    await header.getByRole('button', { name: 'Publish changes…' }).click()
    const withLessons = page.getByRole('switch', { name: /Also publish the changes of 1 lesson/ })
    await withLessons.waitFor()
    expect(await withLessons.isChecked()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click()
    await page.getByText('The changes are published.').waitFor()
    await page.getByText('Unpublished changes').first().waitFor({ state: 'detached' })
    expect(await seen()).toEqual(['Bread and salt', 'Rye flour', 'Water'])
  })

  browserTest('a cover needs an alternative text', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Bread')
    const page = await bed.openAs(author.user, `/studio/courses/${id}`)
    await page.getByLabel('Choose a picture').setInputFiles(await loafPicture())
    const upload = page.getByRole('button', { name: 'Upload' })
    await upload.waitFor()
    expect(await upload.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('What the picture shows').fill('A loaf of bread')
    await upload.click()
    await page.getByRole('img', { name: 'A loaf of bread' }).waitFor()
    const { body } = await author.api(`GET /admin/courses/${id}/cover`)
    expect(body.data.cover).toMatchObject({ alt: 'A loaf of bread', width: 80 })
  })

  browserTest('a co-author is added by address, sees the course and leaves it', async () => {
    const [ada, bob] = [await newAuthor(), await newAuthor()]
    const id = await newCourse(ada, 'Together')
    const page = await bed.openAs(ada.user, `/studio/courses/${id}`)
    await page.getByRole('button', { name: 'Authors' }).click()
    await page.getByLabel('E-mail of an author').fill('nobody@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('No author has this e-mail address.').waitFor()
    await page.getByLabel('E-mail of an author').fill(bob.user.email)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(bob.user.username).waitFor()

    const theirs = await bed.openAs(bob.user, '/studio')
    await theirs.getByRole('link', { name: /Together/ }).click()
    await theirs.getByRole('button', { name: 'Authors' }).click()
    await theirs.getByRole('button', { name: 'Leave' }).click()
    await waitUntil(async () => (await ada.api(`GET /admin/courses/${id}/authors`)).body.data.length === 1)
  })

  browserTest('a refusal is in the language of the author', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Le pain')
    const page = await bed.openAs(author.user, `/studio/courses/${id}`, { locale: 'fr' })
    const files: string[] = []
    page.on('response', (response) => void files.push(response.url()))
    await page.getByRole('button', { name: 'Auteurs' }).click()
    await page.getByLabel('Adresse e-mail d’un auteur').fill('nobody@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('Aucun auteur n’a cette adresse e-mail.').waitFor()
    // Its texts came with the refusal, and not with the screen.
    expect(files.filter((url) => url.includes('/studio-translate-for-staff-')).length).toBe(1)
  })
})

describe('the library', () => {
  browserTest('media are uploaded, described, and deleted only while nothing uses them', async () => {
    const author = await newAuthor()
    const courseId = await newCourse(author, 'Bread')
    const page = await bed.openAs(author.user, '/studio/media')
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor()
    const file = page.locator('main input[type=file]')
    const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nKnead it.\n'
    await file.setInputFiles({ name: 'knead.vtt', mimeType: 'text/vtt', buffer: Buffer.from(captions) })
    await page.getByRole('button', { name: /knead.vtt/ }).waitFor()
    await file.setInputFiles(await loafPicture())
    await page.getByLabel('What the picture shows').fill('A loaf')
    await page.keyboard.press('Tab')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    const card = page.getByRole('button', { name: /A loaf/ })
    await card.waitFor()
    await page.getByText(/of 1.1 GB used/).waitFor()

    const media = (await author.api('GET /admin/media?kind=PICTURE')).body.data
    await author.api(`PUT /admin/courses/${courseId}/cover`, { mediumId: media[0].id })
    await card.click()
    await page.getByRole('link', { name: 'Cover of Bread' }).waitFor()
    const remove = page.getByRole('button', { name: 'Delete' })
    expect(await remove.isDisabled()).toBe(true)
    await page.getByLabel('What the picture shows').fill('A loaf of rye bread')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitUntil(
      async () =>
        (await author.api(`GET /admin/media/${media[0].id}`)).body.data.alt === 'A loaf of rye bread',
    )
    await page.keyboard.press('Escape')

    await author.api(`PUT /admin/courses/${courseId}/cover`, { mediumId: null })
    await page.reload()
    await card.click()
    await page.getByText('Nothing uses it yet.').waitFor()
    await remove.click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await card.waitFor({ state: 'detached' })
    expect((await author.api(`GET /admin/media/${media[0].id}`)).status).toBe(404)
  })
})

describe('the size of the studio', () => {
  browserTest('the page of a course needs at most 300 KB of compressed script', async () => {
    const author = await newAuthor()
    const id = await newCourse(author, 'Small', ['One'])
    const context = await bed.newContext()
    await signInBrowser(context, bed.service.url, author.user)
    const sizes: Promise<number>[] = []
    context.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js'))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const page = await bed.open(context, `/studio/courses/${id}`)
    await rowsOf(page).first().waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    reportMeasurement(`studio, page of a course: ${(bytes / 1000).toFixed(1)} KB of compressed script`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(STUDIO_BYTES)
  })
})
