import { afterAll, beforeAll, expect, test } from 'bun:test'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createPromotionsFixture, type PromotionsFixture } from './promotions-testbed.ts'
import { getPromotionStats } from './public/get-promotion-stats.ts'
import type { PromotionId } from './public/promotion.ts'
import { consumeFrequencyCap, insertPromotionEvent, listUserStates } from './queries.ts'

let fixture: PromotionsFixture
let user: UserId
let live: PromotionId[]
beforeAll(async () => {
  fixture = await createPromotionsFixture()
  user = await fixture.addUser()
  live = []
  for (let index = 0; index < 3; index++)
    live.push((await fixture.create({ frequencyCap: { times: 100_000 } })).id)
})
afterAll(() => fixture.stop())

/** Returns the pages that each statement of one user reads, from the query plans. */
async function costs(scanned: string[] = []): Promise<number[]> {
  await fixture.test.database.withSession(({ script }) => script('analyze'))
  const now = new Date()
  const [promotionId] = live as [PromotionId]
  const plans = await queryPlansOf(fixture.test.database, async (db) => {
    await listUserStates(db, user, live)
    await consumeFrequencyCap(
      db as Tx,
      { userId: user, promotionId, times: 100_000, windowCutoff: null },
      now,
    )
    const event = { userId: user, promotionId, eventType: 'CLICK' as const, country: 'KE' }
    const before = { impressionsBefore: now, dismissalCutoff: null }
    await insertPromotionEvent(db as Tx, { ...event, ...before }, now)
  })
  scanned.push(...scannedTables(plans))
  return plans.map(({ pages }) => pages)
}

test('listing and reporting promotions cost the same with the events of 10,000 users as with none', async () => {
  await fixture.db`
    insert into promotion_user_state (user_id, promotion_id, impressions, last_impression_at)
    select ${user}, id, 1, now() from promotion`
  const few = await costs()
  // In batches, so that each statement stays within its timeout on a slow machine.
  for (let added = 0; added < 10_000; added += 1_000) {
    await fixture.db`
      with fresh as materialized (select gen_random_uuid() as id from generate_series(1, 1000)),
      people as (
        insert into user_account (id, email, username, created_at)
        select id, id || '@example.com', 'u' || replace(id::text, '-', ''), now() from fresh
      )
      insert into promotion_user_state (user_id, promotion_id, impressions, last_impression_at)
      select fresh.id, promotion.id, 1, now() from fresh, promotion`
  }
  await fixture.db`
    insert into promotion_daily_stat (promotion_id, day, country, shard, impressions, reach)
    select campaign, current_date - day, 'KE', 0, 10, 10
    from (select id as campaign from promotion union all select gen_random_uuid() from generate_series(1, 300)) every,
      generate_series(0, 29) day on conflict do nothing`
  const scanned: string[] = []
  const many = await costs(scanned)
  expect(scanned.filter((table) => table !== 'promotion')).toEqual([])
  reportMeasurement(
    `promotions: pages of a listing, a capped showing and a report: ${few.join(', ')} → ${many.join(', ')}`,
  )
  for (const [index, pages] of many.entries()) expect(pages).toBeLessThanOrEqual(few[index]! + 60)

  await fixture.test.database.withSession(({ script }) => script('analyze promotion_daily_stat'))
  const statsPlans = await queryPlansOf(fixture.test.database, (db) => getPromotionStats(db, live[0]!))
  expect(scannedTables(statsPlans).filter((table) => table !== 'promotion')).toEqual([])
})
