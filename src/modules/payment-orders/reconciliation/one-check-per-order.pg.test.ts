import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addMs, MINUTE_MS, now } from '../../../platform/clock.ts'
import { reconcileOrderJob } from '../jobs.ts'
import { createPaymentFixture, type PaymentFixture } from '../payment-orders-testbed.ts'
import { onProviderWebhook } from '../public/on-provider-webhook.ts'
import type { Order } from '../public/order.ts'
import { reconcileOrder } from './reconcile-order.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.stop())

/** Runs the due jobs of an order like a worker and returns their number. */
async function work({ id }: Order, honorsSchedule: boolean): Promise<number> {
  const due = await fixture.database.query<{ scheduledFor: string | undefined }>`
    delete from outbox where job = ${reconcileOrderJob.name} and data ->> 'orderId' = ${id}
      and coalesce(start_after, 'epoch') <= ${now()} returning data ->> 'scheduledFor' as "scheduledFor"`
  for (const { scheduledFor } of due)
    await reconcileOrder(
      fixture.deps,
      id,
      scheduledFor && honorsSchedule ? new Date(scheduledFor) : undefined,
    )
  return due.length
}

const waiting = async ({ id }: Order) =>
  (
    await fixture.database.query`
      select from outbox where job = ${reconcileOrderJob.name} and data ->> 'orderId' = ${id}`
  ).length

/** Returns the number of jobs after ten webhooks, and the number of polls ten minutes later. */
async function receiveTenWebhooks(
  honorsSchedule: boolean,
): Promise<{ order: Order; chains: number; asked: number }> {
  const order = await fixture.buy(await fixture.addLearner(), 1_300)
  for (let count = 1; count <= 10; count++) {
    const webhook = { provider: 'sandbox', orderId: order.id, now: addMs(now(), count) }
    expect((await fixture.write((tx) => onProviderWebhook(tx, webhook))).state).toBe('APPLIED')
  }
  fixture.time.advance(1_000)
  await work(order, honorsSchedule)
  const { pollAttempts } = await fixture.order(order.id)
  for (let round = 0; round < 2; round++) {
    fixture.time.advance(5 * MINUTE_MS)
    await work(order, honorsSchedule)
  }
  return {
    order,
    chains: await waiting(order),
    asked: (await fixture.order(order.id)).pollAttempts - pollAttempts,
  }
}

test('many webhooks of an order result in one job', async () => {
  const { order, chains, asked } = await receiveTenWebhooks(true)
  expect([chains, asked]).toEqual([1, 2])
  // The payment is found without another webhook.
  await fixture.press(order)
  fixture.time.advance(6 * MINUTE_MS)
  await work(order, true)
  expect((await fixture.order(order.id)).status).toBe('PROCESSING')
})

test('an unsafe control that ignores the schedule polls once more for each webhook', async () => {
  const { chains, asked } = await receiveTenWebhooks(false)
  expect(chains).toBeGreaterThan(5)
  expect(asked).toBeGreaterThan(10)
})

test('a check that is scheduled during a poll gets its own job', async () => {
  const order = await fixture.buy(await fixture.addLearner(), 1_300)
  fixture.time.advance(MINUTE_MS)
  const receivedAt = addMs(now(), 5)
  const provider = fixture.deps.providers.defaultProvider!
  const overheard = {
    ...provider,
    findCollection: async (reference: Parameters<typeof provider.findCollection>[0]) => {
      const found = await provider.findCollection(reference)
      // The order is paid and its webhook arrives while the earlier poll waits for its answer.
      await fixture.press(order)
      await fixture.write((tx) =>
        onProviderWebhook(tx, { provider: 'sandbox', orderId: order.id, now: receivedAt }),
      )
      return found
    },
  }
  const providers = { ...fixture.deps.providers, byName: new Map([['sandbox', overheard]]) }
  await reconcileOrder({ ...fixture.deps, providers }, order.id, now())
  expect((await fixture.order(order.id)).status).toBe('PENDING_PAYMENT')
  fixture.time.advance(1_000)
  await work(order, true)
  expect((await fixture.order(order.id)).status).toBe('PROCESSING')
})
