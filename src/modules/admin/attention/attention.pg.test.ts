import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import type { Chain } from '../../../platform/chain/chain.ts'
import { newId, smallestIdAt } from '../../../platform/ids.ts'
import { type AdminFixture, CAPSTONE, createAdminFixture, publishedCourse } from '../admin-testbed.ts'
import { COUNT_LIMIT, getAttention } from './get-attention.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query
const NOTHING = { count: 0, oldestAt: null }
const OLDEST = '2026-01-05T00:00:00.000Z'

async function attention() {
  const { status, body } = await fixture.call('GET /admin/attention')
  expect(status).toBe(200)
  return body.data
}

describe('what waits for a person', () => {
  test('nothing waits in a new installation', async () => {
    expect(await attention()).toEqual({
      submissions: NOTHING,
      reports: NOTHING,
      ordersUnderReview: NOTHING,
      grantRequests: NOTHING,
      deadEvents: NOTHING,
      failedJobs: NOTHING,
      ledgerFaults: NOTHING,
      relayer: { isLow: false, balanceEther: null },
    })
  })

  test('a submission waits from the request for its review until it is decided', async () => {
    const { courseId } = await publishedCourse(fixture)
    await fixture.call('POST /admin/capstones', { courseId, ...CAPSTONE })
    await fixture.call(`POST /admin/capstones/${courseId}/publish`)
    const learner = await fixture.service.register()
    await fixture.call(`POST /user-courses/enroll/${courseId}`, undefined, learner)
    const work = { submissionType: 'TEXT', notes: 'Nothing of use.' }
    const submitted = await fixture.call(`POST /course/${courseId}/project/submit`, work, learner)
    const { submissionId } = submitted.body.data
    await waitUntil(async () => {
      const rows = await db()`
        select from project_submission where id = ${submissionId} and status = 'NEEDS_REVISION'`
      return rows.length > 0
    })
    await fixture.call(
      `POST /course/${courseId}/project/submission/appeal`,
      { reason: 'Look again.' },
      learner,
    )
    await db()`update project_submission set review_requested_at = ${new Date(OLDEST)} where id = ${submissionId}`
    expect((await attention()).submissions).toEqual({ count: 1, oldestAt: OLDEST })
    const decision = { decision: 'NEEDS_REVISION', reason: 'Say more.' }
    await fixture.call(`POST /admin/submissions/${submissionId}/decision`, decision)
    expect((await attention()).submissions).toEqual(NOTHING)
  })

  test('a report waits until it is decided', async () => {
    const reporter = await fixture.service.register()
    const reported = await fixture.service.register()
    const report = {
      kind: 'USER',
      targetId: reported.id,
      reason: 'SPAM',
      text: 'Sends the same link again and again.',
    }
    const { status, body } = await fixture.call('POST /reports', report, reporter)
    expect(status).toBe(201)
    expect((await attention()).reports).toEqual({ count: 1, oldestAt: expect.any(String) })
    const decision = { decision: 'DISMISSED', note: 'One link.' }
    await fixture.call(`POST /admin/reports/${body.data.id}/decision`, decision)
    expect((await attention()).reports).toEqual(NOTHING)
  })

  test('a moderator sees the reports and nothing else', async () => {
    const moderator = await fixture.staff('MODERATOR')
    const { body } = await fixture.call('GET /admin/attention', undefined, moderator)
    const { reports, ...others } = body.data
    expect(reports).toEqual(NOTHING)
    expect(new Set(Object.values(others))).toEqual(new Set([null]))
  })

  test('an order waits while it is under review', async () => {
    const payer = await fixture.service.register()
    const wanted = { fiatAmount: 1_000, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
    const quote = await fixture.call('POST /payment/on-ramp/quote', wanted, payer)
    const body = { quoteId: quote.body.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
    const { orderId } = (await fixture.call('POST /payment/on-ramp/initiate', body, payer)).body.data
    expect((await attention()).ordersUnderReview).toEqual(NOTHING)
    await db()`
      update payment_order set status = 'UNDER_REVIEW', updated_at = ${new Date(OLDEST)}, next_poll_at = null where id = ${orderId}`
    expect((await attention()).ordersUnderReview).toEqual({ count: 1, oldestAt: OLDEST })
  })

  test('dead webhook events are counted up to a limit, and the oldest is shown', async () => {
    const digest = Buffer.from('00', 'hex')
    const oldest = smallestIdAt(new Date(OLDEST))
    await db()`
      insert into webhook_event (id, source, event_id, body_digest, received_at, state, next_attempt_at)
      select uuidv7(), 'test', number::text, ${digest}, now(), 'DEAD', now() from generate_series(1, 1100) number`
    await db()`
      insert into webhook_event (id, source, event_id, body_digest, received_at, state, next_attempt_at)
      values (${oldest}, 'test', 'oldest', ${digest}, ${new Date(OLDEST)}, 'DEAD', now())`
    expect((await attention()).deadEvents).toEqual({ count: COUNT_LIMIT, oldestAt: OLDEST })
    await db()`delete from webhook_event where source = 'test'`
    expect((await attention()).deadEvents).toEqual(NOTHING)
  })

  test('a job that failed for good waits', async () => {
    await db()`
      insert into outbox (id, job, data) values (${newId()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`
    await waitUntil(async () => (await attention()).failedJobs.count === 1)
    const [failed] = (await fixture.call('GET /admin/jobs/failed')).body.data
    expect((await attention()).failedJobs).toEqual({ count: 1, oldestAt: failed.failedAt })
  })

  test('the faults of the last audit count, and not those of an earlier one', async () => {
    const insert = (at: string, faults: string[]) => db()`
      insert into ledger_audit (id, requested_at, finished_at, is_ok, discrepancies)
      values (${newId()}, ${new Date(at)}, ${new Date(at)}, ${faults.length === 0}, ${{ faults }}::jsonb -> 'faults')`
    await insert('2036-01-01T00:00:00.000Z', ['one', 'two'])
    expect((await attention()).ledgerFaults).toEqual({ count: 2, oldestAt: '2036-01-01T00:00:00.000Z' })
    await insert('2036-01-02T00:00:00.000Z', [])
    expect((await attention()).ledgerFaults).toEqual(NOTHING)
  })
})

test('the relayer needs attention below its limit, and not while its balance is unknown', async () => {
  await db()`
    insert into chain_sender (address, genesis_hash, next_nonce, gas_day) values ('0x02', '0x', 1, '2026-01-01')`
  const withBalance = async (balance: () => Promise<unknown>) => {
    const chain = { isEnabled: true, rpc: { request: balance } } as unknown as Chain
    return (await getAttention({ db: db(), chain }, new Date())).relayer
  }
  const ether = (amount: number) => `0x${BigInt(Math.round(amount * 1e18)).toString(16)}`
  expect(await withBalance(async () => ether(0.04))).toEqual({ isLow: true, balanceEther: 0.04 })
  expect(await withBalance(async () => ether(0))).toEqual({ isLow: true, balanceEther: 0 })
  expect(await withBalance(async () => ether(0.05))).toEqual({ isLow: false, balanceEther: 0.05 })
  expect(await withBalance(async () => Promise.reject(new Error('no node')))).toEqual({
    isLow: false,
    balanceEther: null,
  })
  // The node does not respond.
  expect((await withBalance(() => new Promise(() => {}))).balanceEther).toBeNull()
})
