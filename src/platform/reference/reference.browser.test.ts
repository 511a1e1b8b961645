import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { fillerCount, hostile, openapi } from './reference-testbed.ts'

// The page is checked in a real browser, under the policy that the server sends with it. Without a browser
// these tests are skipped. With REFERENCE_SCREENSHOTS=<folder> they also leave pictures to look at.

// A browser on a busy machine takes longer than the five seconds that a test has otherwise.
setDefaultTimeout(180_000)

const executablePath = Bun.which('chromium')
const screenshots = process.env.REFERENCE_SCREENSHOTS
const browserTest = test.skipIf(!executablePath)

const policy = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'"

type Received = { method: string; url: string; headers: Headers; body: string }

let browser: Browser
let server: ReturnType<typeof Bun.serve>
let received: Received[] = []
let isBroken = false
const closers: (() => Promise<void>)[] = []

function file(name: string) {
  return new Response(Bun.file(new URL(name, import.meta.url)), {
    headers: { 'content-security-policy': policy },
  })
}

async function answer(request: Request) {
  const { pathname, search } = new URL(request.url)
  received.push({
    method: request.method,
    url: pathname + search,
    headers: request.headers,
    body: await request.text(),
  })
  const headers = { 'x-request-id': 'req_42', ratelimit: '"default";r=58;t=30' }
  if (pathname.endsWith('/auth/login'))
    return Response.json({ success: true, data: { accessToken: 'fresh-token' } }, { headers })
  return Response.json({ success: true, data: { xpEarned: 40, note: hostile } }, { headers })
}

beforeAll(async () => {
  if (!executablePath) return
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/docs': () => file('page.html'),
      '/docs/:name': (request) => file(request.params.name),
      '/openapi.json': () => (isBroken ? new Response('no', { status: 503 }) : Response.json(openapi)),
    },
    fetch: answer,
  })
  browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
})

afterAll(async () => {
  await browser?.close()
  await server?.stop(true)
})

afterEach(async () => {
  received = []
  isBroken = false
  for (const close of closers.splice(0)) await close()
})

type Visit = { page: Page; problems: string[]; externalRequests: string[] }

/** Opens the page and writes down everything that must not happen on it. */
async function visit(hash = '', options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  closers.push(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  const problems: string[] = []
  const externalRequests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('dialog', (dialog) => {
    problems.push(`A dialog opened: ${dialog.message()}`)
    dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== server.url.origin) externalRequests.push(request.url())
  })
  await page.goto(`${server.url.origin}/docs${hash}`)
  await page.locator('[aria-busy=false]').waitFor()
  return { page, problems, externalRequests }
}

const operation = (page: Page, id: string) => page.locator(`[id="${id}"]`)

async function picture(page: Page, name: string) {
  if (screenshots) await page.screenshot({ path: `${screenshots}/reference-${name}.png` })
}

function expectQuiet({ problems, externalRequests }: Visit) {
  expect(problems).toEqual([])
  expect(externalRequests).toEqual([])
}

