import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { gemBalanceOf } from '../../../../test/harness/give-gems.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { newId } from '../../../platform/ids.ts'
import { type AdminFixture, createAdminFixture } from '../admin-testbed.ts'

let fixture: AdminFixture
let payer: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  payer = await fixture.service.register()
})
afterAll(() => fixture.stop())

const REASON = { reason: 'Paid by mistake.' }
const db = () => fixture.service.test.database.query

async function order(status?: 'UNDER_REVIEW' | 'REFUND_PENDING'): Promise<string> {
  const wanted = { fiatAmount: 1_000, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
  const quote = await fixture.call('POST /payment/on-ramp/quote', wanted, payer)
  const body = { quoteId: quote.body.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
  const { orderId } = (await fixture.call('POST /payment/on-ramp/initiate', body, payer)).body.data
  if (status) await db()`update payment_order set status = ${status} where id = ${orderId}`
  return orderId
}

/** A purchase of gems that is paid and delivered. */
async function completed(): Promise<{ id: string; gems: number }> {
  const id = await order()
  const { paymentUrl } = (await fixture.call(`GET /payment/orders/${id}`, undefined, payer)).body.data
  await fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  await fixture.call(`POST /admin/orders/${id}/retry`)
  const read = async () => (await fixture.call(`GET /admin/orders/${id}`)).body.data
  await waitUntil(async () => (await read()).status === 'COMPLETED')
  return { id, gems: (await read()).cryptoAmount }
}
const rowsOf = async (id: string) =>
  (await fixture.log(`&subjectId=${id}`)).map(({ act, before, after }) => ({ act, before, after }))

describe('orders', () => {
  test('support reads orders, and only admins change them', async () => {
    const id = await order('UNDER_REVIEW')
    const support = await fixture.staff('SUPPORT')
    const { body } = await fixture.call('GET /admin/orders?status=UNDER_REVIEW', undefined, support)
    expect(body.data).toMatchObject([{ orderId: id, userId: payer.id, status: 'UNDER_REVIEW' }])
    expect(
      (await fixture.call(`GET /admin/orders/${id}`, undefined, support)).body.data.history.length,
    ).toBeGreaterThan(0)
    expect((await fixture.call(`POST /admin/orders/${id}/refund`, REASON, support)).status).toBe(403)
    expect(await rowsOf(id)).toEqual([])
  })

  test('the reason for a manual review is shown to staff and not to the owner', async () => {
    const id = await order('REFUND_PENDING')
    const attention = 'give it back by hand'
    await db()`update payment_order set review_note = ${attention} where id = ${id}`
    const { body } = await fixture.call('GET /admin/orders?status=REFUND_PENDING')
    expect(body.data).toMatchObject([{ orderId: id, attention }])
    expect((await fixture.call(`GET /admin/orders/${id}`)).body.data.attention).toBe(attention)
    const own = await fixture.call(`GET /payment/orders/${id}`, undefined, payer)
    expect([own.status, own.body.data.attention]).toEqual([200, undefined])
  })

  test('concurrent requests refund or accept an order under review once', async () => {
    const refunded = await order('UNDER_REVIEW')
    const refund = () => fixture.call(`POST /admin/orders/${refunded}/refund`, REASON)
    const accept = () => fixture.call(`POST /admin/orders/${refunded}/accept`)
    const responses = await Promise.all([refund(), refund(), refund()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await accept()).body.error.code).toBe('MOVE_NOT_ALLOWED')
    expect(await rowsOf(refunded)).toEqual([
      {
        act: 'order.refunded',
        before: { status: 'UNDER_REVIEW' },
        after: { status: 'REFUND_PENDING', takenBack: 0, shortfall: 0, method: 'BY_PROVIDER' },
      },
    ])

    const accepted = await order('UNDER_REVIEW')
    expect((await fixture.call(`POST /admin/orders/${accepted}/accept`)).status).toBe(200)
    const [row] = await rowsOf(accepted)
    expect(row).toMatchObject({ act: 'order.accepted', before: { status: 'UNDER_REVIEW' } })
    const history = JSON.stringify(
      (await fixture.call(`GET /payment/orders/${accepted}`, undefined, payer)).body,
    )
    expect(history).not.toContain(fixture.admin.id)
  })

  test('an order is marked as refunded by hand, and another is retried', async () => {
    const id = await order('REFUND_PENDING')
    const done = await fixture.call(`POST /admin/orders/${id}/refund`, { ...REASON, byHand: true })
    expect(done.body.data.status).toBe('REFUNDED')
    const pending = await order()
    expect((await fixture.call(`POST /admin/orders/${pending}/retry`)).status).toBe(200)
    expect((await rowsOf(pending))[0]).toMatchObject({
      act: 'order.retried',
      before: { status: 'PENDING_PAYMENT' },
    })
    expect((await fixture.call(`POST /admin/orders/${id}/retry`)).status).toBe(409)
    expect((await fixture.call(`POST /admin/orders/${newId()}/retry`)).status).toBe(404)
  })

  test('a completed purchase is refunded with the previewed shortfall, once per key, and audited', async () => {
    payer = await fixture.service.register()
    const { id, gems } = await completed()
    await fixture.call(`POST /admin/users/${payer.id}/grants`, { asset: 'GEM', amount: -4, ...REASON })
    const path = `/admin/orders/${id}/refund`
    const { data } = (await fixture.call(`GET ${path}`)).body
    expect(data).toMatchObject({
      isPossible: true,
      delivered: gems,
      takenBack: gems - 4,
      shortfall: 4,
      paidBack: 1_000,
      currency: 'KES',
      method: 'BY_PROVIDER',
    })
    expect(data.ledgerEntries).toEqual([
      { account: `user:${payer.id}`, asset: 'GEM', amount: 4 - gems },
      { account: 'house:losses', asset: 'GEM', amount: -4 },
      { account: 'house:sales', asset: 'GEM', amount: gems },
    ])
    expect((await fixture.call(`POST ${path}`, { shortfall: 4 })).status).toBe(400)
    const changed = await fixture.call(`POST ${path}`, { ...REASON, shortfall: 0 })
    expect([changed.status, changed.body.error.code]).toEqual([409, 'REFUND_CHANGED'])
    expect(changed.body.error.shortfall).toBe(4)
    const key = { 'idempotency-key': newId() }
    const body = { ...REASON, shortfall: 4 }
    const responses = [
      await fixture.call(`POST ${path}`, body, undefined, key),
      await fixture.call(`POST ${path}`, body, undefined, key),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const refund = { takenBack: gems - 4, shortfall: 4, method: 'BY_PROVIDER' }
    expect(responses[1]!.body.data).toMatchObject({ status: 'REFUND_PENDING', refund })
    expect((await fixture.call(`POST ${path}`, body)).body.error.code).toBe('MOVE_NOT_ALLOWED')
    const refunds = (await fixture.log(`&subjectId=${id}`)).filter(({ act }) => act === 'order.refunded')
    expect(refunds).toHaveLength(1)
    const [entry] = refunds
    expect(entry).toMatchObject({
      act: 'order.refunded',
      after: { status: 'REFUND_PENDING', ...refund },
      details: expect.objectContaining(REASON),
    })
    await waitUntil(
      async () => (await fixture.call(`GET /admin/orders/${id}`)).body.data.status === 'REFUNDED',
    )
    expect(await gemBalanceOf(db(), payer.id)).toBe(0)
  })
})
