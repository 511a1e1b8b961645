import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openApiText } from '../src/app/commands/openapi.ts'
import { REVENUECAT_EXAMPLE } from '../src/modules/subscriptions/public/revenuecat-event.ts'
import { createKeyWallet } from '../src/modules/wallet/chain-wallet-testbed.ts'
import { CONTRACT_EVENT_EXAMPLE } from '../src/modules/webhooks/contracts/contract-event.ts'
import { invalidTokens } from './harness/access-tokens.ts'
import type { TestUser } from './harness/api-client.ts'
import { totpOf } from './harness/external-services/authenticator.ts'
import { completion, startTestLlm } from './harness/external-services/llm.ts'
import { startTestIssuer, type TestIssuer } from './harness/external-services/oidc-issuer.ts'
import { giveGems } from './harness/give-gems.ts'
import { sendAdminRequests } from './harness/operations/admin-requests.ts'
import type { ApiOperation } from './harness/operations/operations.ts'
import { type Probe, RouteProber } from './harness/operations/route-prober.ts'
import type { Schema } from './harness/operations/schema.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { waitUntil } from './harness/wait-until.ts'

let service: TestService
let issuer: TestIssuer
let prober: RouteProber
beforeAll(async () => {
  issuer = await startTestIssuer()
  service = await startTestService({
    DEMO_CONTENT: 'on',
    CHAIN: 'on',
    ...issuer.settingsFor('google'),
    ...issuer.settingsFor('apple'),
  })
  prober = await RouteProber.open(service)
})
afterAll(async () => {
  const statuses = [...prober.statuses].sort(([one], [other]) => one - other)
  reportMeasurement(
    `${prober.sent} requests to ${prober.operations.length} operations: ${statuses.map((pair) => pair.join(' × ')).join(', ')}`,
  )
  await service.stop()
  await issuer.stop()
})

/**
 * Sends each probe to every operation, or to the operations that `chosen` selects; all responses must be
 * documented.
 */
async function probeAll(probesOf: (operation: ApiOperation) => Omit<Probe, 'operation'>[]): Promise<void> {
  const before = prober.sent
  const probes = prober.operations.flatMap((operation) =>
    probesOf(operation).map((probe) => ({ ...probe, operation })),
  )
  await prober.sendAll(probes)
  expect(prober.sent).toBeGreaterThan(before)
  expect(prober.violations.splice(0)).toEqual([])
}

const LARGE = 'x'.repeat(1024 * 1024)

const INVALID_BODIES: [string, BodyInit, number[]][] = [
  ['an empty body', '', []],
  ['half an object', '{"email": "a', [400]],
  ['no JSON', 'email=ada@example.com', [400]],
  ['two values', '{} {}', [400]],
  ['a comma too many', '{"a": 1,}', [400]],
  ['NaN', '{"a": NaN}', [400]],
  ['an array', '[]', [400]],
  ['an array of objects', '[{"email": "ada@example.com"}]', [400]],
  ['text', '"text"', [400]],
  ['a number', '7', [400]],
  ['null', 'null', [400]],
  ['true', 'true', [400]],
  ['arrays ten thousand deep', '['.repeat(10_000) + ']'.repeat(10_000), [400]],
  ['objects ten thousand deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, [400]],
  ['arrays ten thousand deep, unclosed', '['.repeat(10_000), [400]],
  ['a prototype', '{"__proto__": {"role": "ADMIN"}}', [400]],
  ['a prototype inside', '{"a": {"__proto__": {}}}', [400]],
  ['a constructor', '{"constructor": {"prototype": {"role": "ADMIN"}}}', []],
  ['a number beyond reach', '{"a": 1e999}', [400]],
  ['a lone surrogate as a key', '{"\\ud800": 1}', [400]],
  ['a NUL as a key', '{"\\u0000": 1}', [400]],
  ['a NUL between values', '{"a":\0 1}', [400]],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), [400]],
  ['a byte order mark', '\ufeff{}', []],
  ['a megabyte', `{"a": "${LARGE}"}`, [413]],
  [
    'ten thousand fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]))),
    [],
  ],
]

