import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import type { TestDatabase } from '../../../test/harness/database.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { createPlatform, type RunningPlatform } from '../../app/bootstrap/create-platform.ts'
import { addMs, SECOND_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { getQuestions } from '../questions/public/get-questions.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { shuffleOptions } from '../questions/public/question.ts'
import { attemptSeed, drawQuestionIds } from './attempt.ts'
import type { Contest, ContestId } from './public/contest.ts'
import { type ContestDraft, ContestDraftSchema } from './public/contest-draft.ts'
import { type ContestAuthor, createContest } from './public/create-contest.ts'
import { reconcileContests } from './reconcile-contests.ts'

/** Questions whose correct option is the text `right`. */
export const QUESTIONS = Array.from({ length: 4 }, (_, index) => ({
  type: 'SINGLE_CHOICE' as const,
  prompt: `Question ${index + 1}?`,
  options: ['wrong a', 'wrong b', 'right', 'wrong c'],
  correctIndex: 2,
  explanation: `Because of ${index + 1}.`,
  optionFeedback: null,
  skill: null,
}))

/** A draft of a contest that is live from `now` for five minutes; `changes` overrides it. */
export function draftOf(now: Date, changes: Partial<ContestDraft> = {}): ContestDraft {
  return ContestDraftSchema.parse({
    title: 'Chain sprint',
    description: 'Four questions.',
    entryFeeGems: 10,
    prizePoolGems: 100,
    startsAt: now.toISOString(),
    endsAt: addMs(now, 300 * SECOND_MS).toISOString(),
    minPrizeScore: 1,
    questions: QUESTIONS,
    ...changes,
  })
}

/** A clock that only the test moves. */
function createManualClock(at = Date.now()): { now(): Date; pass(milliseconds: number): void; end(): void } {
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
  create(changes?: Partial<ContestDraft>, author?: ContestAuthor): Promise<ContestId>
  player(gems: number): Promise<TestUser>
  detail(contestId: ContestId, user: TestUser): Promise<ApiResponse['body']['data']>
  join(contestId: ContestId, user: TestUser, roomCode?: string): Promise<void>
  /** Starts, waits ten seconds and submits this many correct answers. Returns the result. */
  play(contestId: ContestId, user: TestUser, right: number): Promise<ApiResponse['body']['data']>
  call(route: string, user: TestUser, body?: unknown): Promise<ApiResponse>
  /** Answers to all questions, of which the first `right` are correct. */
  answers(
    contestId: ContestId,
    user: TestUser,
    right: number,
  ): Promise<{ questionId: string; selectedOption: number }[]>
  reconcile(): Promise<void>
  stop(): Promise<void>
}

/** A complete service with a manual clock; on a database that the test has prepared, and from a fixed time, if given. */
export async function createContestTestbed(
  environment: Record<string, string> = {},
  prepared?: { database: TestDatabase; at: number },
): Promise<ContestTestbed> {
  const fixedTime = prepared && createManualClock(prepared.at)
  const service = await startTestService({ ROLE: 'api', ...environment }, prepared?.database)
  const config = readConfig({ LYCEUM_ENV: 'test', DATABASE_URL: service.test.url, LOG_LEVEL: 'error' })
  const platform = await createPlatform(config, service.test.url)
  const time = fixedTime ?? createManualClock()
  const db = service.test.database.query
  const call: ContestTestbed['call'] = (route, user, body) =>
    service.call(route, { token: user.accessToken, body })
  const testbed: ContestTestbed = {
    service,
    platform,
    db,
    time,
    call,
    create: (changes, author) =>
      platform.write((tx) =>
        createContest(tx, {
          author: author ?? null,
          draft: draftOf(time.now(), changes),
          now: time.now(),
        }),
      ),
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
    detail: async (contestId, user) => (await call(`GET ${contestPath(contestId)}`, user)).body.data,
    join: async (contestId, user, roomCode) => {
      const { body } = await call(`POST ${contestPath(contestId, '/join')}`, user, roomCode && { roomCode })
      assert(body.message === 'You have joined the contest', JSON.stringify(body))
    },
    play: async (contestId, user, right) => {
      await call(`POST ${contestPath(contestId, '/start')}`, user)
      const answers = await testbed.answers(contestId, user, right)
      time.pass(10 * SECOND_MS)
      const submission = { answers, timeTakenSeconds: 3 }
      const { status, body } = await call(`POST ${contestPath(contestId, '/submit')}`, user, submission)
      assert(status === 200, JSON.stringify(body))
      return body.data
    },
    reconcile: () => reconcileContests(platform, time.now()),
    stop: async () => {
      time.end()
      await platform.close()
      await service.stop()
      await prepared?.database.drop()
    },
  }
  return testbed
}

export const contestPath = (contestId: ContestId, rest = '') => `/user/contests/${contestId}${rest}`

export const errorOf = ({ status, body }: ApiResponse) => [status, body.error?.code]

/** Inserts a user, for tests below the HTTP layer. */
export async function addUser(db: Db, gems = 0): Promise<UserId> {
  const id = await insertUser(db)
  if (gems > 0) await giveGems(db, id, gems)
  return id
}

/** Answers of one participant below the HTTP layer, of which the first `right` are correct. */
export async function answersOf(
  db: Db,
  contest: Contest,
  userId: UserId,
  right: number,
): Promise<GivenAnswer[]> {
  const questions = await getQuestions(db, drawQuestionIds(contest, userId))
  return questions.map((question, index) => ({
    questionId: question.id,
    selectedOption: shuffleOptions(question, attemptSeed(contest, userId)).options.findIndex(
      (option) => (option === 'right') === index < right,
    ),
  }))
}
