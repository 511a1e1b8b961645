import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

// The page is checked in a real browser, under the policy that the server sends with it. Without a browser
// these tests are skipped. With REFERENCE_SCREENSHOTS=<folder> they also leave pictures to look at.

// A browser on a busy machine takes longer than the five seconds that a test has otherwise.
setDefaultTimeout(60_000)

const executablePath = Bun.which('chromium')
const screenshots = process.env.REFERENCE_SCREENSHOTS
const browserTest = test.skipIf(!executablePath)

const policy = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'"
const hostile = '<img src=x onerror=alert(1)>'
const fillerCount = 150

// ─── A document with everything that is hard to draw ────────────────────────────────────────────────────────

const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const envelope = (data: object) => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { const: true }, data, message: { type: 'string' } },
})
const refusal = (description: string, ...refusals: { code: string; message: string }[]) => ({
  description,
  content: json(ref('Refusal')),
  'x-refusals': refusals,
})
const unauthenticated = refusal(
  'No valid access token came with the request.',
  { code: 'UNAUTHENTICATED', message: 'There is no access token, or it is not one of ours.' },
  { code: 'TOKEN_EXPIRED', message: 'The access token has run out; refresh it.' },
)

const login = {
  operationId: 'login',
  tags: ['Identity'],
  summary: 'Sign in',
  description:
    'Exchanges an e-mail address and a password for a pair of tokens.\n\n' +
    'An unknown address and a wrong password are **one answer**, in the same time:\n\n' +
    '- with two-factor authentication, send `totpCode` as well;\n' +
    '- after five failures the account waits. See [the limits](#tag/Identity).',
  security: [],
  requestBody: {
    required: true,
    content: json({
      type: 'object',
      required: ['email', 'password'],
      properties: {
        email: { type: 'string', format: 'email', maxLength: 254, example: 'ada@example.org' },
        password: { type: 'string', minLength: 10, maxLength: 128, example: 'correct horse battery' },
        totpCode: { type: ['string', 'null'], pattern: '^\\d{6}$', description: 'Six digits from the app.' },
      },
    }),
  },
  responses: {
    200: { description: 'Signed in.', content: json(envelope(ref('Session'))) },
    400: refusal('Something in the body is not right.', {
      code: 'VALIDATION_FAILED',
      message: 'A field is missing, of the wrong type or out of range.',
    }),
    401: refusal(
      'The credentials were not taken.',
      { code: 'INVALID_CREDENTIALS', message: 'The e-mail address or the password is wrong.' },
      { code: 'TWO_FACTOR_REQUIRED', message: 'This account needs a code from its authenticator.' },
    ),
    429: refusal('Too many tries.', { code: 'RATE_LIMITED', message: 'Wait as long as Retry-After says.' }),
  },
}

const updateProfile = {
  operationId: 'updateProfile',
  tags: ['Identity'],
  summary: 'Update my profile',
  description: 'Takes any subset of the fields, as JSON or, with a picture, as a form.',
  requestBody: {
    content: {
      ...json({ type: 'object', properties: { bio: { type: ['string', 'null'], maxLength: 500 } } }),
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['avatar'],
          properties: {
            avatar: {
              type: 'string',
              format: 'binary',
              description: 'JPEG, PNG, WebP or GIF, at most 5 MiB.',
            },
            bio: { type: 'string', maxLength: 500, example: 'Engines & numbers' },
          },
        },
      },
    },
  },
  responses: {
    200: { description: 'The profile.', content: json(envelope(ref('User'))) },
    401: unauthenticated,
  },
}

const getCourse = {
  operationId: 'getCourse',
  tags: ['Learning'],
  summary: 'Read a course',
  description: `What a learner sees before enrolling. ${hostile} [a trap](javascript:alert(1))`,
  security: [{}, { bearer: [] }],
  parameters: [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
    { name: 'level', in: 'query', schema: { type: 'string', enum: ['BASIC', 'ADVANCED', hostile] } },
    {
      name: 'If-None-Match',
      in: 'header',
      schema: { type: 'string' },
      description: 'An `ETag` seen before.',
    },
  ],
  responses: {
    200: {
      description: 'The course.',
      headers: { ETag: { description: 'Changes with the content.', schema: { type: 'string' } } },
      content: json(envelope(ref('Course'))),
    },
    404: refusal('There is no such course.', { code: 'NOT_FOUND', message: `Nothing is here. ${hostile}` }),
  },
}

