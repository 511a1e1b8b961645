import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { signWebhook, verifyWebhook } from '../src/lyceum.ts'

const SECRET = 'a-contract-webhook-secret-for-tests-0123456789'
const BODY = JSON.stringify({
  eventType: 'SOMETHING_NEW',
  contractAddress: `0x${'11'.repeat(20)}`,
  transactionHash: `0x${'22'.repeat(32)}`,
  blockNumber: 7,
  data: {},
})

for (const signedInput of ['body', 'id.timestamp.body'] as const) {
  test(`a webhook whose ${signedInput} is signed is accepted, and any change is rejected`, async () => {
    const now = new Date('2026-11-02T08:00:00Z')
    const headers = await signWebhook({ body: BODY, secret: SECRET, eventId: 'event-1', signedInput, now })
    const webhook = { headers, body: BODY, secret: SECRET, signedInput, now }
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    expect(await verifyWebhook(webhook)).toBe(true)
    expect(await verifyWebhook({ ...webhook, headers: new Headers(headers) })).toBe(true)
    expect(await verifyWebhook({ ...webhook, body: new TextEncoder().encode(BODY) })).toBe(true)
    expect(await verifyWebhook({ ...webhook, secret: ['an older secret', SECRET] })).toBe(true)
    expect(await verifyWebhook({ ...webhook, now: later(300) })).toBe(true)
    for (const changed of [
      { ...webhook, body: `${BODY} ` },
      { ...webhook, secret: 'another secret' },
      { ...webhook, secret: [] },
      { ...webhook, now: later(301) },
      { ...webhook, now: later(-301) },
      { ...webhook, headers: {} },
      { ...webhook, headers: { ...headers, 'x-webhook-timestamp': 'today' } },
      {
        ...webhook,
        headers: { ...headers, 'x-webhook-signature': headers['x-webhook-signature']!.slice(2) },
      },
    ])
      expect(await verifyWebhook(changed)).toBe(false)
    const moved = { ...headers, 'x-webhook-timestamp': String(Number(headers['x-webhook-timestamp']) + 1) }
    expect(await verifyWebhook({ ...webhook, headers: moved })).toBe(signedInput === 'body')
  })
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ CONTRACT_WEBHOOK_SECRET: SECRET })
})
afterAll(() => service.stop())

test('the service accepts a webhook that was signed with the client', async () => {
  const send = async (secret: string) => {
    const headers = await signWebhook({ body: BODY, secret, eventId: Bun.randomUUIDv7() })
    const url = `${service.url}/api/v2/webhook/contract-events`
    return fetch(url, {
      method: 'POST',
      body: BODY,
      headers: { ...headers, 'content-type': 'application/json' },
    })
  }
  expect((await send(SECRET)).status).toBe(200)
  expect((await send('another secret')).status).not.toBe(200)
})
