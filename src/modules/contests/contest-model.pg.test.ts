import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { addMs } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { addUser, answersOf, draftOf, gemsOf, QUESTIONS } from './contest-testbed.ts'
import { finishContest } from './finish-contest.ts'
import { joinContest } from './join-contest.ts'
import { erasePersonalData } from './personal-data.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import { cancelContest } from './public/cancel-contest.ts'
import type { Contest } from './public/contest.ts'
import { createContest } from './public/create-contest.ts'
import { findContest } from './queries.ts'
import { startAttempt } from './start-attempt.ts'
import { submitAnswers } from './submit-answers.ts'

/** CONTEST_MODEL_RUNS sets the number of runs, CONTEST_MODEL_SEED the random sequence. */
const RUNS = Number(process.env.CONTEST_MODEL_RUNS ?? 150)
const SEED = Number(process.env.CONTEST_MODEL_SEED ?? 20_261_115)
const PARALLEL_RUNS = 6
const USERS = 5
const TIME_LIMIT_MS = Math.max(180_000, RUNS * 1_500)

const begin = new Date('2026-11-02T08:00:00.000Z')
const START_MS = 10_000
const LENGTH_MS = 60_000
const DURATION_MS = 40_000
const GRACE_MS = 5_000

let fixture: TestDatabase
let write: Write
const seen = { commands: 0, refused: 0, crashed: 0, SETTLED: 0, CANCELLED: 0 }
const db: TestDatabase['database']['query'] = (strings, ...values) =>
  fixture.database.query(strings, ...values)

beforeAll(async () => {
  fixture = await createTestDatabase()
  await fixture.database.withSession(({ script }) =>
    script(`alter database ${new URL(fixture.url).pathname.slice(1)} set synchronous_commit = off`),
  )
  write = createWrite(fixture.another({ poolSize: 12 }), reactionTable([]), () => {})
})
afterAll(() => fixture.drop())

/** The expected state of one participant. */
interface Player {
  gems: number
  xp: number
  joinedAt?: number
  startedAt?: number
  result?: { score: number; time: number; at: number }
  isGone?: boolean
}

interface Model {
  at: number
  players: Player[]
  outcome?: 'SETTLED' | 'CANCELLED'
}

interface Real {
  contest: Contest
  users: UserId[]
  fee: number
  pool: number
  minimum: number
  minPrizeScore: number
}

/** A worker that fails before one of the statements of a transaction, or before its commit. */
class Crash extends Error {}
function crashing(statements: number): Write {
  let left = statements
  const doomed = <Result>(work: (tx: Tx) => Promise<Result>) =>
    write(async (tx) => {
      const counting = ((strings: TemplateStringsArray, ...values: unknown[]) =>
        left-- <= 0 ? Promise.reject(new Crash()) : tx(strings, ...values)) as typeof tx
      Object.assign(counting, { emit: tx.emit, enqueue: tx.enqueue, afterCommit: tx.afterCommit })
      const result = await work(counting)
      if (left-- <= 0) throw new Crash()
      return result
    })
  return Object.assign(doomed, { withEvents: write.withEvents, shared: write.shared })
}

type Order = { kind: string; user: number; right: number; pass: number; crashAfter: number }

class Step implements fc.AsyncCommand<Model, Real> {
  readonly order: Order
  constructor(order: Order) {
    this.order = order
  }
  /** Sessions of deleted accounts have ended, so no commands follow. */
  check({ players }: Model): boolean {
    return !(players[this.order.user]!.isGone && ['join', 'start', 'submit'].includes(this.order.kind))
  }
  toString(): string {
    return JSON.stringify(this.order)
  }

