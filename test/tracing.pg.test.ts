import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestUser } from './harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from './harness/database.ts'
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from './harness/external-services/trace-collector.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { openSocket } from './harness/socket.ts'
import { waitUntil } from './harness/wait-until.ts'

const SERVER = 2
const CLIENT = 3
const CONSUMER = 5

let database: TestDatabase
let collector: TraceCollector
let service: ServiceProcess
let user: TestUser
let lessonId: string

beforeAll(async () => {
  database = await createTestDatabase()
  collector = startTraceCollector()
  service = await spawnService({
    LYCEUM_ENV: 'test',
    DATABASE_URL: database.url,
    DEMO_CONTENT: 'on',
    // A closed port, so that a job makes an outgoing call that fails.
    SMTP_URL: 'smtp://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20school',
  })
  user = await service.register({ username: 'tracedlearner' })
  const { body } = await service.call('GET /course?limit=100', { token: user.accessToken })
  const course = body.data.find((item: { isPremium: boolean }) => !item.isPremium)
  const courseResponse = await service.call(`GET /course/${course.id}`, { token: user.accessToken })
  lessonId = courseResponse.body.data.lessons[0].id
})
afterAll(async () => {
  await service.kill('SIGKILL')
  await collector.stop()
  await database.drop()
})

const complete = (headers: Record<string, string> = {}) =>
  service.call(`POST /user-lessons/${lessonId}/complete`, {
    token: user.accessToken,
    body: { timeSpentSeconds: 60 },
    headers,
  })

const inTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)

describe('a trace', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const callersSpan = '00f067aa0ba902b7'

  test('a trace continues from the caller through the request to each of its statements', async () => {
    const answer = await complete({ traceparent: `00-${traceId}-${callersSpan}-01` })
    expect(answer.status).toBe(200)
    // Spans are exported in batches, and an outer span later than the spans within it.
    await waitUntil(() => {
      const ids = new Set([callersSpan, ...inTrace(traceId).map(({ spanId }) => spanId)])
      return (
        inTrace(traceId).some(({ kind }) => kind === SERVER) &&
        inTrace(traceId).every(({ parentSpanId }) => ids.has(parentSpanId ?? ''))
      )
    })
    const spans = inTrace(traceId)
    const request = spans.find(({ kind }) => kind === SERVER)!
    expect(request).toMatchObject({
      name: 'POST /api/v2/user-lessons/:lessonId/complete',
      parentSpanId: callersSpan,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v2/user-lessons/:lessonId/complete',
        'http.response.status_code': 200,
      },
    })
    // Every span except the first has a parent in the trace.
    const ids = new Set(spans.map(({ spanId }) => spanId))
    for (const span of spans.filter((one) => one !== request)) expect(ids).toContain(span.parentSpanId)

    const transaction = spans.find(({ name }) => name === 'transaction')!
    expect(transaction.parentSpanId).toBe(request.spanId)
    const statements = spans.filter(
      ({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === transaction.spanId,
    )
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text']))
    expect(texts.some((text) => /insert into lesson_completion .*\$1/.test(text))).toBe(true)
    expect(texts.some((text) => text.includes('ledger_post($1, $2, $3, $4, $5::jsonb)'))).toBe(true)
    expect(statements.every(({ attributes }) => attributes['db.system.name'] === 'postgresql')).toBe(true)
  })

  test('a trace continues in the job that a commit created, its outgoing call and the log', async () => {
    const ofJobs = () => collector.spans.filter(({ name }) => name === 'job mail.send')
    const called = () => collector.spans.find(({ name }) => name === 'call smtp')
    const byId = () => new Map<string, CollectedSpan>(collector.spans.map((span) => [span.spanId, span]))
    // A call ends before its job, a transaction before its request, and each may be in another batch.
    await waitUntil(() => {
      const job = byId().get(called()?.parentSpanId ?? '')
      return byId().has(byId().get(job?.parentSpanId ?? '')?.parentSpanId ?? '')
    })
    const call = called()!
    const job = ofJobs().find(({ spanId }) => spanId === call.parentSpanId)!
    expect(job).toMatchObject({ kind: CONSUMER, isError: true, attributes: { 'error.type': 'failed' } })
    expect(call).toMatchObject({
      isError: true,
      attributes: { 'peer.service': 'smtp', 'error.type': 'no_response' },
    })
    const parents = byId()
    const cause = parents.get(job.parentSpanId)!
    expect(cause.name).toBe('transaction')
    expect(parents.get(cause.parentSpanId)?.name).toBe('POST /api/v2/auth/register')

    // The text after the last line break is an incomplete line.
    const logLines = () =>
      service
        .output()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
        .find(({ msg }) => msg.startsWith('jobs: run failed'))
    await waitUntil(() => logLines() !== undefined)
    expect(logLines().trace_id).toBe(job.traceId)
  })

  test('a trace also begins with a WebSocket frame', async () => {
    const socket = await openSocket(service.url, { accessToken: user.accessToken })
    socket.send('ping')
    await socket.next('pong')
    socket.close()
    await waitUntil(() => collector.spans.some(({ name, kind }) => name === 'frame ping' && kind === SERVER))
  })

  test('a trace that the caller does not sample is not recorded, and an invalid header begins a new one', async () => {
    const unwanted = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
    await complete({ traceparent: `00-${unwanted}-${callersSpan}-00` })
    const before = collector.spans.length
    await complete({ traceparent: 'nonsense' })
    await waitUntil(() =>
      collector.spans.slice(before).some(({ kind, parentSpanId }) => kind === SERVER && parentSpanId === ''),
    )
    expect(inTrace(unwanted)).toEqual([])
  })

  test('a trace contains no id, name, address or value of a user', () => {
    const all = collector.texts.join('\n')
    expect(all.length).toBeGreaterThan(1_000)
    for (const secret of [user.id, user.email, user.username, user.accessToken, lessonId])
      expect(all).not.toContain(secret)
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
    expect([...names].sort()).toEqual([
      'db.query.text',
      'db.system.name',
      'error.type',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'peer.service',
    ])
    expect(collector.headers.every((headers) => headers.get('x-tenant') === 'a school')).toBe(true)
  })
})

describe('a trace collector', () => {
  test('a trace collector that hangs or is gone delays no request and no shutdown', async () => {
    collector.isHanging = true
    await complete()
    await waitUntil(() => collector.waiting > 0)
    // The collector has received spans and does not respond, while requests are answered.
    const answers = await Promise.all(Array.from({ length: 30 }, () => complete()))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    await collector.stop()
    expect((await complete()).status).toBe(200)
    expect(await service.kill('SIGTERM')).toBe(0)
  })
})

test('the tracing library is loaded only by the one file that is loaded on demand', () => {
  const root = join(import.meta.dir, '../src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const text = (name: string) => readFileSync(join(root, name), 'utf8')
  expect(files.filter((name) => /from '@opentelemetry/.test(text(name)))).toEqual([
    'platform/tracing/otlp-tracer.ts',
  ])
  expect(files.filter((name) => /from '[^']*\/otlp-tracer\.ts'/.test(text(name)))).toEqual([])
  expect(
    files.filter((name) => text(name).includes("await import('../../platform/tracing/otlp-tracer.ts')")),
  ).toEqual(['app/bootstrap/start-tracing.ts'])
})
