import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { contestResult, contestWon } from '../../events/contests.ts'
import { addMs } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { on, type Reactions, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { addUser, answersOf, draftOf, gemsOf, giveGems } from './contest-testbed.ts'
import { finishContest } from './finish-contest.ts'
import { joinContest } from './join-contest.ts'
import { erasePersonalData } from './personal-data.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import { type Contest, type ContestId, GRACE_MS } from './public/contest.ts'
import type { ContestDraft } from './public/contest-draft.ts'
import { createContest } from './public/create-contest.ts'
import { listWonContests } from './public/list-contests.ts'
import { findContest } from './queries.ts'
import { settleContest } from './settle-contest.ts'
import { submitAnswers } from './submit-answers.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
const POOL = 1_000
const FEE = 7
let fixture: TestDatabase
let write: Write
const events: DomainEvent[] = []
const db: TestDatabase['database']['query'] = (strings, ...values) =>
  fixture.database.query(strings, ...values)

/** Events of committed transactions. */
const listening: Reactions = reactionTable(
  [contestResult, contestWon].map((declaration) =>
    on(declaration as typeof contestWon, {
      inTransaction: [async (tx, event) => tx.afterCommit(() => events.push(event))],
    }),
  ),
)
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.another({ poolSize: 20 }), listening, () => {})
})
afterAll(() => fixture.drop())

async function made(players: number, changes: Partial<ContestDraft> = {}) {
  const draft = draftOf(now, { entryFeeGems: FEE, prizePoolGems: POOL, ...changes })
  const id = await write((tx) => createContest(tx, { author: null, draft, now }))
  const contest = (await findContest(db, id))!
  const users = await Promise.all(Array.from({ length: players }, () => addUser(db, FEE)))
  await Promise.all(
    users.map((userId) =>
      write((tx) =>
        joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now }),
      ),
    ),
  )
  for (const userId of users) prepared.set(`${contest.id} ${userId}`, await answersOf(db, contest, userId, 1))
  return { contest, users }
}
/** Read before the races, so that a submission is one transaction. */
const prepared = new Map<string, GivenAnswer[]>()
const submit = (contest: Contest, userId: UserId, at: Date) => {
  const answers = prepared.get(`${contest.id} ${userId}`)!
  return write((tx) => submitAnswers(tx, { userId, contest, answers, timeTakenSeconds: undefined, now: at }))
}

/** Asserts all effects of a settlement. */
async function expectSettled(contest: Contest, users: UserId[], accepted: Set<UserId>): Promise<void> {
  const rows = await db<{ userId: UserId; rank: number | null; prize: number; isSubmitted: boolean }>`
    select user_id as "userId", rank, prize_gems::integer as prize, submitted_at is not null as "isSubmitted"
    from contest_participant where contest_id = ${contest.id}`
  expect(new Set(rows.filter(({ isSubmitted }) => isSubmitted).map(({ userId }) => userId))).toEqual(accepted)
  expect(new Set(rows.filter(({ rank }) => rank !== null).map(({ userId }) => userId))).toEqual(accepted)
  // The house pays only if two participants submitted.
  const pool = (accepted.size >= 2 ? POOL : 0) + FEE * users.length
  expect(rows.reduce((sum, { prize }) => sum + prize, 0)).toBe(pool)
  for (const { userId, prize } of rows) expect(await gemsOf(db, `user:${userId}`)).toBe(prize)
  expect(await gemsOf(db, `contest:${contest.id}`)).toBe(0)
  const transfers = await db`select 1 from ledger_transfer where source ^@ ${`contest:${contest.id}:p`}`
  expect(transfers).toHaveLength(2)
  const [row] =
    await db`select outcome, finished_at is not null as done from contest where id = ${contest.id}`
  expect(row).toEqual({ outcome: 'SETTLED', done: true })
}
/** Settles on a connection that is cut after a number of statements. False if the settlement ended before. */
async function settleCutOff(contestId: ContestId, end: Date, statements: number): Promise<boolean> {
  const name = `doomed ${statements}`
  const doomed = createWrite(fixture.another({ poolSize: 1, applicationName: name }), listening, () => {})
  let left = statements
  let isCut = false
  const attempt = doomed(async (tx) => {
    const cutting = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
      if (left-- === 0) {
        isCut = true
        await db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
      }
      return tx(strings, ...values)
    }) as typeof tx
    Object.assign(cutting, { emit: tx.emit, enqueue: tx.enqueue, afterCommit: tx.afterCommit })
    await settleContest(cutting, { contestId, now: end })
  })
  await attempt.catch(() => undefined)
  return isCut
}

async function deadlocks(): Promise<number> {
  await db`select pg_stat_force_next_flush()`
  const [row] = await db<{ deadlocks: bigint }>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return Number(row!.deadlocks)
}