  async run(model: Model, real: Real): Promise<void> {
    seen.commands++
    const { kind, user, right, pass, crashAfter } = this.order
    const player = model.players[user]!
    const now = addMs(begin, model.at)
    const userId = real.users[user]!
    const contest = (await findContest(db, real.contest.id))!
    const how = crashAfter < 12 ? crashing(crashAfter) : write
    const attempt = async (foreseen: string | undefined, work: (tx: Tx) => Promise<unknown>) => {
      const outcome = await outcomeOf(how(work))
      if (outcome === 'CRASH') {
        seen.crashed++
        return false
      }
      expect([this.toString(), outcome]).toEqual([this.toString(), foreseen])
      if (foreseen) seen.refused++
      return foreseen === undefined
    }

    if (kind === 'pass') model.at += pass
    if (kind === 'join') {
      const done = await attempt(foreseeJoin(model, player, real), (tx) =>
        joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now }),
      )
      if (done) {
        player.joinedAt = model.at
        player.gems -= real.fee
      }
    }
    if (kind === 'start') {
      const done = await attempt(foreseeStart(model, player), (tx) =>
        startAttempt(tx, { userId, contest, now }),
      )
      if (done) player.startedAt ??= model.at
    }
    if (kind === 'submit') {
      const answers = await answersOf(db, contest, userId, right)
      const started = player.startedAt ?? Math.max(player.joinedAt ?? 0, START_MS)
      const done = await attempt(foreseeSubmit(model, player, started), (tx) =>
        submitAnswers(tx, { userId, contest, answers, timeTakenSeconds: 0, now }),
      )
      if (done) {
        player.startedAt ??= started
        player.result = { score: 25 * right, time: model.at - started, at: model.at }
      }
    }
    if (kind === 'leave' && !player.isGone) {
      await db`update user_account set deleted_at = ${now} where id = ${userId}`
      await write((tx) =>
        erasePersonalData(tx, {
          id: userId as never,
          name: '',
          data: { userId, at: now.toISOString() },
        }),
      )
      player.isGone = true
    }
    if (kind === 'cancel') {
      const done = await attempt(
        model.outcome && (model.outcome === 'CANCELLED' ? 'CONTEST_CANCELLED' : 'CONTEST_ENDED'),
        (tx) => cancelContest(tx, { contestId: contest.id, now }),
      )
      if (done) decide(model, real, 'CANCELLED')
    }
    if (kind === 'settle') await this.settle(model, real, how)
  }

  /** Fails at any step; the next run completes it. Two concurrent runs have the effect of one. */
  async settle(model: Model, { contest, ...real }: Real, how: Write): Promise<void> {
    const now = addMs(begin, model.at)
    const outcome = await outcomeOf(finishContest({ write: how, db }, contest.id, now))
    if (outcome === 'CRASH') seen.crashed++
    else expect(outcome).toBeUndefined()
    await Promise.all([1, 2].map(() => finishContest({ write, db }, contest.id, now)))
    if (!model.outcome && model.at >= START_MS + LENGTH_MS + GRACE_MS) foreseeEnd(model, { contest, ...real })
  }
}

async function outcomeOf(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt
    return undefined
  } catch (error) {
    if (error instanceof Crash) return 'CRASH'
    if (error instanceof Refusal) return error.code
    throw error
  }
}

function foreseeJoin({ at, outcome }: Model, player: Player, { fee }: Real): string | undefined {
  if (outcome) return outcome === 'CANCELLED' ? 'CONTEST_CANCELLED' : 'CONTEST_ENDED'
  if (at >= START_MS + LENGTH_MS) return 'CONTEST_ENDED'
  if (player.joinedAt !== undefined) return 'ALREADY_JOINED'
  return player.gems < fee ? 'INSUFFICIENT_GEMS' : undefined
}

function foreseeStart({ at, outcome }: Model, { joinedAt, startedAt }: Player): string | undefined {
  if (joinedAt === undefined) return 'NOT_JOINED'
  if (startedAt !== undefined) return undefined
  return !outcome && at >= START_MS && at < START_MS + LENGTH_MS ? undefined : 'CONTEST_NOT_LIVE'
}

