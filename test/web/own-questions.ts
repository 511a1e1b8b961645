import type { Page } from 'playwright-core'
import { type ApiClient, createClient } from '../harness/api-client.ts'
import { AUTHOR } from './own-lesson.ts'

export const QUESTIONS = '/studio/questions'

interface Signed {
  origin: string
  api: ApiClient
  token: string
}

async function signIn(page: Page): Promise<Signed> {
  const { origin } = new URL(page.url())
  const api = createClient(origin)
  const signedIn = await api.call('POST /auth/login', { body: AUTHOR })
  return { origin, api, token: signedIn.body.data.accessToken }
}

/** Questions of the demo author. A second import of them creates nothing. */
const FILE = `// [tag:sourdough] [tag:basics]
What makes bread rise? {=Carbon dioxide of the yeast#Yeast breathes it out. ~Salt ~Cold water####Yeast eats sugar and breathes out gas.}

// [tag:sourdough]
How many hours does a sourdough of 24 °C rest at least? {#4:1}

// [tag:flour]
Match each flour with its bread. {=Rye -> Pumpernickel =Wheat -> Baguette =Maize -> Cornbread}

// [tag:flour]
Which of these flours contain gluten? {~%50%Rye ~%50%Wheat ~%-100%Rice}

// [tag:basics]
What is the living mixture of flour and water called? {=starter =sourdough starter}
`

async function seed(page: Page): Promise<Signed> {
  const signed = await signIn(page)
  const { api, token } = signed
  await api.call('POST /admin/questions/import', { token, body: { format: 'gift', text: FILE } })
  return signed
}

async function openList(page: Page): Promise<Signed> {
  const signed = await seed(page)
  await page.goto(`${signed.origin}${QUESTIONS}?q=`)
  await page.locator('[data-list-item]').nth(4).waitFor()
  return signed
}

/** Two questions of the list are chosen. */
export async function chooseQuestions(page: Page): Promise<void> {
  await openList(page)
  for (const row of [0, 1]) await page.locator('main li input[type=checkbox]').nth(row).check()
  await page.locator('main section button').last().waitFor()
}

export async function openBulkSheet(page: Page): Promise<void> {
  await chooseQuestions(page)
  await page.locator('main section button').last().click()
  await page.getByRole('dialog').locator('form').waitFor()
}

async function openRising(page: Page): Promise<Signed> {
  const signed = await openList(page)
  await page.locator('[data-list-item]', { hasText: 'What makes bread rise?' }).first().click()
  await page.locator('textarea[name=prompt]').waitFor()
  return signed
}

export async function openOwnQuestion(page: Page): Promise<void> {
  await openRising(page)
}

/** The question is answered in its preview. */
export async function openPreview(page: Page): Promise<void> {
  await openRising(page)
  // On a wide screen it is beside the fields.
  const preview = page.locator('main .xl\\:hidden button').last()
  if (await preview.isVisible()) await preview.click()
  await page.locator('main section button').first().click()
  await page.locator('main section section').first().waitFor()
}

/** Another tab saves the question that this page is about to save. */
export async function openConflict(page: Page): Promise<void> {
  const { api, token } = await openRising(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.locator('input[name=hint]').fill('Think of bubbles.')
  await api.call(`PATCH /admin/questions/${id}`, { token, body: { hint: `Gas. ${Date.now()}` } })
  await page.keyboard.press('Control+s')
  await page.locator('#conflict').waitFor()
}

/** The sentences of an empty question are shown. */
export async function tryToCreate(page: Page): Promise<void> {
  await page.locator('form[data-saves] button[type=submit]').click()
  await page.locator('form[data-saves] [aria-invalid]').first().waitFor()
}

export async function openDuplicates(page: Page): Promise<void> {
  const { origin, api, token } = await signIn(page)
  const body = {
    prompt: 'Which flour has the most gluten?',
    options: ['Wheat', 'Rye', 'Rice'],
    correctIndex: 0,
    explanation: 'Wheat has the most gluten.',
  }
  const groups = await api.call('GET /admin/questions/duplicates', { token })
  if (groups.body.data.length === 0)
    for (const tags of [['flour'], ['flour', 'old']])
      await api.call('POST /admin/questions', { token, body: { ...body, tags } })
  await page.goto(`${origin}${QUESTIONS}/duplicates`)
  await page.locator('main li [data-list-item]').nth(1).waitFor()
}

/** The dry run of a file with faults and a question that is there already. */
export async function checkImport(page: Page): Promise<void> {
  await seed(page)
  const text = `What makes bread rise? {=Carbon dioxide of the yeast ~Salt ~Cold water}

Which grain has no gluten? {~Rye ~Wheat}

Is salt needed? {T}

When does dough rest? {=At night ~Never

How warm is a good oven in °C? {#230:20}

Write about bread. {}
`
  await page.locator('textarea[name=text]').fill(text)
  await page.locator('form[data-saves] button[type=submit]').click()
  await page.locator('#problems').waitFor()
}