const eventsOf = (name: string, contest: Contest) =>
  events.filter(
    (event) => event.name === name && (event.data as { contestId: string }).contestId === contest.id,
  )

describe('settleContest', () => {
  test('every submission accepted during four concurrent settlements is ranked once', async () => {
    let refusedInAll = 0
    for (let round = 0; round < 8; round++) {
      const { contest, users } = await made(60)
      const end = addMs(contest.endsAt, GRACE_MS)
      // All at the last millisecond, so that the lock decides which of them are in time.
      await submit(contest, users[0]!, end)
      const submissions = users.slice(1).map((userId, index) => ({ userId, at: addMs(end, -(index % 3)) }))
      const cut = 10 + 5 * round
      const race = (some: typeof submissions) =>
        Promise.allSettled(
          some.map(async ({ userId, at }) => {
            await submit(contest, userId, at)
            return userId
          }),
        )
      const early = race(submissions.slice(0, cut))
      const settlers = Array.from({ length: 4 }, () => finishContest({ write, db }, contest.id, end))
      const beside = race(submissions.slice(cut, 50))
      // Some have a valid time but arrive after the settlement: a clock that is behind, or a slow network.
      await Promise.race(settlers)
      const late = race(submissions.slice(50))
      const outcomes = (await Promise.all([early, beside, late])).flat()
      await Promise.all(settlers)
      const accepted = new Set(
        outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
      ).add(users[0]!)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') {
          expect(outcome.reason.code).toBe('CONTEST_ENDED')
          refusedInAll++
        }
      await expectSettled(contest, users, accepted)
      expect(eventsOf('contests.contest_result', contest)).toHaveLength(users.length)
      expect(eventsOf('contests.contest_won', contest).length).toBeGreaterThan(0)
    }
    reportMeasurement(
      `submissions around the end: ${8 * 60 - refusedInAll} accepted and ranked, ${refusedInAll} refused`,
    )
    expect(refusedInAll).toBeGreaterThan(0)
  })

  test('each participant receives the rank once, also among a hundred equal results', async () => {
    const { contest, users } = await made(130, { prizeTable: [60, 40] })
    const at = addMs(now, 60_000)
    await Promise.all(users.slice(0, 100).map((userId) => submit(contest, userId, at)))
    await Promise.all(
      users.slice(100, 120).map((userId, index) => submit(contest, userId, addMs(at, index + 1))),
    )
    const end = addMs(contest.endsAt, GRACE_MS)
    await Promise.all([
      finishContest({ write, db }, contest.id, end),
      finishContest({ write, db }, contest.id, end),
    ])
    await expectSettled(contest, users, new Set(users.slice(0, 120)))
    const ranks = await db<{ rank: number; count: number }>`
      select rank, count(*)::integer as count from contest_participant
      where contest_id = ${contest.id} group by rank order by rank nulls last`
    expect(ranks.slice(0, 3) as unknown[]).toEqual([
      { rank: 1, count: 100 },
      { rank: 101, count: 1 },
      { rank: 102, count: 1 },
    ])
    expect(ranks.at(-1) as unknown).toEqual({ rank: null, count: 10 })
    expect(
      new Set(
        eventsOf('contests.contest_won', contest).map(({ data }) => (data as { userId: UserId }).userId),
      ),
    ).toEqual(new Set(users.slice(0, 100)))
    expect(eventsOf('contests.contest_won', contest)).toHaveLength(100)
    expect(eventsOf('contests.contest_result', contest)).toHaveLength(130)
  })

  test('a settlement cut before any of its statements is completed by the next run with the same result', async () => {
    let steps = 0
    for (let isCut = true; isCut; ) {
      const { contest, users } = await made(5)
      await Promise.all(users.map((userId, index) => submit(contest, userId, addMs(now, 60_000 + index))))
      const end = addMs(contest.endsAt, GRACE_MS)
      const before = events.length
      isCut = await settleCutOff(contest.id, end, steps)
      const [row] = await db`select outcome from contest where id = ${contest.id}`
      expect(row).toEqual({ outcome: isCut ? null : 'SETTLED' })
      if (isCut) {
        expect(await gemsOf(db, `contest:${contest.id}`)).toBe(5 * FEE)
        expect(events).toHaveLength(before)
        steps++
      }
      await finishContest({ write, db }, contest.id, end)
      await expectSettled(contest, users, new Set(users))
      expect(eventsOf('contests.contest_result', contest)).toHaveLength(5)
      expect(eventsOf('contests.contest_won', contest)).toHaveLength(1)
    }
    reportMeasurement(`a settlement was cut off at each of ${steps} places`)
    expect(steps).toBeGreaterThan(10)
  })

  test('participants deleted during settlement are either withdrawn or paid, without a deadlock', async () => {
    const before = await deadlocks()
    for (let round = 0; round < 6; round++) {
      const { contest, users } = await made(24)
      await Promise.all(users.map((userId, index) => submit(contest, userId, addMs(now, 60_000 + index))))
      const end = addMs(contest.endsAt, GRACE_MS)
      const leave = (userId: UserId) =>
        write(async (tx) => {
          const data = { userId, at: end.toISOString() }
          await tx`update user_account set deleted_at = ${end} where id = ${userId}`
          await erasePersonalData(tx, { id: newId(), name: 'left', data })
        })
      await Promise.all([
        ...users.slice(0, round).map(leave),
        ...[1, 2, 3].map(() => finishContest({ write, db }, contest.id, end)),
        ...users.slice(round, 12).map(leave),
      ])
      const rows = await db<{ prize: number; isGone: boolean; rank: number | null }>`
        select prize_gems::integer as prize, rank, withdrawn_at is not null as "isGone"
        from contest_participant where contest_id = ${contest.id}`
      expect(rows.reduce((sum, { prize }) => sum + prize, 0)).toBe(POOL + FEE * 24)
      for (const { prize, rank, isGone } of rows) if (isGone) expect([prize, rank]).toEqual([0, null])
      expect(await gemsOf(db, `contest:${contest.id}`)).toBe(0)
    }
    expect(await deadlocks()).toBe(before)
  })

  test('refunds run in batches and continue after a worker stops', async () => {
    const { contest, users } = await made(450, { minParticipants: 1_000 })
    const end = addMs(contest.endsAt, GRACE_MS)
    // The first batch is part of the deciding transaction; then the worker stops.
    await write((tx) => settleContest(tx, { contestId: contest.id, now: end }))
    expect(await gemsOf(db, `contest:${contest.id}`)).toBe(250 * FEE)
    expect((await auditLedger(fixture.database, [auditContestEscrows])).faults).toEqual([])
    await Promise.all([1, 2, 3].map(() => finishContest({ write, db }, contest.id, end)))
    expect(await gemsOf(db, `contest:${contest.id}`)).toBe(0)
    for (const user of users) expect(await gemsOf(db, `user:${user}`)).toBe(FEE)
  })

  test('the ledger audit finds no discrepancy after the settlement races', async () => {
    expect((await auditLedger(fixture.database, [auditContestEscrows])).faults).toEqual([])
  })
})

