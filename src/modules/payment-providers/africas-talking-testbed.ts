import { createAfricasTalking } from './africas-talking.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider-testbed.ts'
import type { PayoutProvider } from './public/provider.ts'

export const AIRTIME = { username: 'sandbox', apiKey: 'at-key' }

/** Africa's Talking as documented: form-encoded requests, idempotent by key. */
export function startAfricasTalking(): FakeProvider {
  return startFakeProvider((request, { records, body, behaviour, make }) => {
    if (request.headers.get('apikey') !== AIRTIME.apiKey) return new Response('', { status: 401 })
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/version1/airtime/send') {
      const form = new URLSearchParams(body)
      const key = request.headers.get('idempotency-key')
      const [recipient] = JSON.parse(form.get('recipients') ?? '[]')
      if (form.get('username') !== AIRTIME.username || !key || !recipient.phoneNumber || !recipient.amount)
        return new Response('', { status: 400 })
      // A rejected request has no id.
      if (behaviour === 'fail') {
        const errorMessage = 'Value Outside The Allowed Limits'
        const failed = { status: 'Failed', requestId: 'None', errorMessage, discount: '0' }
        return Response.json({ numSent: 0, errorMessage: 'None', responses: [failed] })
      }
      const record = records.get(key) ?? make({ id: `ATQid_${key}`, reference: key, status: 'Sent' })
      return Response.json({ numSent: 1, responses: [{ status: record.status, requestId: record.id }] })
    }
    const record = [...records.values()].find(({ id }) => id === searchParams.get('transactionId'))
    return record ? Response.json({ status: record.status }) : new Response('', { status: 404 })
  })
}

export function connectAfricasTalking({ url }: { url: string }, timeoutMs = 10_000): PayoutProvider {
  return createAfricasTalking({ ...AIRTIME, url, timeoutMs })
}
