import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { later, MINUTE_MS, now } from '../../../platform/clock.ts'
import { advanceOrderJob } from '../jobs.ts'
import type { Order } from '../orders/order.ts'
import { createPaymentBed, type PaymentBed } from '../payments-testbed.ts'
import { advanceOrder } from './advance-order.ts'
import { hearProvider } from './hear-provider.ts'

setDefaultTimeout(60_000)

let bed: PaymentBed
beforeAll(async () => {
  bed = await createPaymentBed()
})
afterAll(() => bed.stop())

/** Does the jobs of an order that are due, as a worker would, and says how many there were. */
async function work({ id }: Order, obeysAppointments: boolean): Promise<number> {
  const due = await bed.database.query<{ checkAt: string | undefined }>`
    delete from outbox where job = ${advanceOrderJob.name} and data ->> 'orderId' = ${id}
      and coalesce(start_after, 'epoch') <= ${now()} returning data ->> 'checkAt' as "checkAt"`
  for (const { checkAt } of due)
    await advanceOrder(bed.parts, id, checkAt && obeysAppointments ? new Date(checkAt) : undefined)
  return due.length
}

const waiting = async ({ id }: Order) =>
  (
    await bed.database.query`
      select from outbox where job = ${advanceOrderJob.name} and data ->> 'orderId' = ${id}`
  ).length

/** How many jobs an order has after ten webhooks, and how often it was asked about ten minutes later. */
async function hearTen(obeysAppointments: boolean): Promise<{ order: Order; chains: number; asked: number }> {
  const order = await bed.buy(await bed.addLearner(), 1_300)
  for (let count = 1; count <= 10; count++) {
    const told = { provider: 'sandbox', orderId: order.id, now: later(now(), count) }
    expect((await bed.write((tx) => hearProvider(tx, told))).state).toBe('APPLIED')
  }
  bed.time.pass(1_000)
  await work(order, obeysAppointments)
  const { tries } = await bed.order(order.id)
  for (let round = 0; round < 2; round++) {
    bed.time.pass(5 * MINUTE_MS)
    await work(order, obeysAppointments)
  }
  return { order, chains: await waiting(order), asked: (await bed.order(order.id)).tries - tries }
}

test('however many webhooks come of an order, one job looks after it from then on', async () => {
  const { order, chains, asked } = await hearTen(true)
  expect([chains, asked]).toEqual([1, 2])
  // And it still does: what was paid is found without another word.
  await bed.press(order)
  bed.time.pass(6 * MINUTE_MS)
  await work(order, true)
  expect((await bed.order(order.id)).status).toBe('PROCESSING')
})

test('were appointments not looked at, each webhook would have it asked about once more, for as long as it is open', async () => {
  const { chains, asked } = await hearTen(false)
  expect(chains).toBeGreaterThan(5)
  expect(asked).toBeGreaterThan(10)
})

test('who is asked while another asks is not forgotten: the next job is of the new appointment', async () => {
  const order = await bed.buy(await bed.addLearner(), 1_300)
  bed.time.pass(MINUTE_MS)
  const heardAt = later(now(), 5)
  const provider = bed.parts.providers.current!
  const overheard = {
    ...provider,
    findCollection: async (reference: Parameters<typeof provider.findCollection>[0]) => {
      const found = await provider.findCollection(reference)
      // It is paid, and told, while the answer from before is on its way.
      await bed.press(order)
      await bed.write((tx) => hearProvider(tx, { provider: 'sandbox', orderId: order.id, now: heardAt }))
      return found
    },
  }
  const providers = { ...bed.parts.providers, byName: new Map([['sandbox', overheard]]) }
  await advanceOrder({ ...bed.parts, providers }, order.id, now())
  expect((await bed.order(order.id)).status).toBe('PENDING_PAYMENT')
  bed.time.pass(1_000)
  await work(order, true)
  expect((await bed.order(order.id)).status).toBe('PROCESSING')
})
