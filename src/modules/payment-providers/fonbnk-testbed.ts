import { createHmac } from 'node:crypto'
import { nowMs } from '../../platform/clock.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider-testbed.ts'
import { createFonbnk } from './fonbnk.ts'
import type { PaymentProvider } from './public/provider.ts'

export const FONBNK = {
  clientId: 'merchant-1',
  clientSecret: Buffer.from('a secret of fonbnk').toString('base64'),
  webhookSecret: 'whsec',
}

/** Fonbnk as documented: requests are signed, and orders are not unique by our reference. */
export function startFonbnk(): FakeProvider {
  return startFakeProvider((request, { records, body, make }) => {
    const { pathname, search, searchParams } = new URL(request.url)
    const { headers } = request
    const key = Buffer.from(FONBNK.clientSecret, 'base64')
    const signed = `${headers.get('x-timestamp')}:${pathname}${search}`
    const isSigned = headers.get('x-signature') === createHmac('sha256', key).update(signed).digest('base64')
    const isFresh = Math.abs(nowMs() - Number(headers.get('x-timestamp'))) < 60_000
    if (headers.get('x-client-id') !== FONBNK.clientId || !isSigned || !isFresh)
      return new Response('', { status: 401 })
    const given = body ? JSON.parse(body) : {}
    if (pathname === '/api/v2/quote') {
      const isOneAmount = Number('amount' in given.deposit) + Number('amount' in given.payout) === 1
      if (!isOneAmount) return new Response('', { status: 400 })
      const cashout = { exchangeRate: 1616.5 }
      return Response.json({
        quoteId: 'q1',
        deposit: { cashout },
        payout: { cashout: { exchangeRate: 1580.25 } },
      })
    }
    if (pathname === '/api/v2/order' && request.method === 'POST') {
      const isPayout = given.payout.currencyType === 'fiat'
      if (!given.userEmail || !given.quoteId || !given.orderParams) return new Response('', { status: 400 })
      const record = make({
        id: crypto.randomUUID(),
        reference: given.orderParams,
        status: isPayout ? 'payout_pending' : 'deposit_awaiting',
      })
      return Response.json(orderOf(record))
    }
    if (pathname === '/api/v2/order/cancel') {
      const record = [...records.values()].find(({ id }) => id === given.orderId)
      if (!record) return new Response('', { status: 404 })
      if (record.status === 'deposit_awaiting') record.status = 'deposit_canceled'
      return Response.json(orderOf(record))
    }
    const record = records.get(searchParams.get('orderParams') ?? '')
    return record ? Response.json(orderOf(record)) : new Response('', { status: 404 })
  })
}

function orderOf(record: Record<string, unknown>): object {
  return {
    _id: record.id,
    status: record.status,
    merchantOrderParams: record.reference,
    expiresAt: record.expiresAt ?? '2030-01-01T00:00:00.000Z',
    deposit: {
      ...(record.received === undefined ? {} : { receivedAmount: record.received }),
      transferInstructions: {
        type: 'manual',
        transferDetails: {
          recipientBankName: 'First Bank',
          recipientBankAccountNumber: '0123456789',
          recipientBankAccountName: 'Fonbnk',
        },
      },
    },
  }
}

export function connectFonbnk({ url }: { url: string }, timeoutMs = 10_000): PaymentProvider {
  return createFonbnk({ ...FONBNK, url, timeoutMs })
}
