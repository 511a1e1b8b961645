import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { OrderId } from '../../events/payment-orders.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { AIRTIME, startAfricasTalking } from './africas-talking-testbed.ts'
import type { FakeProvider } from './fake-provider-testbed.ts'
import { createFonbnk } from './fonbnk.ts'
import { FONBNK, startFonbnk } from './fonbnk-testbed.ts'
import {
  type CollectionRequest,
  type PaymentProvider,
  type PayoutProvider,
  ProviderRefusedError,
  ProviderUncertainError,
} from './public/provider.ts'
import { createSandboxProvider } from './sandbox/sandbox-provider.ts'
import { type Sandbox, startSandbox } from './sandbox/sandbox-server.ts'
import { sandboxSignature } from './sandbox/webhook-sender.ts'
import { createYellowCard } from './yellow-card.ts'
import { startYellowCard, YELLOW_CARD } from './yellow-card-testbed.ts'

/** Timeouts: long enough for a busy machine, and short for requests that get no answer. */
const [PATIENT_MS, HASTY_MS] = [10_000, 1_000]

type Mood = Extract<FakeProvider['nextBehaviour'], 'well' | 'refuse' | 'break' | 'silent'>

/** A provider under test and the ways to control its fake, whatever its protocol. */
interface Subject {
  provider: PaymentProvider
  /** The same provider with a short timeout, for requests that get no answer. */
  hasty: PaymentProvider
  receive(request: CollectionRequest, wrong?: boolean): Promise<void>
  endPayout(request: CollectionRequest, well: boolean): Promise<void>
  /** Forces a behaviour: by the amount in the sandbox, by `nextBehaviour` in the others. */
  force(mood: Mood): Partial<CollectionRequest>
  calm(): void
  made(reference: string): Promise<number>
  /** A webhook signed by the provider. */
  webhook(orderId: OrderId): { body: string; headers: Record<string, string> }
}

let test_: TestDatabase
let sandbox: Sandbox
const fakeProviders: FakeProvider[] = []
const subjects = new Map<string, Subject>()

beforeAll(async () => {
  test_ = await createTestDatabase()
  sandbox = startSandbox({
    hostname: '127.0.0.1',
    pageHost: 'pages.example',
    port: 0,
    key: 'key',
    payoutMs: 0,
    downMs: 60_000,
  })
  sandbox.attachDatabase(test_.database.autocommit)
  subjects.set('sandbox', sandboxSubject())
  subjects.set('fonbnk', fonbnkSubject())
  subjects.set('yellow-card', yellowCardSubject())
})
afterAll(async () => {
  await sandbox.stop()
  for (const fakeProvider of fakeProviders) await fakeProvider.stop()
  await test_.drop()
})

function sandboxSubject(): Subject {
  const { query } = test_.database
  const forced: Record<Mood, bigint> = {
    well: 0n,
    refuse: 170_700n,
    break: 170_300n,
    silent: 170_400n,
  }
  return {
    provider: createSandboxProvider({ url: () => sandbox.url, key: 'key', timeoutMs: PATIENT_MS }),
    hasty: createSandboxProvider({ url: () => sandbox.url, key: 'key', timeoutMs: HASTY_MS }),
    receive: async ({ orderId }, wrong) => {
      if (wrong) await query`update sandbox_payment set outcome = 'WRONG_AMOUNT' where reference = ${orderId}`
      const [row] = await query<{ id: string }>`select id from sandbox_payment where reference = ${orderId}`
      await fetch(`${sandbox.url}/pay/${row!.id}/paid`, { method: 'POST', redirect: 'manual' })
    },
    endPayout: async ({ orderId }, well) => {
      if (!well) await query`update sandbox_payment set outcome = 'FAILS' where reference = ${orderId}`
    },
    force: (mood) => (mood === 'well' ? {} : { amount: forced[mood] }),
    calm: () => {},
    made: async (reference) =>
      (await query`select from sandbox_payment where reference = ${reference} and state <> 'DOWN'`).length,
    webhook: (orderId) => {
      const body = JSON.stringify({ id: newId(), type: 'collection.changed', reference: orderId })
      return { body, headers: { 'x-sandbox-signature': sandboxSignature('key', body) } }
    },
  }
}