function foreseeSubmit({ at, outcome }: Model, player: Player, started: number): string | undefined {
  if (player.joinedAt === undefined) return 'NOT_JOINED'
  if (player.result) return 'ALREADY_SUBMITTED'
  if (outcome)
    return outcome === 'CANCELLED'
      ? 'CONTEST_CANCELLED'
      : at < START_MS
        ? 'CONTEST_NOT_LIVE'
        : 'CONTEST_ENDED'
  if (at < START_MS) return 'CONTEST_NOT_LIVE'
  const deadline = Math.min(started + DURATION_MS, START_MS + LENGTH_MS)
  return at > deadline + GRACE_MS ? 'CONTEST_ENDED' : undefined
}

function foreseeEnd(model: Model, real: Real): void {
  const present = model.players.filter(({ joinedAt, isGone }) => joinedAt !== undefined && !isGone)
  const results = present.filter(({ result }) => result)
  const hasWinner = results.some(({ result }) => result!.score >= real.minPrizeScore)
  const isCancelled = present.length < real.minimum || results.length === 0 || (real.fee > 0 && !hasWinner)
  decide(model, real, isCancelled ? 'CANCELLED' : 'SETTLED')
}

/** The expected prizes, computed rank by rank and gem by gem. */
function decide(model: Model, { fee, pool, minPrizeScore }: Real, outcome: 'SETTLED' | 'CANCELLED'): void {
  model.outcome = outcome
  seen[outcome]++
  const joined = model.players.filter(({ joinedAt }) => joinedAt !== undefined)
  if (outcome === 'CANCELLED') {
    for (const player of joined) player.gems += fee
    return
  }
  const submitted = joined.filter(({ result, isGone }) => result && !isGone)
  for (const player of submitted) player.xp += Math.floor(player.result!.score / 10)
  // The house pays only if two participants submitted.
  const total = (submitted.length >= 2 ? pool : 0) + fee * joined.length
  const ranked = submitted
    .filter(({ result }) => result!.score >= minPrizeScore)
    .toSorted((one, other) => compare(one, other) || one.joinedAt! - other.joinedAt!)
  if (ranked.length === 0) return
  const table = [50, 30, 20]
  const prizes = ranked.map((player) => {
    const equals = ranked.flatMap((other, index) => (compare(player, other) === 0 ? [index] : []))
    const percent = equals.reduce((sum, index) => sum + (table[index] ?? 0), 0)
    return Math.floor((total * percent) / 100 / equals.length)
  })
  let rest = total - prizes.reduce((sum, prize) => sum + prize, 0)
  const best = ranked.filter((player) => compare(player, ranked[0]!) === 0).length
  // The rest is given to the best group gem by gem, starting with its first member.
  while (rest >= best) {
    for (let index = 0; index < best; index++) prizes[index]!++
    rest -= best
  }
  prizes[0]! += rest
  ranked.forEach((player, index) => {
    player.gems += prizes[index]!
    if (prizes[index]! > 0) player.xp += 10
  })
}

function compare(one: Player, other: Player): number {
  return (
    other.result!.score - one.result!.score ||
    one.result!.time - other.result!.time ||
    one.result!.at - other.result!.at
  )
}

async function xpOf(userId: UserId): Promise<number> {
  const [row] = await db<{ xp: number }>`
    select coalesce(sum(balance), 0)::integer as xp from ledger_balance
    where account = ${`user:${userId}`} and asset = 'XP'`
  return row!.xp
}

const kinds = [
  'join',
  'join',
  'join',
  'start',
  'submit',
  'submit',
  'pass',
  'pass',
  'settle',
  'leave',
  'cancel',
]
const steps = fc
  .record({
    kind: fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom(...kinds.slice(0, 9)) },
      { weight: 1, arbitrary: fc.constantFrom('leave', 'cancel') },
    ),
    user: fc.nat(USERS - 1),
    right: fc.nat(QUESTIONS.length),
    pass: fc.constantFrom(0, 1, 1_000, 5_000, 10_000, 20_000, 40_000),
    crashAfter: fc.nat(40),
  })
  .map((order) => new Step(order))