const completeLesson = {
  operationId: 'completeLesson',
  tags: ['Learning'],
  summary: 'Complete a lesson',
  description: 'Pays the rewards of the lesson **once**. Completing again gives the first result.',
  parameters: [
    { name: 'lessonId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same key with the same body gives the stored first answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ],
  requestBody: { content: json({ type: 'object', properties: { score: { type: 'integer', example: 90 } } }) },
  responses: {
    200: { description: 'Completed.', content: json(envelope(ref('Completion'))) },
    401: unauthenticated,
    409: refusal('The state of things does not allow it.', {
      code: 'LESSON_LOCKED',
      message: 'The lesson before it is not completed yet.',
    }),
  },
}

const schemas = {
  Refusal: {
    type: 'object',
    required: ['success', 'message', 'error'],
    properties: {
      success: { const: false },
      message: { type: 'string' },
      error: {
        type: 'object',
        required: ['code', 'requestId'],
        properties: { code: { type: 'string' }, requestId: { type: 'string', example: 'req_01' } },
      },
    },
  },
  Session: {
    type: 'object',
    required: ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'user'],
    properties: {
      user: ref('User'),
      accessToken: { type: 'string', example: 'eyJhbGciOiJFUzI1NiJ9.e30.sig' },
      refreshToken: { type: 'string', example: 'rt_7f3a' },
      tokenType: { const: 'Bearer' },
      expiresIn: { type: 'integer', example: 900, description: 'Seconds.' },
    },
  },
  Entity: {
    type: 'object',
    required: ['id', 'createdAt'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      createdAt: { type: 'string', format: 'date-time' },
    },
  },
  User: {
    allOf: [
      ref('Entity'),
      {
        type: 'object',
        required: ['username'],
        properties: {
          username: { type: 'string', minLength: 3, maxLength: 30, pattern: '^[\\w.]+$', example: 'ada' },
          invitedBy: { anyOf: [ref('User'), { type: 'null' }], description: 'Who brought this learner.' },
          preferences: { type: 'object', additionalProperties: { type: 'boolean' } },
        },
      },
    ],
  },
  TextSlide: {
    type: 'object',
    required: ['type', 'content'],
    properties: {
      type: { const: 'TEXT_WITH_IMAGE' },
      content: { type: 'string', example: 'A **loop** repeats.' },
    },
  },
  QuizSlide: {
    type: 'object',
    required: ['type', 'options'],
    properties: {
      type: { const: 'QUIZ' },
      options: { type: 'array', minItems: 2, maxItems: 6, items: { type: 'string', minLength: 1 } },
      correctIndex: { type: 'integer', minimum: 0 },
    },
  },
  Course: {
    type: 'object',
    description: 'A course of the catalogue.',
    required: ['id', 'title', 'slides'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      title: { type: 'string', example: hostile },
      level: { type: 'string', enum: ['BASIC', 'INTERMEDIATE', 'ADVANCED'], example: 'BASIC' },
      coverUrl: { type: ['string', 'null'], format: 'uri' },
      slides: {
        type: 'array',
        items: { oneOf: [ref('TextSlide'), ref('QuizSlide')], discriminator: { propertyName: 'type' } },
      },
      prerequisites: { type: 'array', items: ref('Course') },
    },
  },
  Completion: {
    type: 'object',
    required: ['xpEarned', 'gemsEarned', 'courseProgress'],
    properties: {
      xpEarned: { type: 'integer', minimum: 0, example: 40 },
      gemsEarned: { type: 'integer', minimum: 0, example: 5 },
      courseProgress: { type: 'integer', minimum: 0, maximum: 100, example: 60 },
      unlockedBadge: { oneOf: [{ type: 'null' }, ref('Badge')] },
    },
  },
  Badge: { type: 'object', properties: { name: { type: 'string', example: 'First steps' } } },
}

/** Schemas of which each refers to all the others: unfolded without a limit they never end. */
const web = Object.fromEntries(
  Array.from({ length: 14 }, (_, index) => {
    const others = Array.from({ length: 14 }, (_, other) => [`to${other}`, ref(`Web${other}`)])
    const properties = Object.fromEntries(others)
    return [`Web${index}`, { type: 'object', required: Object.keys(properties), properties }]
  }),
)

const readWeb = {
  operationId: 'readWeb',
  tags: ['Learning'],
  summary: 'Read the knowledge graph',
  responses: {
    200: {
      description: 'Two parts that share a base.',
      content: json({
        allOf: [
          { allOf: [ref('Entity')], properties: { left: { type: 'string' } } },
          { allOf: [ref('Entity')], properties: { right: { type: 'string' } } },
        ],
      }),
    },
    203: { description: 'Everything refers to everything.', content: json(ref('Web0')) },
  },
}

/** As many further endpoints as a large server has, in groups of ten. */
function fillers() {
  const paths: Record<string, object> = {}
  for (let index = 0; index < fillerCount; index++) {
    const get = { ...getCourse, operationId: `filler${index}`, tags: [`Group ${Math.floor(index / 10)}`] }
    paths[`/fillers/${index}/{courseId}`] = { get: { ...get, summary: `Read filler ${index}` } }
  }
  return paths
}

const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Lyceum',
    version: '2.0.0',
    description: 'Learning with rewards: courses, quiz battles, contests and certificates, behind one API.',
  },
  servers: [{ url: '/api/v2' }],
  security: [{ bearer: [] }],
  tags: [
    { name: 'Identity', description: 'Accounts, sessions and profiles.' },
    { name: 'Learning', description: 'Courses, lessons and progress.' },
  ],
  paths: {
    '/auth/login': { post: login },
    '/user/profile': { patch: updateProfile },
    '/course/{courseId}': {
      parameters: [
        { name: 'courseId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      get: getCourse,
      delete: { operationId: 'deleteCourse', tags: ['Learning'], deprecated: true, responses: { 204: {} } },
    },
    '/user-lessons/{lessonId}/complete': { post: completeLesson },
    '/knowledge': { get: readWeb },
    ...fillers(),
  },
  webhooks: {
    'certificate.issued': {
      post: {
        operationId: 'certificateIssued',
        summary: 'A certificate was issued',
        description: 'Sent to every subscribed address, at least once.',
        requestBody: {
          content: json({
            type: 'object',
            required: ['event'],
            properties: {
              event: { const: 'certificate.issued' },
              certificateId: { type: 'string', format: 'uuid' },
            },
          }),
        },
        responses: { 204: { description: 'Any 2xx is taken as received.' } },
      },
    },
  },
  components: {
    schemas: { ...schemas, ...web },
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `accessToken` of signing in. It holds for 15 minutes.',
      },
    },
  },
}