/** Controls a fake provider by changing its stored records. */
function fakeProviderSubject(
  fakeProvider: FakeProvider,
  create: (timeoutMs: number) => PaymentProvider,
  states: { received: object; wrong: (amount: number) => object; paid: object; failed: object },
  webhook: Subject['webhook'],
): Subject {
  fakeProviders.push(fakeProvider)
  return {
    provider: create(PATIENT_MS),
    hasty: create(HASTY_MS),
    receive: async ({ orderId, amount }, wrong) =>
      fakeProvider.set(orderId, {
        ...states.received,
        ...(wrong ? states.wrong(Number(amount) / 100 - 100) : {}),
      }),
    endPayout: async ({ orderId }, well) =>
      fakeProvider.set(orderId, { ...(well ? states.paid : states.failed) }),
    force: (mood) => {
      fakeProvider.nextBehaviour = mood
      fakeProvider.made = 0
      return {}
    },
    calm: () => {
      fakeProvider.nextBehaviour = 'well'
    },
    made: async () => fakeProvider.made,
    webhook,
  }
}

function fonbnkSubject(): Subject {
  const fakeProvider = startFonbnk()
  const create = (timeoutMs: number) => createFonbnk({ ...FONBNK, url: fakeProvider.url, timeoutMs })
  const states = {
    received: { status: 'payout_successful' },
    wrong: (amount: number) => ({ status: 'deposit_invalid', received: amount }),
    paid: { status: 'payout_successful' },
    failed: { status: 'refund_successful' },
  }
  return fakeProviderSubject(fakeProvider, create, states, (orderId) => {
    const data = { order: { _id: 'f1', status: 'deposit_successful', merchantOrderParams: orderId } }
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const signature = sha256(JSON.stringify(data) + sha256(FONBNK.webhookSecret))
    return {
      body: JSON.stringify({ event: 'order-status-change', data }),
      headers: { 'x-signature': signature },
    }
  })
}

function yellowCardSubject(): Subject {
  const fakeProvider = startYellowCard()
  const create = (timeoutMs: number) =>
    createYellowCard({ ...YELLOW_CARD, url: `${fakeProvider.url}/business`, timeoutMs })
  const states = {
    received: { status: 'complete' },
    wrong: (amount: number) => ({ localAmount: amount }),
    paid: { status: 'complete' },
    failed: { status: 'failed', errorCode: 'ACCOUNT_CLOSED' },
  }
  return fakeProviderSubject(fakeProvider, create, states, (orderId) => {
    const body = JSON.stringify({
      id: 'y1',
      sequenceId: orderId,
      status: 'complete',
      event: 'RECEIVE.COMPLETE',
    })
    const signature = createHmac('sha256', YELLOW_CARD.secret).update(body).digest('base64')
    return { body, headers: { 'x-yc-signature': signature } }
  })
}

