import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { signInBrowser } from './learner-account.ts'
import { type Author, newAuthor as createAuthor } from './new-author.ts'

// The question bank in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))
const STUDIO_BYTES = 300_000

const newAuthor = () => createAuthor(bed.service)
const question = (prompt: string, more: object = {}) => ({
  prompt,
  options: ['Yes', 'No'],
  correctIndex: 0,
  ...more,
})
const create = async ({ api }: Author, body: object): Promise<string> =>
  (await api('POST /admin/questions', body)).body.data.id
const read = async ({ api }: Author, id: string) => (await api(`GET /admin/questions/${id}`)).body.data
const rowOf = (page: Page, prompt: string) => page.locator('[data-list-item]', { hasText: prompt })

describe('the list of questions', () => {
  browserTest('search and filters are in the URL, and others see nothing of them', async () => {
    const [ada, bob] = [await newAuthor(), await newAuthor()]
    await create(ada, question('Does rye rise?', { tags: ['rye'] }))
    await create(ada, { type: 'NUMBER', prompt: 'How many eggs?', value: 3, tags: ['eggs'] })
    const page = await bed.openAs(ada.user, '/studio/questions')
    await rowOf(page, 'How many eggs?').waitFor()
    await page.keyboard.press('/')
    await page.locator('input[type=search]:focus').waitFor()
    await page.keyboard.type('rye')
    await page.waitForURL(/q=rye/)
    await rowOf(page, 'How many eggs?').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.locator('input[type=search]').fill('')
    await rowOf(page, 'How many eggs?').waitFor()
    await page.getByLabel('Type of question').selectOption('NUMBER')
    await page.waitForURL(/type=NUMBER/)
    await rowOf(page, 'Does rye rise?').waitFor({ state: 'detached' })
    await page.getByLabel('Tags').selectOption('rye')
    await page.waitForURL(/tag=rye/)
    await page.getByRole('heading', { name: 'No question matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await rowOf(page, 'Does rye rise?').waitFor()
    await page.getByLabel('Whose questions').selectOption('all')
    await page.waitForURL(/of=all/)
    await page.getByText('Shipped, read-only').first().waitFor()

    const other = await bed.openAs(bob.user, '/studio/questions')
    await other.getByRole('heading', { name: 'You have no questions yet' }).waitFor()
  })

  browserTest('chosen questions are changed together, by keyboard', async () => {
    const author = await newAuthor()
    const ids = [
      await create(author, question('One?', { tags: ['old'] })),
      await create(author, question('Two?', { tags: ['old'] })),
      await create(author, question('Three?', { tags: ['old'] })),
    ]
    const page = await bed.openAs(author.user, '/studio/questions')
    for (const prompt of ['One?', 'Two?']) {
      await page.getByLabel(`Choose: ${prompt}`).focus()
      await page.keyboard.press('Space')
    }
    await page.getByText('2 questions chosen').waitFor()
    await tabTo(page, 'Change…')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Add tags').fill('new, better')
    await dialog.getByText('old', { exact: true }).click()
    await dialog.getByLabel('Status').selectOption('PUBLISHED')
    await page.keyboard.press('Control+s')
    await page.getByText('2 questions are changed.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const [one, two, three] = await Promise.all(ids.map((id) => read(author, id)))
    for (const changed of [one, two])
      expect(changed).toMatchObject({ tags: ['new', 'better'], status: 'PUBLISHED' })
    expect(three).toMatchObject({ tags: ['old'], status: 'DRAFT' })
    await page.getByText('2 questions chosen').waitFor({ state: 'detached' })
  })

  browserTest('a question that is gone is named, and the others are changed', async () => {
    const [ada, bob] = [await newAuthor(), await newAuthor()]
    const kept = await create(ada, question('Mine?'))
    const lost = await create(ada, question('Not mine any more?'))
    const page = await bed.openAs(ada.user, '/studio/questions')
    await page.getByLabel('Choose all on this page').check()
    await bed.service.test.database.query`update question set owner_id = ${bob.user.id} where id = ${lost}`
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('dialog').getByLabel('Difficulty').selectOption('HARD')
    await page.getByRole('button', { name: 'Change them' }).click()
    await page.getByText('1 question is gone or not yours.').waitFor()
    expect((await read(ada, kept)).difficulty).toBe('HARD')
    expect((await read(bob, lost)).difficulty).toBe('MEDIUM')
  })

  browserTest('the questions that match are saved as a GIFT file', async () => {
    const author = await newAuthor()
    await create(author, question('Is bread baked?', { tags: ['bread'] }))
    await create(author, question('Is soup cooked?', { tags: ['soup'] }))
    const page = await bed.openAs(author.user, '/studio/questions?tag=bread')
    await rowOf(page, 'Is bread baked?').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'GIFT' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('questions.gift')
    const text = await Bun.file(await download.path()).text()
    expect(text).toContain('Is bread baked?')
    expect(text).not.toContain('soup')
  })
})

describe('the import', () => {
  browserTest('200 GIFT questions with 5 faults: 195 are drafts, and 5 are named by line', async () => {
    const author = await newAuthor()
    const faulty = new Map([
      [10, 'Which? {~a ~b}'],
      [57, 'Which? {=a ~b'],
      [101, 'An essay. {}'],
      [150, 'Which? {#many}'],
      [199, 'Which? {=only}  {=two}'],
    ])
    const text = Array.from(
      { length: 200 },
      (_, index) => faulty.get(index) ?? `Question ${index}? {=right ~wrong ~also wrong}`,
    ).join('\n\n')
    const page = await bed.openAs(author.user, '/studio/questions/import')
    await page.getByLabel('Paste the questions').fill(text)
    await page
      .getByRole('combobox', { name: 'Format' })
      .getByText('Recognised: GIFT')
      .waitFor({ state: 'attached' })
    await page.getByLabel('Tags').fill('many')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'What would be imported' }).waitFor()
    await page.getByRole('heading', { name: '195 questions can be imported' }).waitFor()
    const lines = [...faulty.keys()].map((index) => `Line ${2 * index + 1}`)
    const problems = page.locator('section[aria-labelledby=problems]')
    await problems.getByRole('heading', { name: '5 questions cannot be imported' }).waitFor()
    expect(await problems.locator('li > span:first-child').allTextContents()).toEqual(lines)
    for (const sentence of await problems.locator('li span span').allTextContents())
      expect(sentence).not.toBe('')
    const stored = async () => (await author.api('GET /admin/questions?tag=many&limit=1')).body.meta.total
    expect(await stored()).toBe(0)
    await page.getByRole('button', { name: 'Import 195 questions' }).dblclick()
    await page.getByRole('heading', { name: 'The import is done' }).waitFor()
    await page.getByRole('heading', { name: '195 questions are imported as drafts' }).waitFor()
    expect(await problems.locator('li > span:first-child').allTextContents()).toEqual(lines)
    expect(await stored()).toBe(195)

    // The same text once more creates nothing.
    await page.getByRole('button', { name: 'Import more' }).click()
    await page.getByLabel('Paste the questions').fill(text)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('heading', { name: '195 questions are there already' }).waitFor()
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  })

  browserTest('a file is recognised, and the author may choose another format', async () => {
    const author = await newAuthor()
    const page = await bed.openAs(author.user, '/studio/questions/import')
    const sheet = await Bun.file('src/modules/question-bank/fixtures/kahoot.csv').bytes()
    const file = page.locator('main input[type=file]')
    await file.setInputFiles({ name: 'quiz.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    const format = page.getByRole('combobox', { name: 'Format' })
    await format.getByText('Recognised: Kahoot').waitFor({ state: 'attached' })
    await format.selectOption('aiken')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Read as Aiken.').waitFor()
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Change the text' }).click()
    await format.selectOption({ label: 'Recognised: Kahoot' })
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Read as Kahoot.').waitFor()
    await page.getByRole('button', { name: /^Import \d+ question/ }).click()
    await page.getByRole('link', { name: 'See the drafts' }).click()
    await page.waitForURL(/status=DRAFT/)
    await page.locator('[data-list-item]').first().waitFor()
  })
})

describe('a question', () => {
  browserTest('an author writes, tries, publishes and archives a question', async () => {
    const author = await newAuthor()
    const page = await bed.openAs(author.user, '/studio/questions/new')
    await page.getByRole('button', { name: 'Create the question' }).click()
    await page.getByText('Complete the question first.').waitFor()
    await page.locator('textarea[name=prompt]').fill('How many legs has a spider?')
    await page.getByLabel('Type of question').selectOption('NUMBER')
    await page.getByLabel('Right number').fill('8')
    await page.getByLabel('Tags').fill('animals, counting')
    // The words survive a reload before the question is created.
    await page.reload()
    expect(await page.locator('textarea[name=prompt]').inputValue()).toBe('How many legs has a spider?')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('textbox').fill('8')
    await preview.getByRole('button', { name: 'Check' }).click()
    await preview.getByText('Exactly right').waitFor()
    await page.getByRole('button', { name: 'Create the question' }).click()
    await page.waitForURL(/\/studio\/questions\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1)!
    expect(await read(author, id)).toMatchObject({
      type: 'NUMBER',
      value: 8,
      tags: ['animals', 'counting'],
      status: 'DRAFT',
      use: 'CHALLENGE',
    })
    // The form of the new question is shown until the page of the question is loaded.
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    await page.locator('textarea[name=explanation]').fill('Insects have six.')
    await page.keyboard.press('Control+s')
    await page.getByText('All changes are saved.').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The question is published.').waitFor()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('The question is archived.').waitFor()
    expect(await read(author, id)).toMatchObject({ explanation: 'Insects have six.', status: 'ARCHIVED' })
    await page.goto(`${bed.service.url}/studio/questions/new`)
    await page.getByRole('heading', { name: 'New question' }).waitFor()
    expect(await page.locator('textarea[name=prompt]').inputValue()).toBe('')
  })

  browserTest('two versions are shown side by side, and nothing is overwritten', async () => {
    const author = await newAuthor()
    const id = await create(author, question('Is water wet?'))
    const page = await bed.openAs(author.user, `/studio/questions/${id}`)
    await page.locator('input[name=hint]').fill('My hint')
    await author.api(`PATCH /admin/questions/${id}`, { hint: 'Another hint' })
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Someone else saved another version' }).waitFor()
    expect((await read(author, id)).hint).toBe('Another hint')
    expect(await page.getByText('The question is saved.').count()).toBe(0)
    await page.getByText('Another hint').waitFor()
    await page.getByRole('button', { name: 'Save this choice' }).click()
    await waitUntil(async () => (await read(author, id)).hint === 'My hint')
  })

  browserTest('of two questions that are the same one is archived', async () => {
    const author = await newAuthor()
    const ids = [
      await create(author, question('Same?', { tags: ['first'] })),
      await create(author, question('same?', { tags: ['second'] })),
    ]
    const page = await bed.openAs(author.user, '/studio/questions/duplicates')
    await page.getByText(/second$/).waitFor()
    await page.getByText(/first$/).waitFor()
    await page.getByRole('button', { name: 'Archive' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'No question is there twice' }).waitFor()
    const statuses = await Promise.all(ids.map(async (id) => (await read(author, id)).status))
    expect(statuses.sort()).toEqual(['ARCHIVED', 'DRAFT'])
  })

  browserTest('the page of a question needs at most 300 KB of compressed script', async () => {
    const author = await newAuthor()
    const id = await create(author, question('Small?'))
    const context = await bed.newContext()
    await signInBrowser(context, bed.service.url, author.user)
    const sizes: Promise<number>[] = []
    context.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js'))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const page = await bed.open(context, `/studio/questions/${id}`)
    await page.locator('textarea[name=prompt]').waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    reportMeasurement(`studio, page of a question: ${(bytes / 1000).toFixed(1)} KB of compressed script`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(STUDIO_BYTES)
  })
})
