import { type FakeProvider, startFakeProvider } from './fake-provider-testbed.ts'

export const AIRTIME = { username: 'sandbox', apiKey: 'at-key' }

/** Africa's Talking as its documents describe it: a form with a list in it, and one sending an idempotency key. */
export function startAfricasTalking(): FakeProvider {
  return startFakeProvider((request, { records, body, mood: behaviour, make }) => {
    if (request.headers.get('apikey') !== AIRTIME.apiKey) return new Response('', { status: 401 })
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/version1/airtime/send') {
      const form = new URLSearchParams(body)
      const key = request.headers.get('idempotency-key')
      const [recipient] = JSON.parse(form.get('recipients') ?? '[]')
      if (form.get('username') !== AIRTIME.username || !key || !recipient.phoneNumber || !recipient.amount)
        return new Response('', { status: 400 })
      // What they do not take has no id, and they say so in a word.
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
