import { afterAll, beforeAll, expect, test } from 'bun:test'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { findCodeOwner, findStats, isInvitedBy, updateFirstCourse, updateLastLesson } from './queries.ts'
import { createReferralsTestbed, type ReferralsTestbed } from './referrals-testbed.ts'

let testbed: ReferralsTestbed
let inviter: UserId
let invited: UserId
beforeAll(async () => {
  testbed = await createReferralsTestbed()
  inviter = await testbed.register()
  invited = await testbed.register({ code: await testbed.codeOf(inviter) })
})
afterAll(() => testbed.stop())

/** Adds invited users of one inviter or of different ones, in batches that fit the statement timeout of a slow machine. */
async function addInvited(count: number, by: UserId | null): Promise<void> {
  for (let added = 0; added < count; added += 2_000) await insertInvited(Math.min(2_000, count - added), by)
  await vacuum()
}

function vacuum(): Promise<void> {
  return testbed.test.database.withSession(({ script }) => script('vacuum analyze referral_member'))
}

async function insertInvited(count: number, by: UserId | null): Promise<void> {
  await testbed.db`
    with fresh as materialized (select uuidv7() as id from generate_series(1, ${count}::int)),
    people as (
      insert into user_account (id, email, username, created_at)
      select id, id || '@example.com', 'u' || replace(id::text, '-', ''), now() from fresh
    )
    insert into referral_member (user_id, joined_at, inviter_id, invited_at, last_lesson_at)
    select id, now(), inviter, now(), now() - random() * interval '60 days'
    from (select id, coalesce(${by}::uuid, lag(id) over ()) as inviter from fresh) invited
    where inviter is not null`
}

async function costs(scanned: string[] = []): Promise<number[]> {
  const now = new Date()
  const code = await testbed.codeOf(inviter)
  const plans = await queryPlansOf(testbed.test.database, async (db) => {
    await findStats(db, inviter, { activeSince: addMs(now, -30 * DAY_MS), limit: 100, offset: 0 })
    await findCodeOwner(db, code)
    await isInvitedBy(db, inviter, invited)
    await updateLastLesson(db as Tx, invited, now)
    await updateFirstCourse(db as Tx, { userId: invited, at: now })
  })
  scanned.push(...scannedTables(plans))
  return plans.map(({ pages }) => pages)
}

test('stats, lessons and courses read the same number of pages among 20,000 invitations, and few more with 10,000 of one inviter', async () => {
  await addInvited(200, null)
  await addInvited(200, inviter)
  const few = await costs()
  await addInvited(20_000, null)
  const scanned: string[] = []
  const many = await costs(scanned)
  await addInvited(10_000, inviter)
  let own = await costs(scanned)
  // While autovacuum runs, a vacuum cannot mark rows as all-visible, and index-only scans are not possible.
  for (let attempt = 1; own[0]! > many[0]! + 250 && attempt <= 20; attempt++) {
    await Bun.sleep(200)
    await vacuum()
    own = await costs(scanned)
  }
  expect(scanned.filter((table) => table === 'referral_member')).toEqual([])
  reportMeasurement(
    `referrals: pages of statistics, code, circle, lesson and course: ${few.join(', ')} → among 20,000 ${many.join(', ')} → with 10,000 of one’s own ${own.join(', ')}`,
  )
  // Counting the hundred active users reads at most one page for each.
  for (const [index, pages] of many.entries()) expect(pages).toBeLessThanOrEqual(few[index]! + 130)
  // The 10,000 rows share pages.
  expect(own[0]!).toBeLessThanOrEqual(many[0]! + 250)
  for (const index of [1, 2, 3, 4]) expect(own[index]!).toBeLessThanOrEqual(many[index]! + 30)
})