describe('the API reference', () => {
  browserTest('lists every endpoint and webhook by tag, with its method', async () => {
    const visited = await visit()
    const { page } = visited
    expect(await page.locator('.nav-link').count()).toBe(fillerCount + 7)
    const tags = await page.locator('.nav-group > summary > span:first-of-type').allTextContents()
    expect(tags.slice(0, 2)).toEqual(['Identity', 'Learning'])
    expect(tags.at(-1)).toBe('Webhooks')
    expect(await page.locator('.nav-link[data-operation=updateProfile] .method').textContent()).toBe('PATCH')
    expect(await operation(page, 'deleteCourse').locator('.flag').first().textContent()).toBe('deprecated')
    expect(await page.locator('.introduction').textContent()).toContain('156 endpoints, 1 webhook')
    await picture(page, 'desktop-light')
    expectQuiet(visited)
  })

  browserTest('draws the body of an endpoint only when it comes near', async () => {
    const { page } = await visit()
    const drawn = () => page.locator('.operation-body:not(:empty)').count()
    expect(await drawn()).toBeLessThan(12)
    await page.locator('.nav-group[data-tag="Group 14"] > summary').click()
    await page.locator('.nav-link[data-operation=filler149]').click()
    await operation(page, 'filler149').locator('.panel').first().waitFor()
    expect(await drawn()).toBeLessThan(24)
  })

  browserTest('opens a deep link at its place and marks it in the navigation', async () => {
    const visited = await visit('#filler77')
    const { page } = visited
    await page.locator('.nav-link[data-operation=filler77][aria-current]').waitFor()
    await page.waitForTimeout(700)
    await waitUntil(async () => {
      const { y = 0 } = (await operation(page, 'filler77').boundingBox()) ?? {}
      return y > 40 && y < 140
    })
    expectQuiet(visited)
  })

  browserTest('finds endpoints by path, summary and tag, from the keyboard', async () => {
    const visited = await visit()
    const { page } = visited
    const shown = () =>
      page
        .locator('.nav-link:visible')
        .evaluateAll((links) => links.map((link) => link.id || link.getAttribute('data-operation')))
    await page.keyboard.press('/')
    await page.keyboard.type('user-lessons')
    expect(await shown()).toEqual(['completeLesson'])
    await page.locator('#ui-search').fill('SIGN in')
    expect(await shown()).toEqual(['login'])
    await page.locator('#ui-search').fill('webhooks issued')
    expect(await shown()).toEqual(['certificateIssued'])
    await page.locator('#ui-search').fill('learning read')
    expect(await shown()).toEqual(['getCourse', 'readWeb'])
    await page.locator('#ui-search').fill('zzz')
    expect(await page.locator('#ui-search-count').textContent()).toContain('Nothing matches')
    await page.locator('#ui-search').fill('profile')
    await picture(page, 'search')
    await page.keyboard.press('Enter')
    // The address follows the key a moment later.
    await page.waitForURL(({ hash }) => hash === '#updateProfile')
    expectQuiet(visited)
  })

  browserTest('shows a schema as a tree, with constraints, alternatives, null and cycles', async () => {
    const visited = await visit('#getCourse')
    const { page } = visited
    const course = operation(page, 'getCourse')
    const field = (name: string) =>
      course
        .locator('.response[open] .field')
        .filter({ has: page.locator(`:scope > .field-head > .field-name:text-is("${name}")`) })
    expect(await field('data').locator('> .field-head').textContent()).toContain('Course')
    expect(await field('coverUrl').locator('> .field-head').textContent()).toContain('string (uri) or null')
    expect(await field('level').locator('.values').first().textContent()).toContain('INTERMEDIATE')
    expect(await field('prerequisites').locator('> .field-head').textContent()).toContain('array of Course')
    await field('slides').locator('> .nested > summary').click()
    // What was folded is built a moment after it is opened, here and below.
    await field('slides').locator('.choice').first().waitFor()
    expect(await field('slides').locator('.choice').allTextContents()).toEqual(['TEXT_WITH_IMAGE', 'QUIZ'])
    await field('slides').locator('.choice', { hasText: 'QUIZ' }).click()
    expect(await field('options').locator('.facts').first().textContent()).toContain('2 to 6 items')

    await course.getByRole('button', { name: 'Expand all' }).click()
    expect(await course.locator('.flag', { hasText: 'recursive' }).count()).toBeGreaterThan(0)
    expect(await course.locator('.parameters').allTextContents()).toHaveLength(3)
    expect(await course.locator('.parameters').nth(1).textContent()).toContain('1 to 100')
    expect(await course.locator('.parameters').nth(1).textContent()).toContain('default 20')
    expect(await course.locator('.security').textContent()).toContain('Bearer token, optional')
    await picture(page, 'schema')
    expectQuiet(visited)
  })

  browserTest('ends where schemas refer to each other without end', async () => {
    const visited = await visit('#readWeb')
    const { page } = visited
    const graph = operation(page, 'readWeb')
    await graph.locator('.panel').first().waitFor()
    const names = await graph.locator('.response[open] .field-name').allTextContents()
    expect(names.toSorted()).toEqual(['createdAt', 'id', 'left', 'right'])
    expect(await graph.locator('.response[open] .flag').count()).toBe(0)
    await graph.getByLabel('Example response').selectOption('1')
    expect((await graph.locator('.panel').nth(1).textContent())?.length).toBeLessThan(20_000)
    await graph.locator('.response', { hasText: '203' }).locator('> summary').click()
    await graph.getByRole('button', { name: 'Expand all' }).click()
    expect(await graph.locator('.nested[open]').count()).toBeLessThanOrEqual(300)
    expectQuiet(visited)
  })

  browserTest('lists the refusals of an answer by code', async () => {
    const visited = await visit('#login')
    const { page } = visited
    const login = operation(page, 'login')
    await login.locator('.response', { hasText: '401' }).locator('> summary').click()
    await login.locator('.refusals tbody tr').first().waitFor()
    const rows = await login.locator('.refusals tbody tr').allTextContents()
    expect(rows[0]).toContain('INVALID_CREDENTIALS')
    expect(rows[1]).toContain('needs a code')
    await login.getByLabel('Example response').selectOption({ label: '401 Unauthorized' })
    expect(await login.locator('.panel').nth(1).textContent()).toContain('"code": "INVALID_CREDENTIALS"')
    expect(await login.locator('.prose strong').first().textContent()).toBe('one answer')
    expect(await login.locator('.prose li').count()).toBe(2)
    await picture(page, 'refusals')
    expectQuiet(visited)
  })

  browserTest('shows hostile text as text', async () => {
    const visited = await visit('#getCourse')
    const { page } = visited
    const course = operation(page, 'getCourse')
    await course.locator('.response', { hasText: '404' }).locator('> summary').click()
    expect(await course.locator('.operation-main > .prose').textContent()).toContain(hostile)
    expect(await course.locator('.refusals').textContent()).toContain(hostile)
    await course.getByRole('button', { name: 'Try it' }).click()
    await course.getByRole('button', { name: 'Send GET' }).click()
    await course.locator('.answer .code').waitFor()
    expect(await course.locator('.answer .code').textContent()).toContain(hostile)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    expectQuiet(visited)
  })

  browserTest('sends a request with the token and shows the answer', async () => {
    const visited = await visit('#completeLesson')
    const { page } = visited
    await page.getByLabel('Access token', { exact: true }).fill('Bearer secret-token')
    const lesson = operation(page, 'completeLesson')
    await lesson.getByRole('button', { name: 'Try it' }).click()
    await lesson.getByLabel('lessonId').fill('a b/c')
    await lesson.getByLabel('body').fill('{"score": 77}')
    await lesson.getByRole('button', { name: 'New key' }).click()
    await lesson.getByRole('button', { name: 'Send POST' }).click()
    await lesson.locator('.answer .code').waitFor()

    const [request] = received
    expect(request?.url).toBe('/api/v2/user-lessons/a%20b%2Fc/complete')
    expect(request?.headers.get('authorization')).toBe('Bearer secret-token')
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(request?.body).toBe('{"score": 77}')
    const shown = await lesson.locator('.answer').textContent()
    for (const part of ['200', 'ms', 'req_42', '"default";r=58;t=30', '"xpEarned": 40'])
      expect(shown).toContain(part)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('secret-token')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)

    // The command follows what was filled in, but the token stays out of it.
    const curl = await lesson.locator('.panel .code').first().textContent()
    expect(curl).toContain('a%20b%2Fc')
    expect(curl).toContain('Authorization: Bearer $TOKEN')
    expect(curl).not.toContain('secret-token')
    await lesson.scrollIntoViewIfNeeded()
    await picture(page, 'try-it')
    expectQuiet(visited)
  })

  browserTest('sends no token where none is asked for, and takes over the one from signing in', async () => {
    const { page } = await visit('#login')
    await page.getByLabel('Access token', { exact: true }).fill('old-token')
    const login = operation(page, 'login')
    await login.getByRole('button', { name: 'Try it' }).click()
    expect(await login.getByLabel('body').inputValue()).toContain('"email": "ada@example.org"')
    await login.getByRole('button', { name: 'Send POST' }).click()
    await login.getByRole('button', { name: 'Use this access token' }).click()
    expect(received[0]?.headers.has('authorization')).toBe(false)
    expect(await page.getByLabel('Access token', { exact: true }).inputValue()).toBe('fresh-token')
  })

  browserTest('sends a form with a file', async () => {
    const visited = await visit('#updateProfile')
    const { page } = visited
    const profile = operation(page, 'updateProfile')
    await profile.getByRole('button', { name: 'Try it' }).click()
    await profile.getByLabel('content-type').selectOption('multipart/form-data')
    await profile
      .getByLabel('avatar')
      .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: Buffer.from('pixels') })
    await profile.getByRole('button', { name: 'Send PATCH' }).click()
    await profile.locator('.answer .code').waitFor()
    expect(received[0]?.headers.get('content-type')).toStartWith('multipart/form-data; boundary=')
    expect(received[0]?.body).toContain('filename="ada.png"')
    expect(received[0]?.body).toContain('Engines & numbers')
    expect(await profile.locator('.panel .code').first().textContent()).toContain("-F 'avatar=@ada.png'")
    expectQuiet(visited)
  })

  browserTest('copies a command that a shell understands', async () => {
    const { page } = await visit('#login', { permissions: ['clipboard-read', 'clipboard-write'] })
    const login = operation(page, 'login')
    await login.getByRole('button', { name: 'Try it' }).click()
    await login.getByLabel('body').fill(`{"email": "o'hara@example.org", "password": "$HOME"}`)
    await login.getByRole('button', { name: 'Copy as curl' }).click()
    await login.getByRole('button', { name: 'Copied' }).waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const words = await Bun.$`sh -c ${command.replace(/^curl/, 'printf "%s\\n"')}`.text()
    expect(words).toContain(`${server.url.origin}/api/v2/auth/login`)
    expect(words).toContain(`{"email": "o'hara@example.org", "password": "$HOME"}`)
  })

  browserTest('shows webhooks with their payload and nothing to try', async () => {
    const visited = await visit('#certificateIssued')
    const { page } = visited
    const hook = operation(page, 'certificateIssued')
    await hook.locator('.panel').waitFor()
    expect(await hook.locator('.panel').textContent()).toContain('"event": "certificate.issued"')
    expect(await hook.getByRole('button', { name: 'Try it' }).count()).toBe(0)
    expectQuiet(visited)
  })

  browserTest('fits a phone, where the navigation is a drawer', async () => {
    const visited = await visit('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const { page } = visited
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await picture(page, 'phone')
    expect(await overflow()).toBe(0)
    expect(await page.locator('.nav-link').first().isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Endpoints' }).tap()
    await page.locator('.nav-link').first().waitFor()
    await page.waitForTimeout(300)
    await picture(page, 'phone-drawer')
    await page.locator('.nav-group[data-tag=Learning] > summary').tap()
    await page.locator('.nav-link[data-operation=getCourse]').tap()
    await page.locator('#ui-sidebar').waitFor({ state: 'hidden' })
    const course = operation(page, 'getCourse')
    await course.getByRole('button', { name: 'Expand all' }).tap()
    await page.waitForTimeout(600)
    await picture(page, 'phone-operation')
    await course.getByRole('button', { name: 'Try it' }).tap()
    await course.getByRole('button', { name: 'Send GET' }).tap()
    await course.locator('.answer .code').waitFor()
    await picture(page, 'phone-try-it')
    expect(await overflow()).toBe(0)
    await page.getByRole('button', { name: 'Access token' }).tap()
    await page.getByLabel('Access token', { exact: true }).waitFor()
    await picture(page, 'phone-token')
    expect(await overflow()).toBe(0)
    expectQuiet(visited)
  })

  browserTest('follows the dark theme of the system', async () => {
    const visited = await visit('#completeLesson', { colorScheme: 'dark', reducedMotion: 'reduce' })
    const { page } = visited
    await page.waitForTimeout(600)
    await picture(page, 'desktop-dark')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(15, 21, 20)')
    expectQuiet(visited)
  })

  browserTest('puts every endpoint on paper', async () => {
    const { page } = await visit()
    const bytes = await page.pdf()
    expect(bytes.length).toBeGreaterThan(100_000)
    expect(await page.locator('.operation-body:empty').count()).toBe(0)
    if (screenshots) await Bun.write(`${screenshots}/reference.pdf`, bytes)
  })

  browserTest('says what to do when the document cannot be loaded', async () => {
    isBroken = true
    const { page, externalRequests } = await visit()
    expect(await page.getByRole('alert').textContent()).toContain('The document could not be loaded')
    expect(await page.getByRole('alert').textContent()).toContain('503')
    await picture(page, 'failed')
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.operation').first().waitFor()
    expect(externalRequests).toEqual([])
  })
})