/** Values that no text field accepts, and unusual texts. */
const INVALID_VALUES: [string, unknown][] = [
  ['a number', 7],
  ['a fraction', -1.5],
  ['a number that is not exact', 2 ** 53 + 2],
  ['an object', { a: 1 }],
  ['an array', ['text']],
  ['an empty array', []],
  ['a boolean', true],
  ['null', null],
  ['no characters', ''],
  ['a space', ' '],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['ten thousand of two units', '😀'.repeat(5_000)],
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['the other half of a pair', '\udc00'],
  ['SQL', "'; drop table user_account; --"],
  ['a format string', '%s%n{{7*7}}'],
  ['a path', '../../../etc/passwd'],
  ['markup', '<script>alert(1)</script>'],
  ['letters that run from right to left', '\u202eabc\u202c'],
  ['digits of another script', '١٢٣٤٥٦'],
  ['line breaks', 'a\r\nb: c'],
]

const INVALID_IDS = [
  '1',
  '-1',
  '0',
  'null',
  'undefined',
  '%00',
  '%20',
  '%F0%28%8C%28',
  '%ED%A0%80',
  '..%2f..',
  "'%20or%201=1",
  '019a8b5e-7c1d-7000-8000',
  '{id}',
  '😀',
  'x'.repeat(2_000),
]
const INVALID_QUERIES = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=NaN',
  'page=',
  'page[]=1',
  'page=1&page=2',
  'limit=0',
  'limit=101',
  'limit=1e999',
  'limit=99999999999999999999',
  'offset=-1',
  'search=%25%25%25',
  'search=%00',
  'sort=%ED%A0%80',
  '%',
  '%E0%A4%A',
  '__proto__[a]=1',
  `q=${'x'.repeat(4_000)}`,
]

const bodyFields = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {})

/** The example of the document with one field changed or removed. */
function changed(example: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const { [field]: _, ...others } = example
  return value === undefined ? others : { ...others, [field]: value }
}

test('the service serves the document that the command prints, except for its own address', async () => {
  const { body } = await service.call('GET //openapi.json')
  expect({ ...body, servers: [] }).toEqual({ ...JSON.parse(openApiText()), servers: [] })
})

