import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { openSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import {
  type ContestTestbed,
  contestPath,
  createContestTestbed,
  errorOf,
  QUESTIONS,
} from './contest-testbed.ts'
import type { ContestId } from './public/contest.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(() => testbed.stop())

const POOL = Array.from({ length: 20 }, (_, index) => ({ ...QUESTIONS[0]!, prompt: `Pool ${index + 1}?` }))
const questionsOf = async (
  contestId: ContestId,
  user: TestUser,
): Promise<{ id: string; order: number }[]> => {
  const { body } = await testbed.call(`POST ${contestPath(contestId, '/start')}`, user)
  return body.data.questions
}
async function joinedPlayers(contestId: ContestId, count: number): Promise<TestUser[]> {
  const players = await Promise.all(Array.from({ length: count }, () => testbed.player(10)))
  for (const player of players) await testbed.join(contestId, player)
  return players
}

describe('a scout account', () => {
  test('no response, frame or export shows a result before the contest is decided', async () => {
    const contestId = await testbed.create()
    const [scout, other] = (await joinedPlayers(contestId, 2)) as [TestUser, TestUser]
    const socket = await openSocket(testbed.service.url, scout)
    socket.send('contest.subscribe', { contestId })
    await socket.next('contest.rank')
    const submitted = await testbed.play(contestId, scout, 3)
    await testbed.play(contestId, other, 1)
    await waitUntil(() =>
      socket.frames.some(({ type, data }) => type === 'contest.leaderboard' && data.total === 2),
    )
    const read = async () => {
      const [board, listed, exported] = await Promise.all([
        testbed.call(`GET ${contestPath(contestId, '/leaderboard')}`, scout),
        testbed.call('GET /user/contests?limit=100', scout),
        testbed.call('GET /user/export', scout),
      ])
      return {
        detail: (await testbed.detail(contestId, scout)).userStatus,
        board: board.body.data,
        listed: listed.body.data.items.find(({ id }: { id: string }) => id === contestId).userStatus,
        exported: exported.body.data.contests.contests[0],
      }
    }
    for (const end of [0, 300 * SECOND_MS]) {
      testbed.time.pass(end)
      const { detail, board, listed, exported } = await read()
      for (const status of [detail, listed])
        expect(status).toMatchObject({ hasCompleted: true, score: null, rank: null, prizeGems: 0 })
      expect(board).toMatchObject({ total: 2, me: null })
      // The submissions are visible, in the order of their time: the better one is not first because it is better.
      expect(board.entries).toMatchObject([
        { userId: scout.id, rank: null, score: null, correctCount: null },
        { userId: other.id, rank: null, score: null, correctCount: null },
      ])
      expect(exported).toMatchObject({ score: null, correctCount: null, rank: null })
    }
    expect(submitted).toMatchObject({ score: null, correctCount: null, rank: null, totalQuestions: 4 })
    for (const { type, data } of socket.frames) {
      if (type === 'contest.rank') expect(data).toEqual({ contestId, rank: null, score: null })
      if (type === 'contest.leaderboard')
        for (const entry of data.entries)
          expect(entry).toMatchObject({ rank: null, score: null, correctCount: null })
    }
    socket.close()
    testbed.time.pass(5 * SECOND_MS)
    await testbed.reconcile()
    const { detail, board, exported } = await read()
    expect(detail).toMatchObject({ score: 75, rank: 1 })
    expect(board).toMatchObject({ me: { rank: 1, score: 75 }, entries: [{ score: 75 }, { score: 25 }] })
    expect(exported).toMatchObject({ score: 75, correctCount: 3, rank: 1 })
  })

  test('each participant gets an own draw from a larger pool, always the same', async () => {
    const contestId = await testbed.create({ questions: POOL, questionsPerAttempt: 5 })
    const players = await joinedPlayers(contestId, 6)
    const draws = await Promise.all(players.map((player) => questionsOf(contestId, player)))
    for (const [index, draw] of draws.entries()) {
      expect(draw.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5])
      expect(new Set(draw.map(({ id }) => id)).size).toBe(5)
      const again = await testbed.call(`GET ${contestPath(contestId, '/questions')}`, players[index]!)
      expect(again.body.data.questions).toEqual(draw)
    }
    expect(
      new Set(
        draws.map((draw) =>
          draw
            .map(({ id }) => id)
            .sort()
            .join(),
        ),
      ).size,
    ).toBe(6)
    expect(await testbed.detail(contestId, players[0]!)).toMatchObject({ totalQuestions: 5 })
  })

  test('an answer to a question of another draw is refused, and the score counts the drawn questions', async () => {
    const contestId = await testbed.create({ questions: POOL, questionsPerAttempt: 5, minParticipants: 1 })
    const [ada, bob] = (await joinedPlayers(contestId, 2)) as [TestUser, TestUser]
    const own = new Set((await questionsOf(contestId, ada)).map(({ id }) => id))
    const foreign = (await questionsOf(contestId, bob)).find(({ id }) => !own.has(id))!
    const submit = (answers: unknown[]) =>
      testbed.call(`POST ${contestPath(contestId, '/submit')}`, ada, { answers })
    expect(errorOf(await submit([{ questionId: foreign.id, selectedOption: 0 }]))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    const { status, body } = await submit(await testbed.answers(contestId, ada, 4))
    expect([status, body.data.totalQuestions]).toEqual([200, 5])
    testbed.time.pass(305 * SECOND_MS)
    await testbed.reconcile()
    expect((await testbed.detail(contestId, ada)).userStatus).toMatchObject({ score: 80 })
    const review = await testbed.call(`GET ${contestPath(contestId, '/review')}`, ada)
    expect(review.body.data.questions.map(({ id }: { id: string }) => id).sort()).toEqual([...own].sort())
    expect(
      review.body.data.questions.filter(({ isCorrect }: { isCorrect: boolean }) => isCorrect),
    ).toHaveLength(4)
  })
})

describe('a preview by code', () => {
  test('the terms are shown before joining, without charging and without making the reader a participant', async () => {
    const contestId = await testbed.create({ type: 'PRIVATE', questions: POOL, questionsPerAttempt: 5 })
    const [row] = await testbed.db<{
      code: string
    }>`select room_code as code from contest where id = ${contestId}`
    const ada = await testbed.player(10)
    const preview = (code: string) => testbed.call(`GET /user/contests/preview?roomCode=${code}`, ada)
    const { status, body } = await preview(row!.code.toLowerCase())
    expect([status, body.data]).toEqual([
      200,
      {
        title: 'Chain sprint',
        description: 'Four questions.',
        status: 'LIVE',
        entryFeeGems: 10,
        prizePoolGems: 100,
        guaranteedPoolGems: 100,
        guaranteedPoolMinParticipants: 2,
        prizeTable: [50, 30, 20],
        minPrizeScore: 1,
        startsAt: testbed.time.now().toISOString(),
        endsAt: new Date(testbed.time.now().getTime() + 300 * SECOND_MS).toISOString(),
        maxDurationSeconds: null,
        totalQuestions: 5,
        participantCount: 0,
        minParticipants: 2,
      },
    ])
    expect(errorOf(await testbed.call(`GET ${contestPath(contestId)}`, ada))).toEqual([
      404,
      'CONTEST_NOT_FOUND',
    ])
    expect(errorOf(await preview('ZZZZZZ'))).toEqual([404, 'CONTEST_NOT_FOUND'])
    expect(errorOf(await preview('short'))).toEqual([400, 'VALIDATION_FAILED'])
    const joined = await testbed.call('POST /user/contests/join', ada, { roomCode: row!.code })
    expect(joined.status).toBe(200)
  })
})
