import {
  type ApiResponse,
  startTestService,
  type TestService,
  type TestUser,
} from '../../../test/harness/service.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { createPlatform, type RunningPlatform } from '../../app/bootstrap/create-platform.ts'
import { addMs, SECOND_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { ContestId } from './public/contest.ts'
import { type ContestDraft, ContestDraftSchema } from './public/contest-draft.ts'
import { createContest } from './public/create-contest.ts'
import { reconcileContests } from './reconcile-contests.ts'

/** Questions whose right answer says so, whatever the order. */
export const QUESTIONS = Array.from({ length: 4 }, (_, index) => ({
  prompt: `Question ${index + 1}?`,
  options: ['wrong a', 'wrong b', 'right', 'wrong c'],
  correctIndex: 2,
  explanation: `Because of ${index + 1}.`,
}))

/** A draft that is live from `now` on for five minutes, unless it is said otherwise. */
export function draftOf(now: Date, changes: Partial<ContestDraft> = {}): ContestDraft {
  return ContestDraftSchema.parse({
    title: 'Chain sprint',
    description: 'Four questions.',
    entryFeeGems: 10,
    prizePoolGems: 100,
    startsAt: now.toISOString(),
    endsAt: addMs(now, 300 * SECOND_MS).toISOString(),
    questions: QUESTIONS,
    ...changes,
  })
}

/** Time that stands still until a test lets it pass. */
export function createManualClock(): { now(): Date; pass(milliseconds: number): void; end(): void } {
  let at = Date.now()
  useClock(() => at)
  return {
    now: () => new Date(at),
    pass: (milliseconds) => {
      at += milliseconds
    },
    end: useSystemClock,
  }
}

export async function giveGems(db: Db, userId: string, gems: number): Promise<void> {
  const entries = [
    { account: 'house:grants', asset: 'GEM', amount: String(-gems) },
    { account: `user:${userId}`, asset: 'GEM', amount: String(gems) },
  ]
  await db`
    select posted from ledger_post(${newId()}, ${`gift:${newId()}`}, 'a gift', now(), ${entries}::jsonb)`
}

export async function gemsOf(db: Db, account: string): Promise<number> {
  const [row] = await db<{ balance: bigint }>`
    select coalesce(sum(balance), 0)::bigint as balance from ledger_balance where account ^@ ${account} and asset = 'GEM'`
  return Number(row!.balance)
}

export interface ContestTestbed {
  service: TestService
  platform: RunningPlatform
  db: Db
  time: ReturnType<typeof createManualClock>
  create(changes?: Partial<ContestDraft>): Promise<ContestId>
  player(gems: number): Promise<TestUser>
  call(route: string, user: TestUser, body?: unknown): Promise<ApiResponse>
  /** Answers as many questions right as is said, and the others wrong. */
  answers(
    contestId: ContestId,
    user: TestUser,
    right: number,
  ): Promise<{ questionId: string; selectedOption: number }[]>
  reconcile(): Promise<void>
  stop(): Promise<void>
}

/** The whole service, with time in the hands of the test. */
export async function createContestTestbed(): Promise<ContestTestbed> {
  const service = await startTestService({ ROLE: 'api' })
  const config = readConfig({ LYCEUM_ENV: 'test', DATABASE_URL: service.test.url, LOG_LEVEL: 'error' })
  const platform = await createPlatform(config, service.test.url)
  const time = createManualClock()
  const { db } = platform
  const call: ContestTestbed['call'] = (route, user, body) =>
    service.call(route, { token: user.accessToken, body })
  return {
    service,
    platform,
    db,
    time,
    call,
    create: (changes) =>
      platform.write((tx) => createContest(tx, { draft: draftOf(time.now(), changes), now: time.now() })),
    player: async (gems) => {
      const user = await service.register()
      if (gems > 0) await giveGems(db, user.id, gems)
      return user
    },
    answers: async (contestId, user, right) => {
      const { body } = await call(`GET /user/contests/${contestId}/questions`, user)
      return body.data.questions.map(({ id, options }: { id: string; options: string[] }, index: number) => ({
        questionId: id,
        selectedOption: options.findIndex((option) => (option === 'right') === index < right),
      }))
    },
    reconcile: () => reconcileContests(platform, time.now()),
    stop: async () => {
      time.end()
      await platform.close()
      await service.stop()
    },
  }
}

/** A user without a service around it, for what goes on below HTTP. */
export async function addUser(db: Db, gems = 0): Promise<UserId> {
  const id = await insertUser(db)
  if (gems > 0) await giveGems(db, id, gems)
  return id
}
