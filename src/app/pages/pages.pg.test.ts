import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase } from '../../../test/harness/database.ts'
import { requestRaw } from '../../../test/harness/http.ts'
import { createNetworkProxy } from '../../../test/harness/processes/network-proxy.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { now } from '../../platform/clock.ts'
import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { openApiText } from '../commands/openapi.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers, redirect: 'manual' })

describe('health', () => {
  test('the health pages respond and forbid caching', async () => {
    const liveness = await get('/health/live')
    expect([liveness.status, await liveness.json()]).toEqual([200, { status: 'live' }])
    const ready = await get('/health/ready')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', jobs: 'ok', storage: 'ok' },
    })
    expect(ready.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${service.url}/health/ready`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${service.url}/health/ready`, { method: 'HEAD' })).status).toBe(200)
  })

  test('/health/ready returns 503 only while the database is unavailable, and /health/live stays 200', async () => {
    const database = await createTestDatabase()
    const network = await createNetworkProxy(database.url)
    const cutOff = await startTestService({ DATABASE_URL: network.url, LOG_LEVEL: 'silent' }, database)
    try {
      expect((await cutOff.call('GET //health/ready')).status).toBe(200)
      await network.cut()
      const ready = await cutOff.call('GET //health/ready')
      expect(ready.status).toBe(503)
      expect(ready.headers.get('retry-after')).toBe('1')
      expect(ready.body).toMatchObject({ status: 'not ready', checks: { database: 'failing' } })
      expect((await cutOff.call('GET //health/live')).status).toBe(200)
      const request = await cutOff.call('POST /auth/otp/request', { body: { email: 'ada@example.com' } })
      expect(request.status).toBe(503)
      expect(request.body.error.code).toBe('DATABASE_UNAVAILABLE')
      // The queue reports several errors during an outage. None of them may count when the database is back.
      await Bun.sleep(3_000)
      let leastMs = Number.POSITIVE_INFINITY
      for (let outage = 1; outage <= 2; outage++) {
        if (outage > 1) await network.cut()
        await waitUntil(async () => (await cutOff.call('GET //health/ready')).status === 503)
        await network.restore()
        const backAt = performance.now()
        await waitUntil(async () => (await cutOff.call('GET //health/ready')).status === 200)
        leastMs = Math.min(leastMs, performance.now() - backAt)
      }
      reportMeasurement(`readiness: 200 again ${Math.round(leastMs)} ms after the database was back`)
      // It was more than 15 seconds; a second is the aim, and the rest is for a busy machine.
      expect(leastMs).toBeLessThan(8_000)
    } finally {
      await cutOff.stop()
      await network.close()
      await database.drop()
    }
  })
})