function request(change: Partial<CollectionRequest> = {}): CollectionRequest {
  return {
    orderId: newId<'PaymentOrder'>() as OrderId,
    providerOrderId: null,
    userId: newId() as UserId,
    currency: 'NGN',
    amount: 1_500_000n,
    method: 'BANK_TRANSFER',
    recipient: { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' },
    webhookUrl: 'https://lyceum.example/api/v2/webhooks/payments/any',
    returnUrl: 'https://lyceum.example',
    ...change,
  }
}

describe.each(['sandbox', 'fonbnk', 'yellow-card'])('the provider %s implements the port', (name) => {
  const subject = () => subjects.get(name)!

  test('the provider has a rate for each direction, and buys for less than it sells', async () => {
    const [buy, sell] = [
      await subject().provider.getRate('NGN', 'ON_RAMP'),
      await subject().provider.getRate('NGN', 'OFF_RAMP'),
    ]
    expect(buy).toBeGreaterThan(sell)
    expect(sell).toBeGreaterThan(1_000n * 10n ** 8n)
  })

  test('the provider collects a payment once per reference and reports the amount', async () => {
    const { provider, receive, force, made } = subject()
    const wanted = request(force('well'))
    expect(await provider.findCollection(wanted)).toBeUndefined()
    const first = await provider.collect(wanted)
    expect(first).toMatchObject({ state: 'AWAITING_PAYMENT', expiresAt: expect.any(Date) })
    expect(first.paymentUrl ?? first.accountDetails?.accountNumber).toBeString()
    if (name === 'sandbox') expect(first.paymentUrl).toStartWith(`http://pages.example:${sandbox.port}/pay/`)
    const again = await provider.collect(wanted)
    expect(again.providerOrderId).toBe(first.providerOrderId)
    expect(await made(wanted.orderId)).toBe(1)
    await receive(wanted)
    const after = await provider.findCollection({ ...wanted, providerOrderId: first.providerOrderId })
    expect(after?.state).toBe('SETTLED')
    expect(after?.receivedAmount ?? wanted.amount).toBe(wanted.amount)
  })

  test('the provider reports a wrong amount', async () => {
    const { provider, receive, force } = subject()
    const wanted = request(force('well'))
    await provider.collect(wanted)
    await receive(wanted, true)
    const after = await provider.findCollection(wanted)
    expect(after?.state).toBe('SETTLED')
    expect(after?.receivedAmount).not.toBeUndefined()
    expect(after?.receivedAmount).not.toBe(wanted.amount)
  })

  test('the provider cancels an unpaid collection, and reports a paid one', async () => {
    const { provider, receive, force } = subject()
    const [open, paid] = [request(force('well')), request()]
    const { providerOrderId } = await provider.collect(open)
    expect((await provider.cancelCollection({ ...open, providerOrderId }))?.state).toBe('CANCELLED')
    const other = await provider.collect(paid)
    await receive(paid)
    const late = { ...paid, providerOrderId: other.providerOrderId }
    expect((await provider.cancelCollection(late))?.state).toBe('SETTLED')
    expect(await provider.refund(late, paid.amount)).toBe(name === 'fonbnk' ? 'MANUAL' : 'REFUNDED')
    expect(provider.canRefund).toBe(name !== 'fonbnk')
  })

  test('the provider pays out once per reference and reports the result', async () => {
    const { provider, endPayout, force, made } = subject()
    const wanted = request(force('well'))
    expect(await provider.findPayout(wanted)).toBeUndefined()
    const first = await provider.payOut(wanted)
    expect((await provider.payOut(wanted)).providerOrderId).toBe(first.providerOrderId)
    expect(await made(wanted.orderId)).toBe(1)
    await endPayout(wanted, true)
    expect((await provider.findPayout({ ...wanted, ...first }))?.state).toBe('COMPLETED')
    const failing = request()
    await provider.payOut(failing)
    await endPayout(failing, false)
    expect((await provider.findPayout(failing))?.state).toBe('FAILED')
  })

  test('a refusal is distinguished from an uncertain result', async () => {
    const { provider, hasty, force, calm, made } = subject()
    const refused = request(force('refuse'))
    const elsewhere = { recipient: {}, method: 'CARD' } as const
    await expect(provider.payOut({ ...refused, ...elsewhere })).rejects.toBeInstanceOf(ProviderRefusedError)
    expect(await made(refused.orderId)).toBe(0)
    const broken = request(force('break'))
    await expect(provider.payOut({ ...broken, ...elsewhere })).rejects.toBeInstanceOf(ProviderUncertainError)
    const silent = request(force('silent'))
    await expect(hasty.payOut({ ...silent, ...elsewhere })).rejects.toBeInstanceOf(ProviderUncertainError)
    calm()
    expect(await made(silent.orderId)).toBe(1)
    expect(await provider.findPayout(silent)).toBeDefined()
    expect((await provider.payOut({ ...silent, ...elsewhere })).providerOrderId).toBeString()
    expect(await made(silent.orderId)).toBe(1)
  })

  test('webhooks are verified by their signature and name the order', () => {
    const { provider, webhook } = subject()
    const orderId = newId<'PaymentOrder'>() as OrderId
    const { body, headers } = webhook(orderId)
    const verify = (text: string, given: Record<string, string>) =>
      provider.webhooks.verify({ headers: new Headers(given), rawBody: Buffer.from(text), now: new Date() })
    verify(body, headers)
    expect(provider.webhooks.extractOrderId(JSON.parse(body))).toBe(orderId)
    expect(provider.webhooks.extractEventId(JSON.parse(body))).toBe(
      provider.webhooks.extractEventId(JSON.parse(body)),
    )
    const forged = body.replace(orderId, newId())
    for (const attempt of [
      () => verify(forged, headers),
      () => verify(body, {}),
      () => verify('no JSON', headers),
      () => verify(body, Object.fromEntries(Object.keys(headers).map((key) => [key, 'x']))),
    ])
      expect(attempt).toThrow(Refusal)
    expect(provider.webhooks.extractOrderId({ something: 'else' })).toBeUndefined()
  })
})

test.each(['deposit_successful', 'payout_pending', 'payout_failed'])(
  'a Fonbnk payment in the state %s is not settled',
  async (status) => {
    const fakeProvider = startFonbnk()
    fakeProviders.push(fakeProvider)
    const provider = createFonbnk({ ...FONBNK, url: fakeProvider.url, timeoutMs: PATIENT_MS })
    const wanted = request()
    await provider.collect(wanted)
    fakeProvider.set(wanted.orderId, { status })
    expect((await provider.findCollection(wanted))?.state).toBe('SETTLING')
    fakeProvider.set(wanted.orderId, { status: 'payout_successful' })
    expect((await provider.findCollection(wanted))?.state).toBe('SETTLED')
  },
)

test('an unreachable provider gives an uncertain result', async () => {
  const away = createSandboxProvider({ url: () => 'http://127.0.0.1:1', key: 'key', timeoutMs: PATIENT_MS })
  await expect(away.findPayout(request())).rejects.toBeInstanceOf(ProviderUncertainError)
})

test('a sandbox webhook is valid for five minutes around its timestamp', () => {
  const { provider } = subjects.get('sandbox')!
  const at = Date.parse('2026-11-02T08:00:00.000Z')
  const body = '{}'
  const headers = new Headers({ 'x-sandbox-signature': sandboxSignature('key', body, at) })
  const isTaken = (now: number) => {
    try {
      provider.webhooks.verify({ headers, rawBody: Buffer.from(body), now: new Date(now) })
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      return false
    }
  }
  const moments = [-300_001, -300_000, 0, 300_000, 300_001]
  expect(moments.map((moment) => isTaken(at + moment))).toEqual([false, true, true, true, false])
})

describe('airtime by Africa’s Talking', () => {
  test('airtime is sent once per key, also after a timeout, and is found by the id of the provider', async () => {
    const fakeProvider = startAfricasTalking()
    fakeProviders.push(fakeProvider)
    const [airtime, hasty] = [PATIENT_MS, HASTY_MS].map((timeoutMs) =>
      createAfricasTalking({ ...AIRTIME, url: fakeProvider.url, timeoutMs }),
    ) as [PayoutProvider, PayoutProvider]
    const wanted = request({ method: 'AIRTIME', recipient: { phoneNumber: '+2348012345678' } })
    fakeProvider.nextBehaviour = 'silent'
    await expect(hasty.payOut(wanted)).rejects.toBeInstanceOf(ProviderUncertainError)
    fakeProvider.nextBehaviour = 'well'
    expect(await airtime.findPayout(wanted)).toBeUndefined()
    const sent = await airtime.payOut(wanted)
    expect(sent.state).toBe('SENT')
    expect(fakeProvider.made).toBe(1)
    fakeProvider.set(wanted.orderId, { status: 'Success' })
    expect((await airtime.findPayout({ ...wanted, ...sent }))?.state).toBe('COMPLETED')
    fakeProvider.set(wanted.orderId, { status: 'Failed' })
    expect((await airtime.findPayout({ ...wanted, ...sent }))?.state).toBe('FAILED')
    fakeProvider.nextBehaviour = 'refuse'
    await expect(airtime.payOut(request(wanted))).rejects.toBeInstanceOf(ProviderRefusedError)
  })
})
