import { expect } from 'bun:test'
import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
import { ContestDraftSchema } from '../../src/modules/contests/public/contest-draft.ts'
import { createContest } from '../../src/modules/contests/public/create-contest.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { addMs, now, SECOND_MS } from '../../src/platform/clock.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { TestUser } from '../harness/api-client.ts'
import { gemBalanceOf, giveGems } from '../harness/give-gems.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { clientOf, expectSuccess, isFirstResponse, type Journey, type JourneyEnvironment } from './journey.ts'

const FEE = 10
const POOL = 100
const QUESTIONS = Array.from({ length: 4 }, (_, index) => ({
  prompt: `Question ${index + 1}?`,
  options: ['wrong a', 'wrong b', 'right', 'wrong c'],
  correctIndex: 2,
}))

interface AskedQuestion {
  id: string
  options: string[]
}

/** A contest of three players that starts now: they pay, play, and receive their prizes at the end. */
export function contestJourney(environment: () => JourneyEnvironment, lengthSeconds: number): Journey {
  let players: TestUser[]
  let contestId: string
  const path = (rest = '') => `/user/contests/${contestId}${rest}`

  async function join(): Promise<void> {
    const { database } = environment()
    players = await Promise.all(Array.from({ length: 3 }, () => environment().register()))
    for (const { id } of players) await giveGems(database.query, id, FEE + 5)
    const draft = ContestDraftSchema.parse({
      title: 'Sprint',
      description: 'Four questions.',
      entryFeeGems: FEE,
      prizePoolGems: POOL,
      startsAt: now().toISOString(),
      endsAt: addMs(now(), lengthSeconds * SECOND_MS).toISOString(),
      questions: QUESTIONS,
    })
    const write = createWrite(database, reactionTable([]), () => {})
    contestId = await write((tx) => createContest(tx, { author: null, draft, now: now() }))
    await Promise.all(
      players.map(async (player) => {
        const joined = await clientOf(environment(), player).post(path('/join'), {})
        expect(joined.status, JSON.stringify(joined.body)).toBeOneOf(
          isFirstResponse(joined) ? [200] : [200, 409],
        )
        const again = await clientOf(environment(), player).post(path('/join'), {})
        expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_JOINED'])
        expect(await gemBalanceOf(database.query, player.id)).toBe(5)
      }),
    )
  }

  async function play(): Promise<void> {
    await Promise.all(
      players.map(async (player, index) => {
        const as = clientOf(environment(), player)
        const { questions } = expectSuccess(await as.post(path('/start')))
        const right = 4 - index
        const answers = questions.map(({ id, options }: AskedQuestion, position: number) => ({
          questionId: id,
          selectedOption: options.findIndex((option) => (option === 'right') === position < right),
        }))
        const submitted = await as.post(path('/submit'), { answers, timeTakenSeconds: 3 })
        if (!isFirstResponse(submitted) && submitted.status === 409)
          return expect(submitted.body.error.code).toBe('ALREADY_SUBMITTED')
        expect(expectSuccess(submitted)).toMatchObject({ score: null, totalQuestions: 4 })
      }),
    )
  }

  async function checkResult(): Promise<void> {
    const [first] = players as [TestUser]
    const { database } = environment()
    await waitUntil(
      async () => (await clientOf(environment(), first).get(path())).data.userStatus.rank !== null,
    )
    await waitUntil(async () => (await rows()).every(({ isFinalized }) => isFinalized))
    expect((await rows()).map(({ rank, correct }) => [rank, correct])).toEqual([
      [1, 4],
      [2, 3],
      [3, 2],
    ])
    const gems = await Promise.all(players.map(({ id }) => gemBalanceOf(database.query, id)))
    // The pool and the fees are paid out completely.
    expect(gems.reduce((sum, one) => sum + one, 0)).toBe(3 * 5 + POOL + 3 * FEE)
    expect((await auditLedger(database, ESCROW_CHECKS)).faults).toEqual([])
  }

  const rows = () =>
    environment().database.query<{ rank: number; correct: number; isFinalized: boolean }>`
      select rank, correct_count as correct, finalized_at is not null as "isFinalized"
      from contest_participant where contest_id = ${contestId} order by rank`

  return {
    name: 'contest',
    steps: [
      ['three players join the contest once and pay once', join],
      ['the players start and submit their answers', play],
      ['the players are ranked and paid at the end of the contest', checkResult],
    ],
  }
}