describe('documented responses of every operation', () => {
  test('every operation gives a documented response without a token and with an invalid one', async () => {
    const tokens: [string, Omit<Probe, 'operation' | 'what'>][] = [
      ['no token', { token: null }],
      ['a token that is none', { token: 'garbage' }],
      ['a token of three parts that is none', { token: 'e30.e30.e30' }],
      ['a long token', { token: 'x'.repeat(6_000) }],
      ['another scheme', { token: null, headers: { authorization: 'Basic YWRhOmFkYQ==' } }],
      ['an empty header', { token: null, headers: { authorization: '' } }],
      ...(await invalidTokens(service)).map(([what, token]): [string, { token: string }] => [
        what,
        { token },
      ]),
    ]
    await probeAll(({ needsToken, bodySchema, bodyExample }) =>
      tokens.map(([what, probe]) => ({
        what,
        ...probe,
        ...(bodySchema ? { body: bodyExample } : {}),
        ...(needsToken ? { expected: [401] } : {}),
      })),
    )
  })

  test('every operation gives a documented response to a body that is not an object or not JSON', async () => {
    await probeAll(({ method, bodySchema }) =>
      method === 'GET'
        ? []
        : INVALID_BODIES.map(([what, rawBody, expected]) => ({
            what,
            rawBody,
            headers: { 'content-type': 'application/json' },
            ...(bodySchema && expected.length > 0 ? { expected } : {}),
          })),
    )
  })

  test('every operation gives a documented response to a body with an Idempotency-Key', async () => {
    await probeAll(({ method }) =>
      method === 'GET'
        ? []
        : INVALID_BODIES.map(([what, rawBody]) => ({
            what: `${what}, with a key`,
            rawBody,
            headers: { 'content-type': 'application/json', 'idempotency-key': Bun.randomUUIDv7() },
          })),
    )
  })

  test('every operation gives a documented response to a missing, mistyped, too long or unusual field', async () => {
    await probeAll(({ bodySchema, bodyExample }) =>
      bodyFields(bodySchema).flatMap((field) => [
        {
          what: `without ${field}`,
          body: changed(bodyExample, field, undefined),
          ...(bodySchema!.required?.includes(field) ? { expected: [400] } : {}),
        },
        ...INVALID_VALUES.map(([what, value]) => ({
          what: `${field} is ${what}`,
          body: changed(bodyExample, field, value),
        })),
        { what: `${field} is a megabyte`, body: changed(bodyExample, field, LARGE), expected: [413] },
        {
          what: `${field} is beyond reach`,
          rawBody: JSON.stringify(changed(bodyExample, field, '@')).replace('"@"', '1e999'),
          expected: [400],
        },
        {
          what: `${field} twice`,
          rawBody: JSON.stringify(bodyExample).replace(/}$/, `,${JSON.stringify(field)}:{}}`),
        },
      ]),
    )
  })

  test('every operation gives a documented response to another content type', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json\t',
      'APPLICATION/JSON; charset=utf-8',
      'application/json; charset=utf-16',
      'application/vnd.api+json',
      ';',
      'x'.repeat(500),
    ]
    await probeAll(({ bodySchema, bodyExample }) =>
      bodySchema
        ? types.map((type) => ({
            what: `the type ${type.slice(0, 60)}`,
            rawBody: JSON.stringify(bodyExample),
            headers: { 'content-type': type },
          }))
        : [],
    )
  })

  test('every operation gives a documented response to malformed and unknown ids', async () => {
    await probeAll(({ parameters, bodySchema, bodyExample }) =>
      parameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap(({ name, schema }) => [
          ...INVALID_IDS.map((id) => ({
            what: `${name} is ${id.slice(0, 40)}`,
            path: { [name]: id },
            ...(bodySchema ? { body: bodyExample } : {}),
            ...(schema.format === 'uuid' ? { expected: [404] } : {}),
          })),
          {
            what: `${name} is unknown`,
            path: { [name]: Bun.randomUUIDv7() },
            ...(bodySchema ? { body: bodyExample } : {}),
            ...(schema.format === 'uuid' ? { expected: [404] } : {}),
          },
        ]),
    )
  })

  test('every operation gives a documented response to invalid queries', async () => {
    await probeAll(({ parameters, bodySchema, bodyExample }) => {
      const own = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      const values = [
        '',
        '-1',
        '0',
        '1e9',
        'NaN',
        '1.5',
        '%00',
        '%ED%A0%80',
        "'",
        'x'.repeat(3_000),
        '99999999999999999999',
      ]
      const queries = [
        ...INVALID_QUERIES,
        ...own.flatMap((name) => values.map((value) => `${name}=${value}`)),
      ]
      return queries.map((query) => ({
        what: `the query ${query.slice(0, 40)}`,
        query,
        ...(bodySchema ? { body: bodyExample } : {}),
      }))
    })
  })

  test('every admin operation refuses an unknown query parameter by name', async () => {
    await probeAll(({ path, bodySchema, bodyExample }) =>
      path.includes('/admin/')
        ? [
            {
              what: 'an unknown parameter',
              query: 'serach=ada',
              expected: [400],
              ...(bodySchema ? { body: bodyExample } : {}),
            },
          ]
        : [],
    )
  })

  test('every operation gives a documented response to unusual headers, also as problem+json', async () => {
    const headers: Record<string, string>[] = [
      { accept: 'application/problem+json' },
      { accept: 'text/html' },
      { 'x-request-id': 'a b c' },
      { 'x-request-id': 'x'.repeat(300) },
      { 'if-none-match': '"' },
      { 'idempotency-key': 'x'.repeat(256) },
      { 'idempotency-key': 'a b' },
      { 'idempotency-key': 'ä' },
      { 'idempotency-key': '"quoted"' },
      { origin: 'https://evil.example' },
      { 'accept-language': '*;q=9999, \x7f' },
      { 'user-agent': 'x'.repeat(3_000) },
      { 'x-forwarded-for': '1.2.3.4, not an address' },
      { 'content-encoding': 'gzip' },
    ]
    await probeAll(({ bodySchema }) =>
      headers.map((header) => ({
        what: `the header ${JSON.stringify(header).slice(0, 60)}`,
        headers: header,
        ...(bodySchema ? { rawBody: '{}', headers: { 'content-type': 'application/json', ...header } } : {}),
      })),
    )
  })
})

