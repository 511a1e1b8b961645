import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { addMs, HOUR_MS, now, SECOND_MS } from '../../platform/clock.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { addUser, answersOf, draftOf, gemsOf } from './contest-testbed.ts'
import { joinContest } from './join-contest.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import type { ContestId } from './public/contest.ts'
import { createContest } from './public/create-contest.ts'
import { findContest } from './queries.ts'
import { reconcileContests } from './reconcile-contests.ts'
import { submitAnswers } from './submit-answers.ts'

let fixture: TestDatabase
let write: Write
const db: TestDatabase['database']['query'] = (strings, ...values) =>
  fixture.database.query(strings, ...values)
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.another(), reactionTable([]), () => {})
})
afterAll(async () => {
  await fixture.drop()
})

/** A contest that ended an hour ago; its job waits in the outbox for a worker. */
async function overdueContest(players: number): Promise<ContestId> {
  const startsAt = addMs(now(), -HOUR_MS)
  const id = await write((tx) => createContest(tx, { author: null, draft: draftOf(startsAt), now: startsAt }))
  const contest = (await findContest(db, id))!
  for (let index = 0; index < players; index++) {
    const userId = await addUser(db, 10)
    await write((tx) =>
      joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now: startsAt }),
    )
    const at = addMs(startsAt, (index + 1) * SECOND_MS)
    const answers = await answersOf(db, contest, userId, 1)
    await write((tx) => submitAnswers(tx, { userId, contest, answers, timeTakenSeconds: undefined, now: at }))
  }
  return id
}
const outcomeOf = async (contestId: ContestId) => (await findContest(db, contestId))!.outcome

test('a contest whose worker is killed during settlement is settled by the next reconciliation', async () => {
  const contestId = await overdueContest(4)
  const [winner] = await db<{ userId: string }>`
    select user_id as "userId" from contest_participant where contest_id = ${contestId} order by time_taken_ms limit 1`
  // The lock on the winner's balance stops the worker in the middle of its transaction.
  const isKilled = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const patient = fixture.another({ poolSize: 1, idleInTransactionTimeoutMs: 120_000 })
  const holding = patient.transaction(async ({ statement }) => {
    await statement`select from ledger_balance where account = ${`user:${winner!.userId}`} for update`
    isLocked.resolve()
    await isKilled.promise
  }, 110_000)
  await isLocked.promise
  const doomed = await spawnService({ DATABASE_URL: fixture.url }, 'worker')
  await waitUntil(async () => {
    const waiting = await db`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_post%'`
    return waiting.length > 0
  })
  await doomed.kill('SIGKILL')
  isKilled.resolve()
  await holding
  expect(await outcomeOf(contestId)).toBeNull()
  expect(await gemsOf(db, `contest:${contestId}`)).toBe(40)

  // The job is still marked as running. Reconciliation, which every worker runs each minute, does not depend on it.
  await reconcileContests({ write, db }, now())
  expect(await outcomeOf(contestId)).toBe('SETTLED')
  expect(await gemsOf(db, `contest:${contestId}`)).toBe(0)
  const [paid] = await db`
    select sum(prize_gems)::integer as gems, count(rank)::integer as ranked from contest_participant
    where contest_id = ${contestId}`
  expect(paid).toEqual({ gems: 140, ranked: 4 })
  expect(await gemsOf(db, 'user:')).toBe(140)
  expect((await auditLedger(fixture.database, [auditContestEscrows])).faults).toEqual([])
})