const settings = fc.record({
  fee: fc.constantFrom(0, 7, 10),
  pool: fc.constantFrom(0, 1, 100),
  minimum: fc.constantFrom(1, 2, 3),
  minPrizeScore: fc.constantFrom(1, 50, 75),
  questionsPerAttempt: fc.constantFrom(null, 4),
})

interface Settings {
  fee: number
  pool: number
  minimum: number
  minPrizeScore: number
  questionsPerAttempt: number | null
}

async function live({ fee, pool, minimum, minPrizeScore, questionsPerAttempt }: Settings, orders: Step[]) {
  const draft = draftOf(begin, {
    entryFeeGems: fee,
    prizePoolGems: pool,
    minParticipants: minimum,
    minPrizeScore,
    questionsPerAttempt,
    // Two more questions than an attempt has, if they are drawn.
    questions: questionsPerAttempt === null ? QUESTIONS : [...QUESTIONS, ...QUESTIONS.slice(0, 2)],
    maxDurationSeconds: DURATION_MS / 1_000,
    startsAt: addMs(begin, START_MS).toISOString(),
    endsAt: addMs(begin, START_MS + LENGTH_MS).toISOString(),
  })
  const id = await write((tx) => createContest(tx, { author: null, draft, now: begin }))
  // The last user has too few gems.
  const purses = Array.from({ length: USERS }, (_, index) => (index === USERS - 1 ? 5 : 20))
  const users = await Promise.all(purses.map((gems) => addUser(db, gems)))
  const model: Model = { at: 0, players: purses.map((gems) => ({ gems, xp: 0 })) }
  const real: Real = { contest: (await findContest(db, id))!, users, fee, pool, minimum, minPrizeScore }
  await fc.asyncModelRun(() => ({ model, real }), orders)

  model.at = Math.max(model.at, START_MS + LENGTH_MS + GRACE_MS)
  await new Step({ kind: 'settle', user: 0, right: 0, pass: 0, crashAfter: 3 }).run(model, real)
  expect(await gemsOf(db, `contest:${id}`)).toBe(0)
  expect((await findContest(db, id))!.outcome).toBe(model.outcome!)
  const gems = await Promise.all(users.map((userId) => gemsOf(db, `user:${userId}`)))
  expect(gems).toEqual(model.players.map((player) => player.gems))
  const xp = await Promise.all(users.map(xpOf))
  expect(xp).toEqual(model.players.map((player) => player.xp))
}

test(
  'random commands with crashes leave every user with the gems that the model expects',
  async () => {
    const started = performance.now()
    const property = fc.asyncProperty(settings, fc.array(steps, { minLength: 10, maxLength: 40 }), live)
    // Every run has its own users, so that runs can be concurrent.
    await Promise.all(
      Array.from({ length: PARALLEL_RUNS }, (_, run) =>
        fc.assert(property, {
          numRuns: Math.ceil(RUNS / PARALLEL_RUNS),
          seed: SEED + run,
          endOnFailure: true,
        }),
      ),
    )
    const { commands, refused, crashed, SETTLED, CANCELLED } = seen
    reportMeasurement(
      `${commands} commands (${refused} refused, ${crashed} crashed), ${SETTLED} contests settled, ${CANCELLED} cancelled, in ${((performance.now() - started) / 1000).toFixed(1)} s, seed ${SEED}`,
    )
    expect(SETTLED).toBeGreaterThan(RUNS / 10)
    expect(CANCELLED).toBeGreaterThan(RUNS / 10)
    expect(crashed).toBeGreaterThan(commands / 20)
    expect((await auditLedger(fixture.database, [auditContestEscrows])).faults).toEqual([])
  },
  TIME_LIMIT_MS,
)
