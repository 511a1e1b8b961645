import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { battleFinished } from '../../src/events/battles.ts'
import { recordBattleAnswers } from '../../src/modules/battle-results/record-answers.ts'
import { QuestionCache } from '../../src/modules/battle-rooms/public/question-cache.ts'
import { countAnswers, masteryOf, ratingsOf } from '../../src/modules/mastery/mastery-testbed.ts'
import type { QuestionId } from '../../src/modules/questions/public/question.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { EventData } from '../../src/platform/transaction/define-event.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  startBattleOfTwo,
} from './battle-testbed.ts'

type Finished = EventData<typeof battleFinished>

let testbed: BattleTestbed
let process: BattleProcess
beforeAll(async () => {
  testbed = await createBattleTestbed()
  // The answers of the tests come at once.
  process = await testbed.openProcess({ minAnswerMs: 0 })
})
afterAll(() => testbed.stopSettled())

async function finishedOf(roomId: string): Promise<Finished> {
  const find = () =>
    testbed.events.find(
      ({ name, data }) => name === 'battles.battle_finished' && (data as Finished).roomId === roomId,
    )
  await waitUntil(() => find() !== undefined)
  return find()!.data as Finished
}

const platform = () => ({ db: testbed.database.query, write: testbed.write })
const countOf = async (user: UserId) =>
  (await masteryOf(testbed.database.query, user)).reduce((sum, { answers }) => sum + answers, 0)

/** Stores that a battle asked a user these questions. */
async function pretendAsked(roomId: string, questionIds: readonly QuestionId[]): Promise<void> {
  await testbed.database.autocommit`
    update battle_room set question_ids = ${questionIds}::uuid[] where id = ${roomId}`
}

describe('the answers of a battle', () => {
  let first: Finished
  let ada: UserId

  test('count once for both players and the questions, although the job runs five times at once', async () => {
    const battle = await startBattleOfTwo(testbed, process, process, 0)
    ada = battle.ada
    await Promise.all([answerAll(battle.one, () => true), answerAll(battle.other, () => false)])
    first = await finishedOf(battle.roomId)
    await Promise.all(Array.from({ length: 5 }, () => recordBattleAnswers(platform(), first)))
    await countAnswers(platform())
    await recordBattleAnswers(platform(), first)
    await countAnswers(platform())
    expect([await countOf(ada), await countOf(battle.bob)]).toEqual([5, 5])
    const ratings = await ratingsOf(
      testbed.database.query,
      first.players[0]!.answers.map(({ questionId }) => questionId),
    )
    expect(ratings.map(({ answers, correctAnswers }) => [answers, correctAnswers])).toEqual(
      Array(5).fill([2, 1]),
    )
    const best = ([skill]: Awaited<ReturnType<typeof masteryOf>>) => skill!.rating
    const { query } = testbed.database
    expect(best(await masteryOf(query, ada))).toBeGreaterThan(best(await masteryOf(query, battle.bob)))
  })

  test('to questions of an earlier battle of the player are repetitions and keep the ratings of the questions', async () => {
    const { query } = testbed.database
    const questionIds = first.players[0]!.answers.map(({ questionId }) => questionId)
    const before = await ratingsOf(query, questionIds)
    const battle = await startBattleOfTwo(testbed, process, process, 0)
    await Promise.all([answerAll(battle.one, () => true), answerAll(battle.other, () => true)])
    const finished = await finishedOf(battle.roomId)
    // The same player meets the questions of the first battle again.
    await testbed.database.autocommit`
      update battle_entry set user_id = ${ada} where room_id = ${battle.roomId} and seat = 0`
    await pretendAsked(battle.roomId, questionIds)
    const [player] = finished.players
    const answers = questionIds.map((questionId) => ({ questionId, isCorrect: true }))
    await recordBattleAnswers(platform(), { ...finished, players: [{ ...player!, userId: ada, answers }] })
    await countAnswers(platform())
    expect(await ratingsOf(query, questionIds)).toEqual(before)
    expect(await countOf(ada)).toBe(10)
  })

  test('against a bot are repetitions, and the questions keep their ratings', async () => {
    const { query } = testbed.database
    const battle = await startBattleOfTwo(testbed, process, process, 0)
    await Promise.all([answerAll(battle.one, () => true), answerAll(battle.other, () => true)])
    const finished = await finishedOf(battle.roomId)
    const questionIds = finished.players[0]!.answers.map(({ questionId }) => questionId)
    const before = await ratingsOf(query, questionIds)
    // A bot would take its time for each question.
    await testbed.database.autocommit`
      update battle_room set kind = 'BOT', bot_difficulty = 'EASY' where id = ${battle.roomId}`
    await recordBattleAnswers(platform(), { ...finished, players: finished.players.slice(0, 1) })
    await countAnswers(platform())
    expect(await countOf(finished.players[0]!.userId)).toBe(5)
    expect(await ratingsOf(query, questionIds)).toEqual(before)
  })

  test('of a suspended player are not recorded', async () => {
    const battle = await startBattleOfTwo(testbed, process, process, 0)
    await Promise.all([answerAll(battle.one, () => true), answerAll(battle.other, () => true)])
    const finished = await finishedOf(battle.roomId)
    await testbed.database.autocommit`update user_account set suspended_at = now() where id = ${battle.bob}`
    await recordBattleAnswers(platform(), finished)
    await countAnswers(platform())
    expect([await countOf(battle.ada), await countOf(battle.bob)]).toEqual([5, 0])
  })
})

