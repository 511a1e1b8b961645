import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collectOutcomes, createBarrier } from '../../../test/harness/barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { getQuestions } from '../questions/public/get-questions.ts'
import { shuffleOptions } from '../questions/public/question.ts'
import { attemptSeed } from './attempt.ts'
import { addUser, draftOf, gemsOf } from './contest-testbed.ts'
import { finishContest } from './finish-contest.ts'
import { joinContest } from './join-contest.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import { cancelContest } from './public/cancel-contest.ts'
import type { Contest, ContestId } from './public/contest.ts'
import type { ContestDraft } from './public/contest-draft.ts'
import { createContest } from './public/create-contest.ts'
import { recordAnswerReader } from './public/get-contest-draft.ts'
import { findContest } from './queries.ts'
import { startAttempt } from './start-attempt.ts'
import { submitAnswers } from './submit-answers.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
let fixture: TestDatabase
let write: Write
const db: TestDatabase['database']['query'] = (strings, ...values) =>
  fixture.database.query(strings, ...values)
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.another({ poolSize: 16 }), reactionTable([]), () => {})
})
afterAll(() => fixture.drop())

async function made(changes: Partial<ContestDraft> = {}): Promise<Contest> {
  const id = await write((tx) => createContest(tx, { author: null, draft: draftOf(now, changes), now }))
  return (await findContest(db, id))!
}
const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, index) => work(index))
const join = (contest: Contest, userId: UserId) =>
  write((tx) => joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now }))
const participants = async (contestId: ContestId) => {
  const [row] = await db<{ rows: number; counted: number }>`
    select (select count(*) from contest_participant where contest_id = ${contestId})::integer as rows,
      (select sum(participant_count) from contest_shard where contest_id = ${contestId})::integer as counted`
  return row!
}

async function deadlocks(): Promise<number> {
  await db`select pg_stat_force_next_flush()`
  const [row] = await db<{ deadlocks: bigint }>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return Number(row!.deadlocks)
}

