import { describe, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { createClient } from '../harness/api-client.ts'
import { findBrowser } from '../harness/browser.ts'
import { pngOf } from '../harness/png.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { signInBrowser } from './learner-account.ts'
import { AUTHOR, createOwnLesson, type OwnLesson, textSlide } from './own-lesson.ts'
import { keyOfOption, playLesson } from './play-lesson.ts'

// The editor of lessons in a real browser. Skipped without a browser.

const STUDIO_BYTES = 300_000

/** Three questions, a fault in line 7, and the first question once more. */
const GIFT = `// Questions about tea

Is tea a leaf? {=Yes ~No}

How hot, in degrees? {#80:5}

None is right? {~a ~b}

[markdown]A <img src\\=x onerror\\="window.wasRun\\=1">? {
  =[markdown]<script>window.wasRun\\=1</script>
  ~no
  ####Because.
}

Is tea a leaf? {=Yes ~No}
`

const testbed = browserTestbed(async () => ({}))

const saveState = (page: Page, state: string) =>
  page.locator(`header [role=status][data-state=${state}]`).filter({ visible: true }).waitFor()
const add = (page: Page, kind: string) =>
  page.getByRole('group', { name: 'Add a slide' }).getByRole('button', { name: kind, exact: true })
const heading = (page: Page) => page.getByRole('textbox', { name: 'Heading' })
const content = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

async function readLesson({ api, token, lessonId }: OwnLesson) {
  return (await api.call(`GET /admin/lessons/${lessonId}`, { token })).body.data
}

async function openEditor(lesson: OwnLesson, context?: BrowserContext): Promise<Page> {
  const page = context
    ? await testbed.open(context, lesson.path)
    : await testbed.openAs(AUTHOR, lesson.path, { viewport: { width: 1280, height: 800 } })
  await content(page).waitFor()
  return page
}

/** Presses Tab until the field of this name has the focus, and types. */
async function typeInto(page: Page, name: string, text: string): Promise<void> {
  const hasFocus = () => page.evaluate<boolean>(`document.activeElement.name === '${name}'`)
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses++) await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
  await page.keyboard.type(text)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** A learner of the published course. */
async function enrolledLearner({ api, token, courseId }: OwnLesson) {
  await api.call(`POST /admin/courses/${courseId}/publish`, { token })
  const learner = createClient(testbed.service.url)
  const user = await learner.register({ username: `tea_${Bun.randomUUIDv7().slice(-8)}` })
  await learner.call(`POST /user-courses/enroll/${courseId}`, { token: user.accessToken })
  return { learner, user }
}

describe('the editor of a lesson', () => {
  browserTest(
    'an author writes three slides with a picture and two questions by keyboard, publishes them, and a learner plays them',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('x')])
      const page = await openEditor(lesson)
      // Long before it is needed: the browser must know that a test answers.
      const chooser = page.waitForEvent('filechooser')
      await tabTo(page, 'Heading')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('One plant')
      await tabTo(page, 'Text')
      await page.keyboard.press('Control+End')
      // The picture: the buttons of the toolbar are reached by arrows.
      await page.keyboard.press('Alt+F10')
      await page.locator('[role=toolbar] button:focus').waitFor()
      const picture = page.locator('button[aria-label=Picture]')
      for (
        let steps = 0;
        steps < 14 && !(await picture.evaluate((it) => it === document.activeElement));
        steps++
      )
        await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      // The dialog takes the focus when it is open.
      await page.locator('[role=dialog]:focus, [role=dialog] :focus').waitFor()
      await tabTo(page, 'Choose a picture')
      await page.keyboard.press('Enter')
      await (await chooser).setFiles({ name: 'leaf.png', mimeType: 'image/png', buffer: pngOf(32, 20) })
      await tabTo(page, 'Alternative text')
      await page.keyboard.type('A green leaf')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'A green leaf' }).waitFor()

      for (const [prompt, right, wrong] of [
        ['Is it one plant?', 'Yes', 'No'],
        ['Is tea a leaf?', 'It is', 'It is not'],
      ] as const) {
        await press(page, 'Question')
        await page.locator('textarea[name=prompt]:focus').waitFor()
        await page.keyboard.type(prompt)
        await typeInto(page, 'options.0', right)
        await typeInto(page, 'options.1', wrong)
        await typeInto(page, 'explanation', 'Botany says so.')
      }
      await press(page, 'Text')
      await heading(page).waitFor()
      await page.locator('input[name=title]:focus').waitFor()
      await page.keyboard.type('Water')
      await tabTo(page, 'Text')
      await page.keyboard.type('Water makes the rest.')
      await press(page, 'Publish')
      await page.getByText('The lesson is published').waitFor()
      const stored = await readLesson(lesson)
      expect([stored.status, stored.slides.map(({ type }: { type: string }) => type)]).toEqual([
        'PUBLISHED',
        ['TEXT_WITH_IMAGE', 'QUIZ', 'QUIZ', 'TEXT_WITH_IMAGE'],
      ])

      const { user } = await enrolledLearner(lesson)
      const played = await testbed.openAs(user, `/lesson/${lesson.lessonId}`)
      const leaf = played.getByRole('img', { name: 'A green leaf' })
      await leaf.waitFor()
      await waitUntil(() => leaf.evaluate((it: HTMLImageElement) => it.naturalWidth > 0))
      await playLesson(played, {
        ending: played.getByRole('heading', { name: 'Lesson complete!' }),
        keyOf: () => keyOfOption(played, ['Yes', 'It is']),
      })
      await played.getByText('2 of 2 right at the first try').waitFor()
    },
    600_000,
  )

  browserTest(
    'edits of a published lesson wait until they are published or discarded',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [
        textSlide('One plant'),
        { type: 'QUIZ', question: { prompt: 'Is tea a leaf?', options: ['Yes', 'No'], correctIndex: 0 } },
      ])
      await lesson.api.call(`POST /admin/lessons/${lesson.lessonId}/publish`, { token: lesson.token })
      const { learner, user } = await enrolledLearner(lesson)
      const seen = async () => {
        const { body } = await learner.call(`GET /lesson/${lesson.lessonId}`, { token: user.accessToken })
        const [text, quiz] = body.data.slides
        return [text.title, quiz.question.prompt]
      }
      const page = await openEditor(lesson)
      const pill = page.getByText('Unpublished changes').filter({ visible: true })
      const publish = page.getByRole('button', { name: 'Publish changes' })
      const prompt = page.locator('textarea[name=prompt]')
      const open = (slide: string) => page.getByRole('button', { name: slide }).click()
      const isStored = (title: string, question: string) =>
        waitUntil(async () => {
          const { slides } = await readLesson(lesson)
          const path = `GET /admin/questions/${slides[1].questionId}`
          const { body } = await lesson.api.call(path, { token: lesson.token })
          return slides[0].title === title && body.data.prompt === question
        })
      expect([await pill.count(), await publish.count()]).toEqual([0, 0])

      // Published in the moment after the last key: the save comes first.
      await heading(page).fill('Two plants')
      await pill.waitFor()
      await open('2. Question Is tea a leaf?')
      await prompt.fill('Is tea a root?')
      await isStored('Two plants', 'Is tea a root?')
      expect(await seen()).toEqual(['One plant', 'Is tea a leaf?'])
      await prompt.fill('Is tea a flower?')
      await publish.click()
      await page.getByText('The changes are published.').waitFor()
      await pill.waitFor({ state: 'detached' })
      expect(await publish.count()).toBe(0)
      expect(await seen()).toEqual(['Two plants', 'Is tea a flower?'])

      // The question has another id now, and the slide is still open: no conflict with oneself.
      await prompt.fill('Is tea a tree?')
      await pill.waitFor()
      await isStored('Two plants', 'Is tea a tree?')
      await open('1. Text Two plants')
      await heading(page).fill('Three plants')
      await isStored('Three plants', 'Is tea a tree?')
      await saveState(page, 'saved')
      expect(await seen()).toEqual(['Two plants', 'Is tea a flower?'])

      await page.getByRole('button', { name: 'Lesson settings' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      const question = page.getByRole('alertdialog', { name: 'Discard the unpublished changes?' })
      await question.getByText('since the last publication is lost').waitFor()
      expect((await readLesson(lesson)).slides[0].title).toBe('Three plants')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await question.waitFor({ state: 'detached' })
      await pill.waitFor({ state: 'detached' })
      expect(await heading(page).inputValue()).toBe('Two plants')
      await isStored('Two plants', 'Is tea a flower?')
      expect(await storedDrafts(page)).toEqual([])

      // The editor goes on with the published version.
      await open('2. Question Is tea a flower?')
      await prompt.fill('Is tea a bush?')
      await isStored('Two plants', 'Is tea a bush?')
      await publish.click()
      await pill.waitFor({ state: 'detached' })
      expect(await seen()).toEqual(['Two plants', 'Is tea a bush?'])
    },
    600_000,
  )

  browserTest(
    'text that is made bold by the toolbar and by a key, lists in lists and line breaks reach the learner as such',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One')])
      const page = await openEditor(lesson)
      await add(page, 'Note').click()
      // The text of a new slide takes the focus.
      await page.locator('.rich-text:focus').waitFor()
      await page.getByRole('button', { name: 'Bold', exact: true }).click()
      await page.locator('button[aria-label=Bold][aria-pressed=true]').waitFor()
      await page.keyboard.type('Leaves')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+B')
      await page.keyboard.type('and')
      await page.keyboard.press('Control+B')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('water\n- hot')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+]')
      await page.keyboard.type('not boiling')
      await saveState(page, 'saved')
      const shape = (within: Locator) =>
        within.evaluate((it) => it.innerHTML.replace(/ (?:dir|class)="[^"]*"/g, '').replace(/<\/?p>/g, ''))
      const stored = async (): Promise<string> => (await readLesson(lesson)).slides[1]?.content ?? ''
      await waitUntil(async () => (await stored()).includes('not boiling'))
      expect(await stored()).toBe('**Leaves**\n\n**and**\\\nwater\n\n- hot\n  - not boiling')
      const wanted =
        '<strong>Leaves</strong><strong>and</strong><br>water<ul><li>hot<ul><li>not boiling</li></ul></li></ul>'
      expect(await shape(content(page))).toBe(wanted)
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('The lesson is published').waitFor()
      const { user } = await enrolledLearner(lesson)
      const played = await testbed.openAs(user, `/lesson/${lesson.lessonId}`)
      await played.getByRole('heading', { name: 'One' }).waitFor()
      await played.keyboard.press('Enter')
      const text = played.locator('main .slide-text').filter({ hasText: 'not boiling' })
      await text.waitFor()
      expect(await shape(text)).toBe(wanted)
    },
    600_000,
  )

  browserTest(
    'formulas are written by keyboard with a preview, and a learner sees mathematics and money',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('Area', 'It costs $5 and $6.')])
      const page = await openEditor(lesson)
      await page.locator('.rich-text').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' Take ')
      await page.keyboard.press('Alt+=')
      const dialog = page.getByRole('dialog')
      await dialog.locator('textarea:focus').waitFor()
      await page.keyboard.type('\\frac{1')
      await dialog.getByText('This formula does not compile').waitFor()
      await dialog.locator('form button[type=submit]').click()
      // A formula that does not compile stays in the dialog.
      await dialog.locator('textarea').focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('}{2}')
      await dialog.locator('math mfrac').waitFor()
      await dialog.locator('form button[type=submit]').click()
      await dialog.waitFor({ state: 'detached' })
      await page.locator('.rich-text:focus').waitFor()
      await page.keyboard.type(' of $r^2$ for $7, or 8$ now.')
      await waitUntil(async () => (await page.locator('.rich-text-math').count()) === 2)
      await page.getByRole('region', { name: 'Preview' }).locator('math msup').waitFor()
      await saveState(page, 'saved')

      // Enter opens a selected formula.
      await page.locator('.rich-text-math').last().click()
      await page.keyboard.press('Enter')
      await dialog.locator('textarea:focus').waitFor()
      expect(await dialog.locator('textarea').inputValue()).toBe('r^2')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('The lesson is published').waitFor()
      const { user } = await enrolledLearner(lesson)
      const played = await testbed.openAs(user, `/lesson/${lesson.lessonId}`)
      await played.locator('main .slide-text math mfrac').waitFor()
      const shown = played.locator('main .slide-text p')
      expect(await shown.locator('.formula[dir=ltr] > math').count()).toBe(2)
      const words = await shown.evaluate((it) => {
        const copy = it.cloneNode(true) as HTMLElement
        for (const formula of copy.querySelectorAll('.formula')) formula.replaceWith('F')
        return copy.textContent
      })
      expect(words).toBe('It costs $5 and $6. Take F of F for $7, or 8$ now.')
    },
    600_000,
  )

  browserTest(
    'formulas of a question and of a slide are shown in the preview before they are saved',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('Area')])
      const page = await openEditor(lesson)
      // Nothing of this page is saved.
      await page.route('**/admin/lessons/**', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      const preview = page.getByRole('region', { name: 'Preview' })
      await add(page, 'Question').click()
      await page.locator('textarea[name=prompt]').fill('Is $\\frac{1}{2}$ more than $5 or $6?')
      await preview.locator('h1 math mfrac, h2 math mfrac, p math mfrac').first().waitFor()
      await page.getByRole('textbox', { name: 'Option 1', exact: true }).fill('$x_1$')
      await preview.getByRole('button').locator('math msub').waitFor()
      // LaTeX that does not compile yet is shown as a learner would see it.
      await page.getByRole('textbox', { name: 'Option 2', exact: true }).fill('$\\frac{1$')
      await preview.locator('code').getByText('\\frac{1').waitFor()
      await page.getByRole('button', { name: '1. Text Area' }).click()
      await content(page).focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' And $y^2$ too')
      await preview.locator('math msup').waitFor()
      expect((await readLesson(lesson)).slides).toHaveLength(1)
    },
    600_000,
  )

  browserTest(
    'the history says what changed, and an earlier version is restored as an edit',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One plant')])
      await lesson.api.call(`POST /admin/lessons/${lesson.lessonId}/publish`, { token: lesson.token })
      const page = await openEditor(lesson)
      await heading(page).fill('Two plants')
      await page.getByText('Unpublished changes').filter({ visible: true }).waitFor()
      await page.getByRole('button', { name: 'Publish changes' }).click()
      await page.getByText('The changes are published.').waitFor()

      await page.getByRole('button', { name: 'Lesson settings' }).click()
      await page.getByRole('button', { name: 'History' }).click()
      const sheet = page.getByRole('dialog', { name: 'History' })
      const acts = sheet.getByRole('button', { name: /^(Published|Edited|Created)/ })
      await acts.nth(3).waitFor()
      const names = await acts.allTextContents()
      expect(names.map((name) => /^(Published|Edited|Created)/.exec(name)?.[0])).toEqual([
        'Published',
        'Edited',
        'Published',
        'Created',
      ])
      await acts.nth(1).click()
      const change = sheet.getByRole('heading', { name: 'Slide 1 was changed' })
      await change.waitFor()
      await sheet.getByText('One plant').waitFor()
      await sheet.getByText('Two plants').waitFor()
      await acts.nth(2).click()
      await change.waitFor({ state: 'detached' })
      await sheet.getByRole('button', { name: 'Restore this version' }).click()
      await sheet.waitFor({ state: 'detached' })
      await page.getByText('Unpublished changes').filter({ visible: true }).waitFor()
      expect(await heading(page).inputValue()).toBe('One plant')
      const published = await lesson.api.call(`GET /admin/lessons/${lesson.lessonId}?published=true`, {
        token: lesson.token,
      })
      expect(published.body.data.slides[0].title).toBe('Two plants')
      expect((await readLesson(lesson)).slides[0].title).toBe('One plant')

      // In the settings, an emptied field can be typed into, and what is no share is not taken.
      await page.getByRole('button', { name: 'Lesson settings' }).click()
      await page.getByLabel('To complete the lesson').selectOption('score')
      const share = page.getByLabel('Share of right answers in per cent')
      await share.fill('')
      await share.pressSequentially('850')
      await share.blur()
      expect(await share.inputValue()).toBe('85')
    },
    600_000,
  )

  browserTest(
    'a link to a slide opens the editor at this slide',
    async () => {
      const titles = Array.from({ length: 30 }, (_, index) => `Slide ${index + 1}`)
      const lesson = await createOwnLesson(
        testbed.service.url,
        titles.map((title) => textSlide(title)),
      )
      const viewport = { width: 1280, height: 800 }
      const page = await testbed.openAs(AUTHOR, `${lesson.path}#slide-29`, { viewport })
      await heading(page).waitFor()
      expect(await heading(page).inputValue()).toBe('Slide 29')
      // The list shows it as well.
      const row = page.getByRole('button', { name: '29. Text Slide 29' })
      await waitUntil(async () => {
        const [shown, list] = [await row.boundingBox(), await page.locator('main nav').boundingBox()]
        return shown!.y >= list!.y && shown!.y + shown!.height <= list!.y + list!.height
      })
    },
    600_000,
  )

  browserTest(
    'a lesson is written and played on a page without TLS, where browsers lack some functions',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One')])
      await lesson.api.call(`POST /admin/lessons/${lesson.lessonId}/publish`, { token: lesson.token })
      const { user } = await enrolledLearner(lesson)
      const openWithoutTls = async (who: { email: string; password: string }, path: string) => {
        const context = await testbed.newContext({ viewport: { width: 1280, height: 800 } })
        await context.addInitScript(`
          delete Crypto.prototype.randomUUID
          delete Navigator.prototype.locks
          delete Navigator.prototype.clipboard`)
        await signInBrowser(context, testbed.service.url, who)
        return testbed.open(context, path)
      }
      const page = await openWithoutTls(AUTHOR, lesson.path)
      await heading(page).fill('Two')
      await saveState(page, 'saved')
      expect((await readLesson(lesson)).slides[0].title).toBe('Two')
      await page.getByRole('button', { name: 'Lesson settings' }).click()
      await page.getByRole('button', { name: 'Create a link' }).click()
      const link = page.getByRole('link', { name: '/preview/' })
      await link.waitFor()
      await page.evaluate(`addEventListener('copy', () => { window.copied = getSelection().toString() })`)
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByText('Copied').waitFor()
      expect(await page.evaluate<string>('window.copied')).toBe((await link.getAttribute('href'))!)
      const played = await openWithoutTls(user, `/lesson/${lesson.lessonId}`)
      await playLesson(played, { ending: played.getByRole('heading', { name: 'Lesson complete!' }) })
    },
    600_000,
  )

  browserTest(
    'the text keeps the cursor while it is saved, and shows what the author takes from elsewhere',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One', 'Leaves and water.')])
      const first = await openEditor(lesson)
      await content(first).focus()
      await first.keyboard.press('Control+Home')
      await first.keyboard.type('Green ')
      await saveState(first, 'saved')
      await waitUntil(async () => (await readLesson(lesson)).slides[0].content === 'Green Leaves and water.')
      await first.keyboard.type('tea ')
      await waitUntil(
        async () => (await readLesson(lesson)).slides[0].content === 'Green tea Leaves and water.',
      )
      // Another version is saved elsewhere.
      await lesson.api.call(`PATCH /admin/lessons/${lesson.lessonId}`, {
        token: lesson.token,
        body: { slides: [textSlide('One', 'From **elsewhere**.')] },
      })
      await first.keyboard.type('and ')
      await first.getByRole('button', { name: 'Take all of the other' }).click()
      await first.getByRole('button', { name: 'Save this choice' }).click()
      await content(first).locator('strong', { hasText: 'elsewhere' }).waitFor()
      expect(await content(first).textContent()).toBe('From elsewhere.')
    },
    600_000,
  )

  browserTest(
    'two tabs: the conflict is shown slide by slide, and nothing is overwritten',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One'), textSlide('Two')])
      const first = await openEditor(lesson)
      const second = await openEditor(lesson, first.context())
      await heading(first).fill('One by the first tab')
      await saveState(first, 'saved')
      await second.getByRole('button', { name: '2. Text Two' }).click()
      await heading(second).fill('Two by the second tab')
      await second.getByRole('heading', { name: 'This lesson was changed in two places' }).waitFor()
      const titles = async () =>
        (await readLesson(lesson)).slides.map(({ title }: { title: string }) => title)
      expect(await titles()).toEqual(['One by the first tab', 'Two'])
      // The versions of both slides are there, and the changed ones are proposed.
      await second.getByText('One by the first tab').waitFor()
      await second.getByText('Two by the second tab').waitFor()
      await second.getByRole('button', { name: 'Save this choice' }).click()
      await saveState(second, 'saved')
      expect(await titles()).toEqual(['One by the first tab', 'Two by the second tab'])

      // The first tab has the older version now, and changes the same slide: the author decides for the saved one.
      await first.getByRole('button', { name: '2. Text Two' }).click()
      await heading(first).fill('Two by the first tab')
      await first.getByRole('button', { name: 'Take all of the other' }).click()
      await first.getByRole('button', { name: 'Save this choice' }).click()
      await saveState(first, 'saved')
      expect(await titles()).toEqual(['One by the first tab', 'Two by the second tab'])
    },
    600_000,
  )

  browserTest(
    'a browser that is killed while the author types loses only the last words',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One')])
      const folder = await mkdtemp(join(tmpdir(), 'lyceum-killed-'))
      try {
        const killed = await openProcess(folder)
        await signInBrowser(killed.context, testbed.service.url, AUTHOR)
        const page = await killed.context.newPage()
        // Only the device has the words.
        await page.route('**/api/v2/admin/lessons/*', (route) =>
          route.request().method() === 'PATCH' ? route.abort() : route.continue(),
        )
        await page.goto(testbed.service.url + lesson.path)
        await heading(page).waitFor()
        await heading(page).focus()
        await page.keyboard.press('End')
        await page.keyboard.type(' plant with many leaves', { delay: 20 })
        const typedAt = performance.now()
        await waitUntil(async () => JSON.stringify(await storedDrafts(page)).includes('many leaves'))
        console.info(`on the device ${Math.round(performance.now() - typedAt)} ms after the last key`)
        await content(page).focus()
        await page.keyboard.press('Control+End')
        await page.keyboard.type(' Hot water.', { delay: 20 })
        await waitUntil(async () => JSON.stringify(await storedDrafts(page)).includes('Hot water.'))
        await page.keyboard.type(' and roots')
        await killed.kill()
        expect((await readLesson(lesson)).slides[0].title).toBe('One')

        const reopened = await openProcess(folder)
        await signInBrowser(reopened.context, testbed.service.url, AUTHOR)
        const again = await reopened.context.newPage()
        await again.goto(testbed.service.url + lesson.path)
        await heading(again).waitFor()
        expect(await heading(again).inputValue()).toBe('One plant with many leaves')
        await content(again).filter({ hasText: 'Leaves and water. Hot water.' }).waitFor()
        // The service gets it without another key stroke.
        await saveState(again, 'saved')
        const [slide] = (await readLesson(lesson)).slides
        expect(slide.title).toBe('One plant with many leaves')
        expect(slide.content).toStartWith('Leaves and water. Hot water.')
        await reopened.kill()
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    600_000,
  )

  browserTest(
    'a question of every type is written, and graded as its author says',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One')])
      const page = await openEditor(lesson)
      for (const { type, write } of TYPES) {
        await add(page, 'Question').click()
        const prompt = page.locator('textarea[name=prompt]:focus')
        await prompt.waitFor()
        await prompt.fill(`A question of type ${type}`)
        await page.getByLabel('Type of question').selectOption(type)
        await write(page)
        await saveState(page, 'saved')
      }
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('The lesson is published').waitFor()

      for (const isRight of [true, false]) {
        const { learner, user } = await enrolledLearner(lesson)
        const token = user.accessToken
        const { slides } = (await learner.call(`GET /lesson/${lesson.lessonId}`, { token })).body.data
        const graded: [string, boolean][] = []
        for (const slide of slides.slice(1)) {
          const { question, attempt } = slide
          const { right, wrong } = TYPES.find(({ type }) => type === question.type)!
          const answer = isRight ? right(question) : wrong(question)
          const response = await learner.call(`POST /user-lessons/${lesson.lessonId}/answers`, {
            token,
            body: {
              questionId: question.id,
              ...(slide.type === 'QUIZ' ? answer : { attempt, answer }),
            },
          })
          graded.push([question.type, response.body.data.isCorrect])
        }
        expect(graded).toEqual(TYPES.map(({ type }) => [type, isRight]))
      }
    },
    600_000,
  )

  browserTest(
    'pasted GIFT questions become slides by keyboard, and only if the author wants it',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [
        textSlide('One plant'),
        textSlide('Two', 'Old.'),
      ])
      const page = await openEditor(lesson)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const paste = async (text: string) => {
        await page.evaluate((it) => navigator.clipboard.writeText(it), text)
        await page.keyboard.press('Control+V')
      }
      const dialog = page.getByRole('dialog', { name: 'Insert questions?' })
      const rows = page.getByRole('navigation', { name: 'Slides' }).locator('[data-list-item]')
      const prompts = async () => (await rows.allTextContents()).map((row) => row.replace(/^\d+\. /, ''))
      const FIRST = ['TextOne plant', 'TextTwo']

      // By keyboard, out of the middle of a text: nothing is changed by the paste itself.
      await content(page).focus()
      await paste(GIFT)
      await dialog.getByRole('heading', { name: '3 questions were found' }).waitFor()
      await dialog.getByRole('heading', { name: '2 parts cannot be inserted' }).waitFor()
      expect(
        await dialog
          .getByRole('group', { name: /cannot be/ })
          .getByRole('listitem')
          .allTextContents(),
      ).toEqual([
        'Line 7has no right optionNone is right? {~a ~b}',
        'Line 15The same as in line 3Is tea a leaf?',
      ])
      expect(await prompts()).toEqual(FIRST)
      expect(await content(page).textContent()).toBe('Leaves and water.')
      expect(await page.evaluate('window.wasRun')).toBeUndefined()
      await tabTo(page, 'Insert 3 questions')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.locator('textarea[name=prompt]:focus').waitFor()
      const INSERTED = [
        'QuestionIs tea a leaf?',
        'QuestionHow hot, in degrees?',
        'QuestionA <img src=x onerror="window.wasRun=1"?',
      ]
      const shown = async () => (await prompts()).map((row) => row.replaceAll('&lt;', '<'))
      expect(await shown()).toEqual([FIRST[0]!, ...INSERTED, FIRST[1]!])
      await saveState(page, 'saved')
      await waitUntil(async () => (await readLesson(lesson)).slides.length === 5)
      for (const row of await rows.all()) await row.click()
      expect(await page.evaluate('window.wasRun')).toBeUndefined()

      // They are taken back together.
      await page.getByText('3 slides were inserted.').waitFor()
      await press(page, 'Undo')
      expect(await prompts()).toEqual(FIRST)
      // The button is gone, and the keyboard goes on at the slide.
      await page.locator('main > div:focus').waitFor()
      await waitUntil(async () => (await readLesson(lesson)).slides.length === 2)

      // As text, where the cursor was.
      await content(page).focus()
      await page.keyboard.press('Control+End')
      await paste('Is it {=a ~b}')
      await dialog.getByRole('heading', { name: '1 question was found' }).waitFor()
      await tabTo(page, 'Paste as text')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await waitUntil(async () => (await content(page).textContent()) === 'Leaves and water.Is it {=a ~b}')
      await page.keyboard.type(' or not')
      await waitUntil(
        async () => (await content(page).textContent()) === 'Leaves and water.Is it {=a ~b} or not',
      )
      await page.keyboard.press('Control+Z')
      await page.keyboard.press('Control+Z')
      await waitUntil(async () => (await content(page).textContent()) === 'Leaves and water.')

      // In a field of one line, and in Markdown.
      await heading(page).fill('')
      await paste('Is it {=a ~b}')
      await dialog.getByRole('button', { name: 'Paste as text' }).click()
      await waitUntil(async () => (await heading(page).inputValue()) === 'Is it {=a ~b}')
      await page.getByRole('switch', { name: 'Markdown' }).click()
      const code = page.locator('.cm-content')
      await code.focus()
      await page.keyboard.press('Control+A')
      await paste('Is it {=a ~b}')
      await dialog.getByRole('button', { name: 'Paste as text' }).click()
      await waitUntil(async () => (await code.textContent()) === 'Is it {=a ~b}')
      await page.keyboard.press('Control+A')
      // Braces and colons alone are a text.
      await paste('A set {a, b} of a::b and $x_{1}$.')
      await waitUntil(async () => (await code.textContent()) === 'A set {a, b} of a::b and $x_{1}$.')
      expect(await dialog.count()).toBe(0)

      // On the list: the questions come after the selected slide; a text becomes a slide. Escape pastes nothing.
      await rows.nth(1).focus()
      await page.keyboard.press('Enter')
      await paste('Is it {=a ~b}')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await paste('Is it {=a ~b}')
      await dialog.getByRole('button', { name: 'Insert 1 question' }).click()
      await waitUntil(async () => (await prompts()).at(-1) === 'QuestionIs it')
      await rows.nth(0).focus()
      await paste('Is it {=a ~b}')
      await dialog.getByRole('button', { name: 'Paste as text' }).click()
      await waitUntil(async () => (await rows.count()) === 4)
      await waitUntil(async () => (await content(page).textContent()) === 'Is it {=a ~b}')
    },
    600_000,
  )

  browserTest(
    'the text of a lesson that the reader may not change is not editable',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One')])
      const context = await testbed.newContext()
      await signInBrowser(context, testbed.service.url, AUTHOR)
      await context.route('**/api/v2/admin/lessons/*', async (route) => {
        const response = await route.fetch()
        const { data, ...others } = await response.json()
        await route.fulfill({ response, json: { ...others, data: { ...data, canEdit: false } } })
      })
      const page = await openEditor(lesson, context)
      await page.locator('.rich-text[contenteditable=false]').waitFor()
      expect(await page.getByRole('button', { name: 'Bold', exact: true }).isDisabled()).toBe(true)
    },
    600_000,
  )

  browserTest(
    'the editor of a lesson needs at most 300 KB of compressed script',
    async () => {
      const lesson = await createOwnLesson(testbed.service.url, [textSlide('One')])
      const context = await testbed.newContext()
      await signInBrowser(context, testbed.service.url, AUTHOR)
      const sizes: Promise<number>[] = []
      context.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname.endsWith('.js'))
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      const page = await openEditor(lesson, context)
      await page.waitForLoadState('networkidle')
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      reportMeasurement(`studio, editor of a lesson: ${(bytes / 1000).toFixed(1)} KB of compressed script`)
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThanOrEqual(STUDIO_BYTES)
    },
    600_000,
  )

  browserTest(
    'typing in a lesson of 60 slides stays quick',
    async () => {
      const slides = Array.from({ length: 60 }, (_, index) =>
        index % 3 === 2
          ? {
              type: 'QUIZ',
              question: { prompt: `Question ${index}?`, options: ['Yes', 'No'], correctIndex: 0 },
            }
          : textSlide(`Slide ${index}`, `A paragraph about **tea**, number ${index}.\n\n`.repeat(8)),
      )
      const lesson = await createOwnLesson(testbed.service.url, slides)
      const page = await openEditor(lesson)
      await page.evaluate(`(() => {
      window.latencies = []
      addEventListener('keydown', () => {
        const at = performance.now()
        requestAnimationFrame(() => setTimeout(() => window.latencies.push(performance.now() - at)))
      }, true)
    })()`)
      expect(await page.locator('.rich-text').count()).toBe(1)
      await content(page).focus()
      await page.keyboard.type('Before it is measured. ', { delay: 60 })
      await page.evaluate('window.latencies = []')
      await page.keyboard.type('Tea is a drink of leaves and hot water, known for ages. ', { delay: 60 })
      await waitUntil(async () => (await page.evaluate<number>('window.latencies.length')) >= 56)
      const latencies = (await page.evaluate<number[]>('window.latencies')).sort((a, b) => a - b)
      const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)]!)
      console.info(`keydown to paint with 60 slides: median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
      // Far above the goal of 50 ms: the machine of the tests is slow.
      expect(at(0.5)).toBeLessThan(1_000)
    },
    600_000,
  )
})

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

// biome-ignore lint/suspicious/noExplicitAny: a question of any type, as the service presents it.
type Presented = any

interface TypeCase {
  type: string
  /** Fills in the fields of the answer. */
  write: (page: Page) => Promise<void>
  right: (question: Presented) => object
  wrong: (question: Presented) => object
}

const ITEMS = ['Boil', 'Pour', 'Wait']
const PAIRS = { Green: 'steamed', Black: 'oxidised' }

const TYPES: TypeCase[] = [
  {
    type: 'SINGLE_CHOICE',
    write: async (page) => {
      await field(page, 'Option 1').fill('Wrong')
      await field(page, 'Option 2').fill('Right')
      await page.getByRole('radio', { name: 'Option 2 is right' }).check()
    },
    right: () => ({ selectedOption: 1 }),
    wrong: () => ({ selectedOption: 0 }),
  },
  {
    type: 'MULTIPLE_CHOICE',
    write: async (page) => {
      await field(page, 'Option 1').fill('Right')
      await field(page, 'Option 2').fill('Wrong')
      await page.getByRole('button', { name: 'Add an option' }).click()
      await field(page, 'Option 3').fill('Right, too')
      await page.getByRole('checkbox', { name: 'Option 3 is right' }).check()
    },
    right: ({ options }) => ({ selectedOptions: [options.indexOf('Right'), options.indexOf('Right, too')] }),
    wrong: ({ options }) => ({ selectedOptions: [options.indexOf('Right')] }),
  },
  {
    type: 'NUMBER',
    write: async (page) => {
      await field(page, 'Right number').fill('2')
      await field(page, 'Unit').fill('km')
      await field(page, 'Tolerance').fill('0.1')
      await page.getByRole('button', { name: 'Add a unit' }).click()
      await field(page, 'Unit 1').fill('m')
      await field(page, 'One of this unit, in km').fill('0.001')
    },
    right: () => ({ value: 2050, unit: 'm' }),
    wrong: () => ({ value: 2.2, unit: 'km' }),
  },
  {
    type: 'SHORT_TEXT',
    write: (page) => field(page, 'Accepted answers').fill('matcha\nmaccha'),
    right: () => ({ text: ' Maccha ' }),
    wrong: () => ({ text: 'sencha' }),
  },
  {
    type: 'ORDER',
    write: async (page) => {
      for (const [index, item] of ITEMS.entries()) await field(page, `Item ${index + 1}`).fill(item)
    },
    right: ({ items }) => ({ order: ITEMS.map((item) => items.indexOf(item)) }),
    wrong: ({ items }) => ({ order: ITEMS.toReversed().map((item) => items.indexOf(item)) }),
  },
  {
    type: 'MATCH',
    write: async (page) => {
      for (const [index, [left, right]] of Object.entries(PAIRS).entries()) {
        await field(page, `Left side ${index + 1}`).fill(left)
        await field(page, `Right side ${index + 1}`).fill(right)
      }
      await field(page, 'Extra right sides').fill('roasted')
    },
    right: ({ left, right }) => ({
      matches: left.map((each: keyof typeof PAIRS) => right.indexOf(PAIRS[each])),
    }),
    wrong: ({ left, right }) => ({
      matches: left.map((_: string, index: number) => right.indexOf(['roasted', 'steamed'][index])),
    }),
  },
  {
    type: 'GAP',
    write: async (page) => {
      await field(page, 'Text with gaps').fill('Tea is a')
      await page.getByRole('button', { name: 'Add a gap' }).click()
      await field(page, 'Accepted in gap 1').fill('drink\nbeverage')
    },
    right: () => ({ gaps: ['Beverage'] }),
    wrong: () => ({ gaps: ['stone'] }),
  },
]

/** A browser with its profile in a folder, whose process can be killed. */
async function openProcess(folder: string) {
  const port = join(folder, 'DevToolsActivePort')
  await rm(port, { force: true })
  const started = Bun.spawn(
    [
      findBrowser()!,
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  await waitUntil(() => Bun.file(port).exists())
  await waitUntil(async () => (await Bun.file(port).text()).includes('\n'))
  const [number] = (await Bun.file(port).text()).split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${number}`)
  const context = browser.contexts()[0]!
  context.setDefaultTimeout(150_000)
  // The program may be a script that starts the browser.
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const { id } = processInfo.find(({ type }) => type === 'browser')!
  const kill = async () => {
    process.kill(id, 'SIGKILL')
    await started.exited
    await waitUntil(() => !isRunning(id))
  }
  return { context, kill }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

/** What the device has of lessons. */
function storedDrafts(page: Page): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open('lyceum-studio')
    request.onsuccess = () => {
      if (!request.result.objectStoreNames.contains('lesson-drafts')) return resolve([])
      const rows = request.result.transaction('lesson-drafts').objectStore('lesson-drafts').getAll()
      rows.onsuccess = () => { request.result.close(); resolve(rows.result) }
    }
  })`)
}
