import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../../../../test/harness/browser.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'

// Scalar with the real API document, in a real browser, under the policy of the page. Skipped without a browser.
// With REFERENCE_SCREENSHOTS=<folder> the tests also write pictures.

const executablePath = findBrowser()
const browserTest = test.skipIf(!executablePath)
const screenshots = process.env.REFERENCE_SCREENSHOTS
const LOGIN = '#tag/sign-in/POST/api/v2/auth/login'
const PROFILE = '#tag/profile/GET/api/v2/user/profile'
const ACCOUNT = { email: 'ada@example.com', password: 'correct-horse-battery', username: 'ada_l' }

const OPERATIONS = ['/auth/login', '/user/profile', '/user-lessons/{lessonId}/complete']

let service: TestService
let excerpt: object
let browser: Browser
beforeAll(async () => {
  if (!executablePath) return
  service = await startTestService()
  // The sample body of the sign-in has the same e-mail address and password.
  await service.call('POST /auth/register', { body: ACCOUNT })
  const { body: document } = await service.call('GET //openapi.json')
  // Most tests need few operations, and Scalar renders a small document quickly on a busy machine.
  const paths = OPERATIONS.map((path) => [`/api/v2${path}`, document.paths[`/api/v2${path}`]])
  excerpt = { ...document, paths: Object.fromEntries(paths) }
  browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const opened: Page[] = []
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
})

/** Opens the page and records console errors and requests to other origins. */
async function visit(hash = '', options: BrowserContextOptions = {}, document: object | 'whole' = excerpt) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  opened.push(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && origin !== new URL(service.url).origin)
      complaints.push(request.url())
  })
  if (document !== 'whole') await page.route('**/openapi.json', (route) => route.fulfill({ json: document }))
  await page.goto(`${service.url}/docs${hash}`)
  await page.getByText('Introduction').first().waitFor({ state: 'attached' })
  return { page, complaints }
}

async function picture(page: Page, name: string) {
  if (screenshots) await page.screenshot({ path: `${screenshots}/reference-${name}.png` })
}

const tryButton = (page: Page, request: string) =>
  page.getByRole('button', { name: 'Test Request' }).filter({ hasText: `(${request})` })

/** Sends the sample request of an operation and returns the headers that the browser sent. */
async function tryRequest(page: Page, request: string): Promise<{ status: number; headers: Headers }> {
  await tryButton(page, request).click()
  const dialog = page.getByRole('dialog')
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/v2/')),
    dialog.getByRole('button', { name: /^Send/ }).first().click(),
  ])
  await dialog.getByText(String(response.status())).first().waitFor()
  await picture(page, `tried-${response.status()}-${new URL(response.url()).pathname.split('/').at(-1)}`)
  await page.getByRole('button', { name: 'Close Client' }).click()
  return { status: response.status(), headers: new Headers(await response.request().allHeaders()) }
}

async function search(page: Page, text: string): Promise<string> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(text)
  const first = page.getByRole('option').first()
  await first.filter({ hasText: /\w/ }).waitFor()
  const found = (await first.textContent())!
  await page.keyboard.press('Escape')
  return found.replace(/\s+/g, ' ')
}

describe('the API reference in a browser', () => {
  browserTest('the page shows the introduction and sends no request to another origin', async () => {
    const { page, complaints } = await visit('', {}, 'whole')
    await page.getByRole('heading', { name: 'Error codes', exact: true }).waitFor()
    for (const title of ['Demo users', 'Rate limits', 'TypeScript client', 'Error codes'])
      expect(await page.getByRole('heading', { name: title, exact: true }).count()).toBe(1)
    await picture(page, 'light')
    await page.waitForTimeout(2_000)
    expect(complaints).toEqual([])
  })

  browserTest(
    'the access token of a tried sign-in is sent with the next request, and no Idempotency-Key',
    async () => {
      const { page, complaints } = await visit(LOGIN)
      const card = page.locator('.scalar-card', { has: tryButton(page, 'post /api/v2/auth/login') })
      const sample = await card.textContent()
      expect(sample).toContain('/api/v2/auth/login')
      expect(sample).not.toContain('Idempotency-Key')
      const signIn = await tryRequest(page, 'post /api/v2/auth/login')
      expect(signIn.status).toBe(200)
      expect(signIn.headers.get('authorization')).toBeNull()
      expect(signIn.headers.get('idempotency-key')).toBeNull()
      await page.evaluate((hash) => location.assign(hash), PROFILE)
      const profile = await tryRequest(page, 'get /api/v2/user/profile')
      expect(profile.headers.get('authorization')).toMatch(/^Bearer ey/)
      expect(profile.status).toBe(200)
      expect(complaints).toEqual([])
    },
  )

  browserTest('the search finds error codes, request fields and response fields', async () => {
    const { page, complaints } = await visit()
    expect(await search(page, 'LESSON_LOCKED')).toContain('Heading: LESSON_LOCKED')
    expect(await search(page, 'timeSpentSeconds')).toContain('Operation: Complete a lesson')
    expect(await search(page, 'gemsEarned')).toContain('Models: LessonResult')
    expect(complaints).toEqual([])
  })

  browserTest('the page follows the dark theme of the system, and the reader can switch', async () => {
    const { page, complaints } = await visit('', { colorScheme: 'dark' })
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(await background()).toBe('rgb(20, 16, 31)')
    await picture(page, 'dark')
    await page.getByRole('button', { name: /light mode/i }).click()
    expect(await background()).toBe('rgb(251, 248, 242)')
    expect(complaints).toEqual([])
  })

  browserTest('the page fits a phone', async () => {
    const { page, complaints } = await visit('', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await page.getByRole('heading', { name: 'Getting started' }).waitFor()
    await picture(page, 'phone')
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(complaints).toEqual([])
  })
})