describe('the questions of a battle', () => {
  const DRAWS = 400
  const COUNT = 5
  let challenge: QuestionId[]
  let near: Set<QuestionId>
  beforeAll(async () => {
    const rows = await testbed.database.query<{ id: QuestionId }>`
      select id from question where use = 'CHALLENGE' order by id`
    challenge = rows.map(({ id }) => id)
  })

  /** Half of the pool has one rating, the other half another. */
  async function rate(ratingOfNear: number, ratingOfOthers: number) {
    near = new Set(challenge.filter((_, index) => index % 2 === 0))
    const rows = challenge.map((id) => ({ id, rating: near.has(id) ? ratingOfNear : ratingOfOthers }))
    await testbed.database.autocommit`
      insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
        learner_correct_sum)
      select id, rating, 10, 5, 0, 0, 0 from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, rating float8)
      on conflict (question_id) do update set rating = excluded.rating`
    return new QuestionCache('http://test').current(testbed.database.query)
  }
  const knowing = (rating: number) =>
    new Map([
      ['one', rating],
      ['other', rating],
    ])
  /** The share of questions of the first half among all draws. */
  async function shareOfNear(
    snapshot: Awaited<ReturnType<typeof rate>>,
    players: ReadonlyMap<string, number>[],
  ): Promise<number> {
    let count = 0
    for (let battle = 0; battle < DRAWS; battle++) {
      const drawn = snapshot.draw('CHALLENGE', {
        topicId: null,
        count: COUNT,
        seed: `battle ${battle}`,
        players,
      })
      expect(new Set(drawn).size).toBe(COUNT)
      const reversed = {
        topicId: null,
        count: COUNT,
        seed: `battle ${battle}`,
        players: players.toReversed(),
      }
      expect(snapshot.draw('CHALLENGE', reversed)).toEqual(drawn)
      count += drawn.filter((id) => near.has(id)).length
    }
    return count / DRAWS / COUNT
  }

  // With four options, a question is solved in 55 of 100 cases by a player 70 points weaker.
  test.each([
    ['two equal players', [1_000, 1_000], 1_070, 700],
    ['a player alone', [1_200], 1_270, 1_000],
    ['a strong and a weak player', [900, 1_100], 1_070, 1_600],
  ] as const)(
    'are near 50 to 60 percent for %s, in any order of the players',
    async (_, ratings, fitting, other) => {
      const snapshot = await rate(fitting, other)
      // By chance it is a half. Of ten candidates about five are near, so nearly all of the five drawn ones are.
      expect(await shareOfNear(snapshot, ratings.map(knowing))).toBeGreaterThan(0.8)
    },
  )

  test('are drawn by chance as long as no question has an estimate', async () => {
    await testbed.database.autocommit`delete from question_rating`
    const snapshot = await new QuestionCache('http://test').current(testbed.database.query)
    const draw = { topicId: null, count: COUNT, seed: 'the same' }
    const drawn = snapshot.draw('CHALLENGE', { ...draw, players: [] })
    expect(snapshot.draw('CHALLENGE', { ...draw, players: [knowing(400), knowing(2_000)] })).toEqual(drawn)
  })

  test('of a real battle fit the players', async () => {
    await rate(1_070, 100)
    const fresh = await testbed.openProcess({ minAnswerMs: 0 })
    let fitting = 0
    for (let battle = 0; battle < 6; battle++) {
      const { one, other, roomId } = await startBattleOfTwo(testbed, fresh, fresh, 0)
      const [room] = await testbed.database.query<{ ids: QuestionId[] }>`
        select to_jsonb(question_ids) as ids from battle_room where id = ${roomId}`
      fitting += room!.ids.filter((id) => near.has(id)).length
      await Promise.all([answerAll(one, () => true), answerAll(other, () => true)])
    }
    // By chance it is 15 of 30, with a deviation of 2.7.
    expect(fitting).toBeGreaterThan(22)
  })
})