describe('a storage that does not work', () => {
  test('requests that need files get 503 with Retry-After, and readiness names the storage but stays ready', async () => {
    const broken = await startTestService({
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'lyceum',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      LOG_LEVEL: 'silent',
    })
    try {
      const ready = await broken.call('GET //health/ready')
      expect([ready.status, ready.body.checks.storage]).toEqual([200, 'failing'])
      expect(ready.body.reasons.storage).toStartWith('The storage for files does not work: ')
      const user = await broken.register()
      const picture = new FormData()
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      picture.set('profileImage', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'me.png')
      const upload = await broken.call('PATCH /user/profile', { token: user.accessToken, body: picture })
      expect([upload.status, upload.body.error.code, upload.headers.get('retry-after')]).toEqual([
        503,
        'STORAGE_UNAVAILABLE',
        '10',
      ])
      expect((await broken.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
    } finally {
      await broken.stop()
    }
  })
})

describe('metrics', () => {
  test('/metrics is in Prometheus format and counts requests by route and status', async () => {
    const user = await service.register()
    await service.call('GET /user/profile', { token: user.accessToken })
    const sessions = await service.call('DELETE /auth/sessions/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d', {
      token: user.accessToken,
    })
    expect(sessions.status).toBe(404)
    const response = await get('/metrics')
    expect(response.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
    const text = await response.text()
    expect(text).toMatch(
      /lyceum_http_requests_total\{method="get",route="\/api\/v2\/user\/profile",status="200"\} [1-9]/,
    )
    expect(text).toContain('route="/api/v2/auth/sessions/:id",status="404"')
    expect(text).toMatch(/^process_cpu_user_seconds_total /m)
    expect(text).not.toContain('019a8b5e')
    expect(text).not.toContain(user.email)
    for (const line of text.split('\n').filter((part) => part && !part.startsWith('#')))
      expect(line).toMatch(/^[a-zA-Z_:][\w:]*(\{.*\})? \S+$/)
  })
})

describe('missing files', () => {
  test('a missing file returns 404 with one request id', async () => {
    for (const path of [
      '/files/avatars/none.webp',
      '/files/secrets/x.webp',
      '/docs/none.js',
      // Names of inherited object properties are not folders or types.
      '/files/constructor/x.caller',
      '/files/constructor/x.arguments',
      '/files/__proto__/x.constructor',
    ]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      const { error } = (await response.json()) as { error: { requestId: string } }
      expect(error.requestId).toBe(response.headers.get('x-request-id')!)
    }
  })
})

describe('the API reference', () => {
  test('the pages of the reference and all of their files are served by this service', async () => {
    for (const page of ['/docs', '/docs/live']) {
      const response = await get(page)
      expect([page, response.status]).toEqual([page, 200])
      const files = [...(await response.text()).matchAll(/(?:src|href)="(\/docs\/files\/[^"]+)"/g)]
      expect(files.length).toBeGreaterThan(3)
      for (const [, path] of files) expect([path, (await get(path!)).status]).toEqual([path, 200])
    }
    expect((await get('/docs/../../package.json')).status).toBe(404)
    expect((await get('/docs/files/%2e%2e%2fpackage.json')).status).toBe(404)
  })

  test('the served document is OpenAPI 3.1 and equals the committed one except for the address', async () => {
    const response = await get('/openapi.json')
    expect(response.headers.get('content-type')).toBe('application/json')
    const served = (await response.json()) as Record<string, unknown>
    const committed = JSON.parse(openApiText())
    expect(served.openapi).toBe('3.1.0')
    expect({ ...served, servers: [] }).toEqual({ ...committed, servers: [] })
    expect(Object.keys(served.paths as object)).toContain('/api/v2/auth/otp/login')
  })
})

describe('the development mailbox', () => {
  const hostile = '<script>alert("mail")</script>\'"&'
  beforeAll(async () => {
    const write = createWrite(service.test.database, reactionTable([]), () => undefined)
    const mails = ['first', hostile, 'last']
    for (const [index, subject] of mails.entries()) {
      const at = new Date(now().getTime() + 60_000 + index * 1000)
      const mail = { to: 'reader@example.com', subject, text: `${hostile} ${index}`, html: '<p>x</p>' }
      await write((tx) => enqueueMail(tx, mail, at))
    }
  })

  test('the JSON lists the mail of one address, newest first and ignoring case', async () => {
    const response = await get('/dev/mail?to=READER@example.com')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { data } = (await response.json()) as { data: Record<string, string>[] }
    expect(data.map(({ subject }) => subject)).toEqual(['last', hostile, 'first'])
    expect(Object.keys(data[0]!).sort()).toEqual(['html', 'sentAt', 'subject', 'text', 'to'])
    expect(data[0]!.sentAt! > data[1]!.sentAt!).toBe(true)
    expect(data.every(({ to }) => to === 'reader@example.com')).toBe(true)
    for (const address of ['nobody@example.com', '', '%25', 'reader', '%00', '%ff', "'%20or%201=1"]) {
      const empty = await get(`/dev/mail?to=${address}`)
      expect([address, empty.status, await empty.json()]).toEqual([address, 200, { data: [] }])
    }
    const all = (await (await get('/dev/mail')).json()) as { data: { to: string }[] }
    expect(all.data.length).toBeGreaterThan(3)
  })

  test('the mailbox responds to any Host header', async () => {
    const port = Number(new URL(service.url).port)
    for (const host of ['x:99999', '[[[bad']) {
      const response = await requestRaw(port, [
        'GET /dev/mail?to=READER@example.com HTTP/1.1',
        `Host: ${host}`,
      ])
      expect([host, response.status, response.json.data?.length]).toEqual([host, 200, 3])
    }
  })

  test('the HTML page escapes subjects and texts', async () => {
    const response = await get('/dev/mail', { accept: 'text/html,application/xhtml+xml' })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    )
    const html = await response.text()
    expect(html).toContain('&lt;script&gt;alert(&quot;mail&quot;)&lt;/script&gt;')
    expect(html).not.toContain('<script')
    expect(html.indexOf('<b>last</b>')).toBeLessThan(html.indexOf('<b>first</b>'))
    expect(html.indexOf('<b>last</b>')).toBeGreaterThan(0)
  })

  test('no other path below /dev exists', async () => {
    for (const path of ['/dev', '/dev/', '/dev/mail/', '/dev/mail/x', '/dev/console'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})