// ─── The server and the browser ─────────────────────────────────────────────────────────────────────────────

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

type Visit = { page: Page; problems: string[]; strangers: string[] }

/** Opens the page and writes down everything that must not happen on it. */
async function visit(hash = '', options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  closers.push(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const problems: string[] = []
  const strangers: string[] = []
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
    if (protocol !== 'data:' && origin !== server.url.origin) strangers.push(request.url())
  })
  await page.goto(`${server.url.origin}/docs${hash}`)
  await page.locator('[aria-busy=false]').waitFor()
  return { page, problems, strangers }
}

const operation = (page: Page, id: string) => page.locator(`[id="${id}"]`)

async function picture(page: Page, name: string) {
  if (screenshots) await page.screenshot({ path: `${screenshots}/reference-${name}.png` })
}

function expectQuiet({ problems, strangers }: Visit) {
  expect(problems).toEqual([])
  expect(strangers).toEqual([])
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
    const box = await operation(page, 'filler77').boundingBox()
    expect(box?.y).toBeGreaterThan(40)
    expect(box?.y).toBeLessThan(140)
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
    expect(new URL(page.url()).hash).toBe('#updateProfile')
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
    const { page, strangers } = await visit()
    expect(await page.getByRole('alert').textContent()).toContain('The document could not be loaded')
    expect(await page.getByRole('alert').textContent()).toContain('503')
    await picture(page, 'failed')
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.operation').first().waitFor()
    expect(strangers).toEqual([])
  })
})