describe('concurrent requests', () => {
  test('200 concurrent joins of one user charge the fee once', async () => {
    for (let round = 0; round < 3; round++) {
      const contest = await made()
      const ada = await addUser(db, 10)
      const outcome = await collectOutcomes(many(200, () => join(contest, ada)))
      expect(outcome).toEqual({ done: 1, refused: { ALREADY_JOINED: 199 } })
      expect(await gemsOf(db, `user:${ada}`)).toBe(0)
      expect(await gemsOf(db, `contest:${contest.id}`)).toBe(10)
      expect(await participants(contest.id)).toEqual({ rows: 1, counted: 1 })
    }
  })

  test('a user with gems for seven contests joins seven of twenty concurrently', async () => {
    const contests = await Promise.all(many(20, () => made()))
    const ada = await addUser(db, 75)
    const outcome = await collectOutcomes(contests.map((contest) => join(contest, ada)))
    expect(outcome).toEqual({ done: 7, refused: { INSUFFICIENT_GEMS: 13 } })
    expect(await gemsOf(db, `user:${ada}`)).toBe(5)
    let rows = 0
    for (const contest of contests) rows += (await participants(contest.id)).rows
    expect(rows).toBe(7)
  })

  test('200 users join concurrently without a deadlock and all are counted and charged', async () => {
    const contest = await made()
    const users = await Promise.all(many(200, () => addUser(db, 10)))
    const before = await deadlocks()
    expect(await collectOutcomes(users.map((user) => join(contest, user)))).toEqual({
      done: 200,
      refused: {},
    })
    expect(await deadlocks()).toBe(before)
    expect(await participants(contest.id)).toEqual({ rows: 200, counted: 200 })
    expect(await gemsOf(db, `contest:${contest.id}`)).toBe(2_000)
  })

  test('100 concurrent starts of one user set one start time', async () => {
    const contest = await made()
    const ada = await addUser(db, 10)
    await join(contest, ada)
    const starts = await Promise.all(
      many(100, (index) =>
        write((tx) =>
          startAttempt(tx, { userId: ada, contest, now: new Date(now.getTime() + 1_000 + index) }),
        ),
      ),
    )
    expect(new Set(starts.map(({ startedAt }) => startedAt.getTime())).size).toBe(1)
  })

  test('one of 100 concurrent submissions of a user is stored completely', async () => {
    const contest = await made()
    const ada = await addUser(db, 10)
    await join(contest, ada)
    const seed = attemptSeed(contest, ada)
    const questions = (await getQuestions(db, contest.questionIds)).map((each) => shuffleOptions(each, seed))
    const outcome = await collectOutcomes(
      many(100, (index) =>
        write((tx) =>
          submitAnswers(tx, {
            userId: ada,
            contest,
            // Each has a different number of correct answers, so that a mixture would be visible.
            answers: questions.map(({ id, options }, questionIndex) => ({
              questionId: id,
              selectedOption: options.findIndex(
                (option) => (option === 'right') === questionIndex < index % 5,
              ),
            })),
            timeTakenSeconds: 0,
            now: new Date(now.getTime() + 1_000 + index),
          }),
        ),
      ),
    )
    expect(outcome).toEqual({ done: 1, refused: { ALREADY_SUBMITTED: 99 } })
    const [row] = await db<{ score: number; correct: number; ms: number; at: Date }>`
      select score, correct_count as correct, time_taken_ms::integer as ms, submitted_at as at
      from contest_participant where contest_id = ${contest.id}`
    const index = row!.ms - 1_000
    expect(row).toEqual({
      score: 25 * (index % 5),
      correct: index % 5,
      ms: row!.ms,
      at: new Date(now.getTime() + row!.ms),
    })
  })

  /** Runs `first` up to its commit, then `second`, which must wait, and commits `first`. */
  async function overlapping(first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>) {
    const [isDone, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const pending = write(async (tx) => {
      await first(tx)
      isDone.resolve()
      await mayCommit.promise
    })
    await isDone.promise
    const waiting = write(second)
    waiting.catch(() => undefined)
    await waitUntil(async () => {
      const rows = await db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length > 0
    })
    mayCommit.resolve()
    await pending
    return waiting
  }

  test('a user joins a contest or reads its answers, in whatever order the transactions run', async () => {
    for (const isJoinFirst of [true, false]) {
      const contest = await made()
      const userId = await addUser(db, 10)
      const join = (tx: Tx) =>
        joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now })
      const read = (tx: Tx) => recordAnswerReader(tx, { contestId: contest.id, userId, now })
      if (isJoinFirst) await expect(overlapping(join, read)).rejects.toMatchObject({ code: 'ANSWERS_HIDDEN' })
      else await expect(overlapping(read, join)).rejects.toMatchObject({ code: 'ANSWERS_KNOWN' })
      expect(await gemsOf(db, `user:${userId}`)).toBe(isJoinFirst ? 0 : 10)
      expect(await participants(contest.id)).toEqual(
        isJoinFirst ? { rows: 1, counted: 1 } : { rows: 0, counted: 0 },
      )
    }
  })

  test('every fee paid during a cancellation is refunded', async () => {
    let joined = 0
    let refused = 0
    for (let round = 0; round < 10; round++) {
      const contest = await made()
      const users = await Promise.all(many(40, () => addUser(db, 10)))
      // The cancellation is queued between the joins, so that some run before, some with and some after it.
      const early = collectOutcomes(users.slice(0, 12 + round).map((user) => join(contest, user)))
      const ending = write((tx) => cancelContest(tx, { contestId: contest.id, now })).then(() =>
        finishContest({ write, db }, contest.id, now),
      )
      const late = collectOutcomes(users.slice(12 + round).map((user) => join(contest, user)))
      const outcome = Promise.all([early, late]).then(([one, other]) => ({
        done: one.done + other.done,
        refused: { CONTEST_ENDED: (one.refused.CONTEST_ENDED ?? 0) + (other.refused.CONTEST_ENDED ?? 0) },
      }))
      const { done, refused: codes } = await outcome
      await ending
      joined += done
      refused += codes.CONTEST_ENDED
      expect(done + codes.CONTEST_ENDED).toBe(40)
      expect((await participants(contest.id)).rows).toBe(done)
      expect(await gemsOf(db, `contest:${contest.id}`)).toBe(0)
      for (const user of users) expect(await gemsOf(db, `user:${user}`)).toBe(10)
    }
    reportMeasurement(`joins during a cancellation: ${joined} refunded, ${refused} refused`)
    expect(joined).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  })

  test('the ledger audit finds no discrepancy after the join races', async () => {
    expect((await auditLedger(fixture.database, [auditContestEscrows])).faults).toEqual([])
  })
})

describe('the unsafe control', () => {
  test('the unsafe control: a check before the charge charges more than once', async () => {
    await fixture.database.withSession(({ script }) =>
      script('create table seat (user_id integer); create table till (fee integer)'),
    )
    const meet = createBarrier(8)
    const unsafeJoin = () =>
      write(async (tx) => {
        const seats = await tx`select 1 from seat where user_id = 1`
        await meet()
        if (seats.length > 0) throw new Error('joined already')
        await tx`insert into seat values (1)`
        await tx`insert into till values (10)`
      })
    expect(await collectOutcomes(many(8, unsafeJoin))).toEqual({ done: 8, refused: {} })
    expect(await db`select fee from till`).toHaveLength(8)
  })

  test('the unsafe control: refunds without waiting for joins leave a fee in escrow', async () => {
    const contest = await made()
    const [ada, bob] = [await addUser(db, 10), await addUser(db, 10)]
    await join(contest, ada)
    const bobIsIn = Promise.withResolvers<void>()
    const refundIsOver = Promise.withResolvers<void>()
    const joining = write(async (tx) => {
      await joinContest(tx, { userId: bob, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now })
      bobIsIn.resolve()
      await refundIsOver.promise
    })
    await bobIsIn.promise
    await write((tx) => cancelContest(tx, { contestId: contest.id, now }))
    const unrefunded = await db`
      select user_id from contest_participant where contest_id = ${contest.id} and finalized_at is null`
    expect(unrefunded).toHaveLength(1)
    // finishContest waits for the lock of the contest and refunds Bob too.
    const ending = finishContest({ write, db }, contest.id, now)
    await Bun.sleep(50)
    refundIsOver.resolve()
    await joining
    await ending
    expect(await gemsOf(db, `user:${bob}`)).toBe(10)
    expect(await gemsOf(db, `contest:${contest.id}`)).toBe(0)
  })
})