describe('auditContestEscrows', () => {
  test('the audit reports a contest whose escrow differs from its fees', async () => {
    const { contest, users } = await made(2)
    await giveGems(db, users[0]!, 3)
    const entries = [
      { account: `user:${users[0]}`, asset: 'GEM', amount: '-3' },
      { account: `contest:${contest.id}-3`, asset: 'GEM', amount: '3' },
    ]
    await db`select posted from ledger_post(${Bun.randomUUIDv7()}, 'stray', 'stray', ${now}, ${entries}::jsonb)`
    expect((await auditLedger(fixture.database, [auditContestEscrows])).faults).toEqual([
      `Contest ${contest.id} has 17 GEM, expected 14.`,
    ])
  })
})

describe('the unsafe control', () => {
  test('the unsafe control: a check before the payment pays more than once', async () => {
    await fixture.database.withSession(({ script }) =>
      script(
        'create table bout (settled boolean); insert into bout values (false); create table purse (gems integer)',
      ),
    )
    const meet = createBarrier(4)
    const unsafeSettle = () =>
      write(async (tx) => {
        const [bout] = await tx<{ settled: boolean }>`select settled from bout`
        await meet()
        if (bout!.settled) return
        await tx`insert into purse values (100)`
        await tx`update bout set settled = true`
      })
    await Promise.all([1, 2, 3, 4].map(unsafeSettle))
    expect(await db`select gems from purse`).toHaveLength(4)
  })

  test('the unsafe control: ranking without a lock accepts a submission that it does not rank', async () => {
    await fixture.database.withSession(({ script }) =>
      script('create table entry (who integer, rank integer)'),
    )
    const [isRanked, isIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const settling = write(async (tx) => {
      await tx`update entry set rank = 1`
      isRanked.resolve()
      await isIn.promise
    })
    await isRanked.promise
    await write((tx) => tx`insert into entry values (1, null)`)
    isIn.resolve()
    await settling
    expect(await db`select who from entry where rank is null`).toHaveLength(1)
  })
})

test('listWonContests returns the contests for which contest_won was emitted', async () => {
  const wins = events
    .filter(({ name }) => name === contestWon.eventName)
    .map(({ data }) => data as { userId: UserId; contestId: string })
  const users = await db<{ id: UserId }>`select id from user_account`
  const page = await listWonContests(
    db,
    users.map(({ id }) => id),
  )
  expect(wins.length).toBeGreaterThan(0)
  expect(
    new Set(page.flatMap(({ userId, contestIds }) => contestIds.map((id) => `${userId} ${id}`))),
  ).toEqual(new Set(wins.map(({ userId, contestId }) => `${userId} ${contestId}`)))
})