test('a valid request to each operation succeeds with the documented response', async () => {
  prober.succeeded.clear()
  prober.succeededWithoutBody.clear()
  const send = (name: string, probe: Omit<Probe, 'operation' | 'what'> = {}) => {
    const [method, path] = name.split(' ') as [string, string]
    const fullName = `${method} ${path.startsWith('//') ? path.slice(1) : `/api/v2${path}`}`
    const operation = prober.operations.find((known) => known.name === fullName)
    if (!operation) throw new Error(`${fullName} is not in the document`)
    return prober.send({ operation, what: 'a good request', expected: [200, 201], ...probe })
  }
  const signIn = async ({ email, password }: TestUser) =>
    (await send('POST /auth/login', { body: { email, password } })).data

  /** One after the other, because a user is in one battle at a time: queue, bot, friend room. */
  const playRoutes = async (token: string) => {
    const { queueTicket } = (await send('POST /quiz-battles/queue/join', { token, body: { stakeAmount: 3 } }))
      .data
    await send('GET /quiz-battles/queue/{ticket}', { token, path: { ticket: queueTicket } })
    await send('DELETE /quiz-battles/queue/{ticket}', { token, path: { ticket: queueTicket } })
    // Another user, because users of the tests above may wait with the default stake and be the opponent.
    await send('POST /quiz-battles/queue/join', { token: (await service.register()).accessToken })
    const { roomCode } = (await send('POST /quiz-battles/rooms', { token })).data
    const friend = (await service.register()).accessToken
    await send('POST /quiz-battles/rooms/{roomCode}/join', { token: friend, path: { roomCode } })
    await send('DELETE /quiz-battles/rooms/{roomCode}', { token, path: { roomCode } })
    const { roomId } = (await send('POST /quiz-battles/bot/start', { token, body: { difficulty: 'EASY' } }))
      .data
    await send('POST /quiz-battles/bot/start', { token: friend })
    await send('GET /quiz-battles/{roomId}', { token, path: { roomId } })
    for (const name of ['history', 'topics', 'rating']) await send(`GET /quiz-battles/${name}`, { token })
  }

  const body = { email: 'good@example.com', username: 'good', password: 'a-good-password', country: 'ke' }
  const { data } = await send('POST /auth/register', { body })
  const user: TestUser = { ...body, ...data, id: data.user.id }
  const token = user.accessToken
  await send('POST /auth/verify-email', { token, body: { otpCode: await service.codeFor(user.email) } })
  await send('POST /auth/username-available', { body: { username: 'good' } })
  await send('POST /auth/otp/request', { body: { email: 'coded@example.com' } })
  const otpCode = await service.codeFor('coded@example.com')
  await send('POST /auth/otp/login', { body: { email: 'coded@example.com', otpCode, username: 'coded' } })
  const idToken = await issuer.sign({ sub: 'somebody', email: 'social@example.com' })
  await send('POST /auth/social', { body: { provider: 'google', idToken } })
  const unproved = await service.register()
  await service.test.database.query`delete from one_time_code where subject = ${unproved.id}`
  await send('POST /auth/verify-email/request', { token: unproved.accessToken })

  await send('GET /user/profile', { token })
  await send('PATCH /user/profile', { token, body: { bio: 'Good.', country: null } })
  await send('PATCH /user/profile', { token })
  await send('GET /user/export', { token })
  await send('GET //.well-known/jwks.json')
  const other = await signIn(user)
  const sessions = (await send('GET /auth/sessions', { token })).data as { id: string; isCurrent: boolean }[]
  await send('DELETE /auth/sessions/{id}', {
    token,
    path: { id: sessions.find(({ isCurrent }) => !isCurrent)!.id },
  })
  await send('POST /auth/refresh', { body: { refreshToken: other.refreshToken }, expected: [401] })
  await send('POST /auth/refresh', { body: { refreshToken: user.refreshToken } })

  await send('GET /course', { token })
  const { courseId, lessonId } = await firstFreeLesson(token)
  await send('GET /course/{id}', { token, path: { id: courseId } })
  await send('POST /user-courses/enroll/{courseId}', { token, path: { courseId } })
  await send('GET /user-courses', { token })
  await send('GET /course/{courseId}/lessons', { token, path: { courseId } })
  const { slides, contentVersion } = (await send('GET /lesson/{id}', { token, path: { id: lessonId } })).data
  const play = { contentVersion, seen: [1, 2], read: [{ slide: 1, seconds: 4.5 }] }
  await send('POST /user-lessons/{lessonId}/plays', { token, path: { lessonId }, body: play })
  const { question } = slides.find((slide: { type: string }) => slide.type === 'QUIZ')
  const answer = { questionId: question.id, selectedOption: question.correctIndex }
  await send('POST /user-lessons/{lessonId}/hints', {
    token,
    path: { lessonId },
    body: { questionId: question.id },
  })
  await send('POST /user-lessons/{lessonId}/answers', { token, path: { lessonId }, body: answer })
  await send('POST /user-lessons/{lessonId}/complete', { token, path: { lessonId } })
  await service.test.database.query`update review_card set due_on = current_date where user_id = ${user.id}`
  await send('GET /review/due', { token })
  const { cards } = (await send('GET /review/session', { token })).data
  const card = cards.find(({ kind }: { kind: string }) => kind === 'QUESTION')
  await send('GET /review/cards/{cardId}/hint', { token, path: { cardId: card.id } })
  const review = { repetition: card.repetition, answer: { selectedOption: 0 } }
  await send('POST /review/cards/{cardId}/answers', { token, path: { cardId: card.id }, body: review })
  await send('POST /review/undo', { token, body: { cardId: card.id, repetition: card.repetition } })
  await send('POST /review/cards/{cardId}/suspend', { token, path: { cardId: card.id } })
  await send('GET /review/suspended', { token })
  await send('POST /review/cards/{cardId}/unsuspend', { token, path: { cardId: card.id } })
  await send('GET /review/forecast', { token })
  await send('GET /review/settings', { token })
  await send('PUT /review/settings', { token, body: { targetRetention: 0.9, dailyLimit: 60 } })
  const { roundId, questions: asked } = (await send('POST /practice/rounds', { token, body: { lessonId } }))
    .data
  const round = { token, path: { roundId } }
  await send('GET /practice/rounds/{roundId}', round)
  const single = asked.find(({ type }: { type: string }) => type === 'SINGLE_CHOICE')
  const hinted = asked.find(({ hasHint }: { hasHint: boolean }) => hasHint)
  await send('GET /practice/rounds/{roundId}/questions/{questionId}/hint', {
    token,
    path: { roundId, questionId: hinted.id },
  })
  const practised = { questionId: single.id, selectedOption: 0 }
  await send('POST /practice/rounds/{roundId}/answers', { ...round, body: practised })
  await send('GET /mastery', { token })
  const report = { kind: 'LESSON', targetId: lessonId, reason: 'WRONG', text: 'A word is missing.' }
  await send('POST /reports', { token, body: report })
  const courseTest = { token, path: { courseId } }
  await send('GET /course-tests/{courseId}', courseTest)
  const { attemptId } = (await send('POST /course-tests/{courseId}/attempts', courseTest)).data
  const attempt = { token, path: { attemptId } }
  await send('GET /course-test-attempts/{attemptId}', attempt)
  await send('PATCH /course-test-attempts/{attemptId}/answers', { ...attempt, body: { answers: [] } })
  await send('POST /course-test-attempts/{attemptId}/submit', attempt)
  await send('GET /course-test-attempts/{attemptId}/result', attempt)
  const paths = (await send('GET /learning-path', { token })).data as { id: string }[]
  await send('GET /learning-path/{id}', { token, path: { id: paths[0]!.id } })
  await send('GET /learning-path/{id}/progress', { token, path: { id: paths[0]!.id } })
  await send('POST /learning-path/roadmap', { token, body: { careerGoal: 'web developer' } })
  await send('GET /learning-path/roadmap/me', { token })
  const project = { courseId: await courseWithProject(token) }
  await send('GET /course/{courseId}/project', { token, path: project })
  await service.call(`POST /user-courses/enroll/${project.courseId}`, { token })
  const work = { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/jar', notes: 'Done.' }
  await send('POST /course/{courseId}/project/draft', { token, path: project, body: work })
  await send('POST /course/{courseId}/project/draft', { token, path: project })
  await send('POST /course/{courseId}/project/submit', { token, path: project })
  await send('GET /course/{courseId}/project/submission', { token, path: project })
  await send('GET /course/{courseId}/project/submissions', { token, path: project })
  await waitForRevision(user.id)
  const appeal = { reason: 'Look at the second table.' }
  await send('POST /course/{courseId}/project/submission/appeal', { token, path: project, body: appeal })
  await send('GET /user/ledger', { token })
  await send('GET /user/streak', { token })
  await send('GET /user/daily-target', { token })
  await giveGems(service.test.database.query, user.id, 200)
  await send('POST /user/streak/freezes', { token })
  await service.test.database.query`
    update streak set lost_days = 2, lost_started_on = current_date - 3, lost_last_day = current_date - 2, lost_at = now()
    where user_id = ${user.id}`
  await send('POST /user/streak/repair', { token })
  const wallet = createKeyWallet()
  await send('POST /auth/set-wallet-pin', { token, body: { pin: '739164' } })
  await send('POST /auth/verify-wallet-pin', { token, body: { pin: '739164' } })
  await send('POST /auth/reset-wallet-pin-otp', { token })
  const pinReset = { otpCode: await service.codeFor(user.email), newPin: '580471' }
  await send('POST /auth/verify-wallet-pin-reset-otp', { token, body: pinReset })
  await send('GET /blockchain/config', { token })
  await send('GET /blockchain/user/{userId}/balance', { token, path: { userId: 'me' } })
  const { message } = (
    await send('GET /blockchain/link-wallet/nonce', { token, query: `address=${wallet.address}` })
  ).data
  const signature = await wallet.signMessage(message)
  const linking = { walletAddress: wallet.address, message, signature }
  await send('POST /blockchain/link-wallet', { token, body: linking })
  await send('GET /blockchain/link-wallet', { token })
  await send('DELETE /blockchain/link-wallet/{address}', { token, path: { address: wallet.address } })
  await payAndBePaid(send, token)
  await send('GET /badges/progress/{userId}', { token, path: { userId: 'me' } })
  await send('GET /badges/near-completion/{userId}', { token, path: { userId: user.id } })
  await waitUntil(async () => (await send('GET /notifications', { token })).data.length > 0)
  const [notification] = (await send('GET /notifications', { token })).data as { id: string }[]
  await send('PATCH /notifications/{id}/read', { token, path: { id: notification!.id } })
  await send('POST /notifications/read-all', { token })
  await send('DELETE /notifications/{id}', { token, path: { id: notification!.id } })
  await send('GET /notifications/preferences', { token })
  const quiet = { quietHours: { start: '22:00', end: '07:00' }, channels: { SYSTEM: { email: true } } }
  await send('PUT /notifications/preferences', { token, body: quiet })
  await send('PUT /notifications/preferences', { token })
  await send('GET /notifications/web-push-key', { token })
  await send('POST /notifications/device-token', { token, body: { token: 'a-phone', platform: 'ios' } })
  await send('DELETE /notifications/device-token', { token, body: { token: 'a-phone' } })
  await send('GET /user/subscription', { token })
  await send('POST /webhook/contract-events', { body: CONTRACT_EVENT_EXAMPLE })
  await send('POST /webhooks/revenuecat', { body: REVENUECAT_EXAMPLE })
  await service.test.database.query`
    update enrollment set completed_at = now() where user_id = ${user.id} and course_id = ${courseId}`
  const claimed = await send('POST /certificates/claim', { token, body: { courseId, studentName: 'Good' } })
  await send('GET /certificates', { token })
  await send('GET /user/certificate-name', { token })
  await send('PUT /user/certificate-name', { token, body: { studentName: 'Good Name' } })
  await send('GET /certificates/verify/{certificateNumber}', {
    path: { certificateNumber: claimed.data.certificateNumber },
  })
  for (const board of ['weekly', 'monthly', 'all-time', 'around-me', 'my-position']) {
    await send(`GET /leaderboard/${board}`, { token })
  }
  await send('GET /leagues/me', { token })
  await send('GET /leagues/me/position', { token })
  await readPublicly(send, token)

  await playRoutes(token)
  const { live, upcoming } = await demoContests(token)
  const own = { token, path: { id: live } }
  await send('GET /user/contests', { token, query: 'order=ASC&search=mix' })
  await send('GET /user/contests/{id}', own)
  await send('POST /user/contests/{id}/join', own)
  const roomCode = await madePrivate(upcoming)
  await send('GET /user/contests/preview', { token, query: `roomCode=${roomCode}` })
  await send('POST /user/contests/join', { token, body: { roomCode } })
  const { questions } = (await send('POST /user/contests/{id}/start', own)).data
  await send('GET /user/contests/{id}/questions', own)
  const answers = [{ questionId: questions[0].id, selectedOption: 0 }]
  await send('POST /user/contests/{id}/submit', { ...own, body: { answers, timeTakenSeconds: 12 } })
  await send('GET /user/contests/{id}/leaderboard', own)
  await service.test.database.query`
    update contest set outcome = 'SETTLED', decided_at = now(), finished_at = now() where id = ${live}`
  await send('GET /user/contests/{id}/review', own)
  const { banners } = await send('GET /promotions/active', { token, query: 'country=KE&language=en' })
  await send('POST /promotions/{id}/event', {
    token,
    path: { id: banners[0].id },
    body: { eventType: 'CLICK', country: 'KE' },
  })
  await send('POST /referral/code', { token })
  await send('GET /referral/stats', { token })
  const { referralCode } = await send('POST /referral/code', { token: unproved.accessToken })
  await send('POST /referral/redeem', { token, body: { referralCode } })

  await sendModelDrafts()
  await sendAdminRequests(service, send, user.id)

  const { secret } = (await send('POST /auth/2fa/setup', { token })).data
  const enabling = { code: totpOf(secret), password: user.password }
  const { recoveryCodes } = (await send('POST /auth/2fa/enable', { token, body: enabling })).data
  await send('POST /auth/2fa/disable', { token, body: { code: recoveryCodes[0], password: user.password } })

  await send('POST /auth/forgot-password', { body: { email: user.email } })
  const reset = {
    email: user.email,
    otpCode: await service.codeFor(user.email),
    newPassword: 'another-good-password',
  }
  await send('POST /auth/reset-password', { body: reset })
  user.password = reset.newPassword
  await send('POST /auth/logout', { token: (await signIn(user)).accessToken })
  await send('POST /auth/logout-all', { token: (await signIn(user)).accessToken })
  await send('DELETE /user/account', {
    token: (await signIn(user)).accessToken,
    body: { password: user.password },
  })

  expect(prober.violations.splice(0)).toEqual([])
  const forgotten = prober.operations
    .filter(({ name }) => !prober.succeeded.has(name))
    .map(({ name }) => name)
  // A new endpoint needs a line above, and one without a body if its body is optional.
  expect(forgotten).toEqual([])
  const optional = prober.operations.filter(({ operation }) => operation.requestBody?.required === false)
  expect(optional.length).toBeGreaterThan(10)
  expect(
    optional.filter(({ name }) => !prober.succeededWithoutBody.has(name)).map(({ name }) => name),
  ).toEqual([])
})

/** Asks a service with a language model, because the other one has none. */
async function sendModelDrafts(): Promise<void> {
  const question = { prompt: 'What opens?', options: ['A key', 'A lock'], correctIndex: 0, explanation: '' }
  const slide = { type: 'NOTE', title: '', content: 'A key opens.', back: '', language: '', options: [] }
  const slides = [{ ...slide, correctIndex: 0, explanation: '' }]
  const llm = startTestLlm(() => completion({ slides, questions: [question] }))
  const drafting = await startTestService({ ...llm.settings, ROLE: 'api' }, service.test)
  try {
    const other = await RouteProber.open(drafting)
    const send = (name: string, probe: Omit<Probe, 'operation' | 'what'>) => {
      const operation = other.operations.find((known) => known.name === name.replace(' ', ' /api/v2'))!
      return other.send({ operation, what: 'a good request', expected: [200, 201], ...probe })
    }
    const author = await drafting.register()
    await service.test.database.query`update user_account set role = 'ADMIN' where id = ${author.id}`
    const { email, password } = author
    const token: string = (await drafting.call('POST /auth/login', { body: { email, password } })).body.data
      .accessToken
    const course = { title: 'Keys', description: 'Keys.', category: 'GENERAL', level: 'BEGINNER' }
    const courseId = (await drafting.call('POST /admin/courses', { token, body: course })).body.data.id
    const lesson = { title: 'One', xpReward: 1, gemReward: 0, slides: [{ type: 'QUIZ', question }] }
    const lessonId = (await drafting.call(`POST /admin/courses/${courseId}/lessons`, { token, body: lesson }))
      .body.data.id
    const source = { sourceTitle: 'Keys', sourceText: 'A key opens a lock. '.repeat(20) }
    await send('POST /admin/lessons/{id}/model-drafts', { token, path: { id: lessonId }, body: source })
    await send('POST /admin/questions/model-drafts', { token, body: source })
    const { marks } = (await send('GET /admin/model-drafts', { token, query: `lessonId=${lessonId}` })).data
    await send('DELETE /admin/model-drafts/{id}', { token, path: { id: marks[0].id } })
    expect(other.violations).toEqual([])
    for (const name of other.succeeded) prober.succeeded.add(name)
  } finally {
    await drafting.stop()
    await llm.stop()
  }
}

test('an unknown path and an unsupported method are refused with the error envelope', async () => {
  const filled = (path: string) => path.replaceAll(/\{\w+\}/g, Bun.randomUUIDv7())
  const paths = prober.operations.map(({ path }) => path)
  const takesPut = new Set(
    prober.operations.filter(({ method }) => /put/i.test(method)).map(({ path }) => path),
  )
  const requests: [string, string, number][] = [
    ...paths
      .filter((path) => !takesPut.has(path))
      .map((path) => ['PUT', filled(path), 405] as [string, string, number]),
    ...['/api', '/api/v2', '/api/v2/nothing', '/api/v1/auth/login', '/%00', '/..%2f..%2fetc/passwd'].map(
      (path) => ['GET', path, 404] as [string, string, number],
    ),
    ...paths.map((path) => ['GET', `${filled(path)}/more/of/it`, 404] as [string, string, number]),
  ]
  for (const [method, path, expected] of requests) {
    const response = await fetch(service.url + path, { method })
    const body = (await response.json()) as { success: boolean; error: { requestId: string } }
    expect([method, path, response.status]).toEqual([method, path, expected])
    expect(body).toMatchObject({
      success: false,
      message: expect.any(String),
      error: { code: expect.any(String) },
    })
    expect(body.error.requestId).toBe(response.headers.get('x-request-id')!)
  }
})

type Send = (name: string, probe?: Omit<Probe, 'operation' | 'what'>) => ReturnType<RouteProber['send']>

async function readPublicly(send: Send, token: string): Promise<void> {
  const [course] = (await send('GET /public/courses', { query: 'level=BEGINNER&limit=1' })).data
  await send('GET /public/courses/{id}', { path: { id: course.id } })
  await send('GET /public/lessons/{id}', { path: { id: course.firstLessonId } })
  await send('GET /public/categories')
  const [path] = (await send('GET /public/paths')).data
  await send('GET /public/paths/{id}', { path: { id: path.id } })
  await send('GET /public/leaderboards', { query: 'period=all-time' })
  await send('GET /public/site-settings')
  const { username } = (await send('PATCH /user/profile', { token, body: { publicProfile: true } })).data
  await send('GET /public/profiles/{username}', { path: { username } })
}

async function payAndBePaid(send: Send, token: string): Promise<void> {
  await send('GET /payment/methods', { token, query: 'currency=KES' })
  const order = async () => {
    const wanted = { fiatAmount: 1300, fiatCurrency: 'KES', cryptoCurrency: 'CHAIN_USDT' }
    const { quoteId } = (await send('POST /payment/on-ramp/quote', { token, body: wanted })).data
    const body = { quoteId, paymentMethod: 'BANK_TRANSFER' }
    return (await send('POST /payment/on-ramp/initiate', { token, body })).data
  }
  const { orderId: unwanted } = await order()
  await send('POST /payment/orders/{id}/cancel', { token, path: { id: unwanted } })
  const { orderId: id, paymentUrl } = await order()
  await fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  const notification = { id: Bun.randomUUIDv7(), type: 'collection.changed', reference: id }
  await send('POST /webhooks/payments/{provider}', { path: { provider: 'sandbox' }, body: notification })
  await waitUntil(
    async () => (await send('GET /payment/orders/{id}', { token, path: { id } })).data.status === 'COMPLETED',
  )
  await send('GET /payment/orders', { token })
  const sale = { cryptoAmount: 5, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
  const { quoteId } = (await send('POST /payment/off-ramp/quote', { token, body: sale })).data
  const recipient = { paymentMethod: 'MPESA', recipientPhoneNumber: '+254712345678', walletPin: '580471' }
  await send('POST /payment/off-ramp/initiate', { token, body: { quoteId, ...recipient } })
}

async function firstFreeLesson(token: string): Promise<{ courseId: string; lessonId: string }> {
  const { body } = await service.call('GET /course?limit=100', { token })
  const free = body.data.find((course: { isPremium: boolean }) => !course.isPremium)
  const course = await service.call(`GET /course/${free.id}`, { token })
  return { courseId: free.id, lessonId: course.body.data.lessons[0].id }
}

async function demoContests(token: string): Promise<{ live: string; upcoming: string }> {
  const { body } = await service.call('GET /user/contests?search=mix&order=ASC', { token })
  const [live, upcoming] = body.data.items as { id: string; status: string }[]
  expect([live!.status, upcoming!.status]).toEqual(['LIVE', 'UPCOMING'])
  return { live: live!.id, upcoming: upcoming!.id }
}

async function madePrivate(contestId: string): Promise<string> {
  const roomCode = 'K7QW2M'
  await service.test.database.query`
    update contest set type = 'PRIVATE', room_code = ${roomCode} where id = ${contestId}`
  return roomCode
}

async function courseWithProject(token: string): Promise<string> {
  const { body } = await service.call('GET /course?limit=100', { token })
  return body.data.find(
    (course: { isPremium: boolean; hasProject: boolean }) => !course.isPremium && course.hasProject,
  ).id
}

async function waitForRevision(userId: string): Promise<void> {
  await waitUntil(async () => {
    const rows = await service.test.database.query`
      select 1 from project_submission where user_id = ${userId} and status = 'NEEDS_REVISION'`
    return rows.length > 0
  })
}
