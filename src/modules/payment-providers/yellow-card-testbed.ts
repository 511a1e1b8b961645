import { createHash, createHmac } from 'node:crypto'
import { type FakeProvider, startFakeProvider } from './fake-provider-testbed.ts'
import type { PaymentProvider } from './public/provider.ts'
import { createYellowCard } from './yellow-card.ts'

export const YELLOW_CARD = { apiKey: 'yc-key', secret: 'yc-secret' }

/** Yellow Card as documented: timestamp, path, method and body are signed; transfers are unique by sequence id. */
export function startYellowCard(): FakeProvider {
  return startFakeProvider((request, { records, body, make }) => {
    const { pathname } = new URL(request.url)
    if (request.headers.get('authorization') !== expectedSignature(request, pathname, body))
      return new Response('', { status: 401 })
    const [, , area, word, action] = pathname.split('/')
    if (area === 'rates') return Response.json({ rates: [{ code: 'NGN', buy: 1616.5, sell: 1580.25 }] })
    if (request.method === 'POST' && !word) {
      const given = JSON.parse(body)
      const known = records.get(given.sequenceId)
      if (known) return Response.json(known)
      if (!given.localAmount || given.amount || !given.customerUID) return new Response('', { status: 400 })
      const record = make({
        id: crypto.randomUUID(),
        reference: given.sequenceId,
        status: area === 'send' ? 'processing' : 'pending',
        localAmount: given.localAmount,
        bankInfo: { name: 'First Bank', accountNumber: '0123456789', accountName: 'Yellow Card' },
        expiresAt: '2030-01-01T00:00:00.000Z',
      })
      return Response.json(record)
    }
    if (request.method === 'POST') {
      const record = [...records.values()].find(({ id }) => id === word)
      if (!record) return new Response('', { status: 404 })
      if (action === 'cancel' && record.status === 'pending') record.status = 'cancelled'
      if (action === 'refund' && record.status === 'complete') record.status = 'refunded'
      return Response.json(record)
    }
    const record = records.get(action ?? '')
    return record ? Response.json(record) : new Response('', { status: 404 })
  })
}

function expectedSignature({ method, headers }: Request, pathname: string, body: string): string {
  const hash = method === 'POST' ? createHash('sha256').update(body).digest('base64') : ''
  const text = `${headers.get('x-yc-timestamp')}${pathname}${method}${hash}`
  return `YcHmacV1 ${YELLOW_CARD.apiKey}:${createHmac('sha256', YELLOW_CARD.secret).update(text).digest('base64')}`
}

export function connectYellowCard(
  { url }: { url: string },
  timeoutMs = 10_000,
  secret = YELLOW_CARD.secret,
): PaymentProvider {
  return createYellowCard({ ...YELLOW_CARD, secret, url: `${url}/business`, timeoutMs })
}
