import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { invalidateCatalog } from '../catalog/public/catalog-cache.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { answerOf, solutionOf } from '../questions/public/solution.ts'
import { getStreak } from '../streaks/public/get-streak.ts'
import { exportPersonalData } from './personal-data.ts'
import { MAX_ROUND_SIZE, PRACTICE_XP_DAILY_CAP } from './round.ts'
import { practiceRoutes } from './routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Data = any

const START = Date.parse('2026-11-02T12:00:00Z')
let at = START
let testbed: LearningTestbed
let lessons: string[]
let topicId: string
/** The questions of the first lesson. */
let ownQuestions: string[]
beforeAll(async () => {
  useClock(() => at)
  testbed = await createLearningTestbed({ endpoints: practiceRoutes })
  ;({ lessons } = await testbed.course('chain-basics'))
  const [topic] = await testbed.platform.db<{ id: string }>`select id from topic order by key limit 1`
  topicId = topic!.id
  await insertQuestions(20, { skill: 'blockchain' })
  ownQuestions = await questionsOf(lessons[0]!)
  await testbed.test.database.autocommit`
    update question set skill = 'blockchain' where id = any(${ownQuestions}::uuid[])`
})
beforeEach(() => {
  at = START
})
afterAll(async () => {
  expect((await auditLedger(testbed.test.database)).faults).toEqual([])
  await testbed.stop()
  useSystemClock()
})

/** Questions of no lesson. */
async function insertQuestions(
  count: number,
  { skill, use = 'PRACTICE', prompt }: { skill: string; use?: 'PRACTICE' | 'CHALLENGE'; prompt?: string },
): Promise<QuestionId[]> {
  const ids = Array.from({ length: count }, () => newId<'Question'>())
  const html = { prompt: 'Q?', explanation: 'E.', options: ['right', 'wrong', 'false'] }
  await testbed.test.database.autocommit`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, skill, html)
    select id, id::text, ${topicId}, ${use}, 'EASY', coalesce(${prompt ?? null}::text, id::text), array['right', 'wrong', 'false'], 0, 'The secret.', ${skill},
      ${html}::jsonb
    from unnest(${ids}::uuid[]) as id`
  return ids
}

async function questionsOf(lessonId: string): Promise<string[]> {
  const [row] = await testbed.platform.db<{ ids: string[] }>`
    select jsonb_path_query_array(slides, '$[*].questionId') as ids from lesson where id = ${lessonId}`
  expect(row!.ids.length).toBeGreaterThan(0)
  return row!.ids
}

async function ask(route: string, userId: UserId, body?: unknown): Promise<Data> {
  const response = await testbed.call(route, userId, body)
  assert(response.status < 300, `${route}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}

async function addLearner(completed = 1): Promise<UserId> {
  const user = await testbed.addUser()
  for (const lesson of lessons.slice(0, completed))
    await ask(`POST /user-lessons/${lesson}/complete`, user, {})
  return user
}

const start = (user: UserId, body: object = { skill: 'blockchain' }) =>
  ask('POST /practice/rounds', user, body)

/** The right answer to a question of a round, as a client sends it; a wrong one for a choice of one. */
async function answerTo(roundId: string, questionId: string, isRight = true): Promise<object> {
  const { db } = testbed.platform
  const [round] = await db<{ seed: string }>`select seed from practice_round where id = ${roundId}`
  const [question] = await getStoredQuestions(db, [questionId as QuestionId])
  const { selectedOption, ...answer } = answerOf(solutionOf(question!, round!.seed))
  if (selectedOption === undefined) return { questionId, answer }
  return { questionId, selectedOption: isRight ? selectedOption : selectedOption === 0 ? 1 : 0 }
}

async function play(user: UserId, round: Data, right = MAX_ROUND_SIZE): Promise<Data> {
  let last: Data
  for (const [index, { id }] of round.questions.entries())
    last = await ask(
      `POST /practice/rounds/${round.roundId}/answers`,
      user,
      await answerTo(round.roundId, id, index < right),
    )
  return last
}

const xpOf = async (user: UserId) => {
  const [row] = await testbed.platform.db<{ balance: bigint }>`
    select balance from ledger_balance where account = ${`user:${user}`} and asset = 'XP'`
  return Number(row?.balance ?? 0n)
}
const refusal = async (response: ReturnType<LearningTestbed['call']>) => {
  const { status, body } = await response
  return [status, body.error?.code]
}

describe('a round', () => {
  test('a round repeats a lesson, teaches with each answer, pays and extends the streak', async () => {
    const user = await addLearner()
    at += DAY_MS
    const before = await xpOf(user)
    const round = await start(user, { lessonId: lessons[0] })
    expect(round).toMatchObject({ lessonId: lessons[0], skill: null, completedAt: null, xpEarned: null })
    const asked = round.questions.map(({ id }: { id: string }) => id)
    expect(asked).toHaveLength(MAX_ROUND_SIZE)
    for (const id of ownQuestions) expect(asked).toContain(id)
    expect(JSON.stringify(round)).not.toMatch(/secret|correctIndex|explanation|solution|seed/)
    const [first] = round.questions
    const path = `/practice/rounds/${round.roundId}`
    const one = await ask(`POST ${path}/answers`, user, await answerTo(round.roundId, first.id))
    expect(one).toMatchObject({ isCorrect: true, answeredCount: 1, result: null })
    expect(one.solution.explanation).not.toBe('')
    expect((await ask(`GET ${path}`, user)).questions[0].isCorrect).toBe(true)
    const { result } = await play(user, round)
    const count = round.questions.length
    expect(result).toEqual({
      correctCount: count,
      xpEarned: count,
      newTotalXP: before + count,
      streakDays: 2,
      isStreakExtended: true,
    })
    expect(await ask(`GET ${path}`, user)).toMatchObject({
      completedAt: new Date(at).toISOString(),
      xpEarned: count,
    })
  })

  test('starting again returns the open round, and a round of another target replaces it', async () => {
    const user = await addLearner()
    const round = await start(user)
    expect(await start(user)).toEqual(round)
    const other = await start(user, { lessonId: lessons[0] })
    expect(other.roundId).not.toBe(round.roundId)
    expect(await refusal(testbed.call(`GET /practice/rounds/${round.roundId}`, user))).toEqual([
      404,
      'PRACTICE_ROUND_NOT_FOUND',
    ])
  })

  test('a second round asks other questions', async () => {
    const user = await addLearner()
    const first = await start(user)
    await play(user, first)
    const second = await start(user)
    const ids = [...first.questions, ...second.questions].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(2 * MAX_ROUND_SIZE)
  })

  test('wrong answers complete a round without XP and extend the streak', async () => {
    const user = await addLearner(0)
    const { result } = await play(user, await start(user), 0)
    expect(result).toMatchObject({ correctCount: 0, xpEarned: 0, streakDays: 1, isStreakExtended: true })
    expect(await xpOf(user)).toBe(0)
  })
})

describe('the hint of a question', () => {
  test('a hint is shown when the learner of the round asks for it, and not before', async () => {
    const user = await addLearner(0)
    const [hinted, plain] = (await start(user)).questions.map(({ id }: { id: string }) => id)
    const html = { hint: '<p>Think of <em>tea</em>.</p>' }
    await testbed.test.database.autocommit`
      update question set hint = 'Think of *tea*.', html = html || ${html}::jsonb where id = ${hinted}`
    const round = await start(user)
    const hasHint = round.questions.map((question: Data) => question.hasHint)
    expect(hasHint).toEqual([true, ...Array.from({ length: MAX_ROUND_SIZE - 1 }, () => false)])
    expect(JSON.stringify(round)).not.toContain('tea')
    const hintOf = (questionId: string, { as = user, of = round.roundId } = {}) =>
      testbed.call(`GET /practice/rounds/${of}/questions/${questionId}/hint`, as)
    expect((await hintOf(hinted)).body.data).toEqual({
      hint: 'Think of *tea*.',
      hintHtml: '<p>Think of <em>tea</em>.</p>',
    })
    const [elsewhere] = await insertQuestions(1, { skill: 'other' })
    await testbed.test.database.autocommit`
      update question set hint = 'Secret.', html = html || ${html}::jsonb where id = ${elsewhere}`
    const refused = [
      await refusal(hintOf(plain)),
      await refusal(hintOf(elsewhere!)),
      await refusal(hintOf(hinted, { as: await testbed.addUser() })),
      await refusal(hintOf(hinted, { of: newId() })),
    ]
    expect(refused).toEqual([
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [404, 'PRACTICE_ROUND_NOT_FOUND'],
      [404, 'PRACTICE_ROUND_NOT_FOUND'],
    ])
    await testbed.test.database.autocommit`update question set hint = null where id = ${hinted}`
  })

  test('the use of a hint is stored with the answer, which counts for mastery and pays like any other', async () => {
    const user = await addLearner(0)
    const { roundId, questions } = await start(user)
    let last: Data
    for (const [index, { id }] of questions.entries()) {
      const answer = await answerTo(roundId, id)
      const usedHint = index === 0 ? {} : { usedHint: index === 1 }
      last = await ask(`POST /practice/rounds/${roundId}/answers`, user, { ...answer, ...usedHint })
    }
    expect(last.result).toMatchObject({ correctCount: MAX_ROUND_SIZE, xpEarned: MAX_ROUND_SIZE })
    const [exported] = (await exportPersonalData(testbed.platform.db, user)) as Data[]
    const hints = exported.answers.map((answer: Data) => [answer.questionId, answer.usedHint])
    expect(hints).toEqual(
      questions.map(({ id }: Data, index: number) => [id, index === 1 ? true : undefined]),
    )
    const recorded = await testbed.platform.db`
      select from mastery_answer where user_id = ${user} and is_correct and is_repeat`
    expect(recorded).toHaveLength(MAX_ROUND_SIZE)
  })

  test('the first answer decides whether a hint was used', async () => {
    const user = await addLearner(0)
    const { roundId, questions } = await start(user)
    const answer = await answerTo(roundId, questions[0].id)
    for (const usedHint of [true, false])
      await ask(`POST /practice/rounds/${roundId}/answers`, user, { ...answer, usedHint })
    const [exported] = (await exportPersonalData(testbed.platform.db, user)) as Data[]
    expect(exported.answers).toMatchObject([{ questionId: questions[0].id, usedHint: true }])
    expect(exported.answers).toHaveLength(1)
  })
})

describe('the questions of a round', () => {
  test('questions of lessons that the learner has not completed, and of contests and battles, are not asked', async () => {
    const skill = 'hashing'
    await insertQuestions(10, { skill, use: 'CHALLENGE' })
    const questionIds = await questionsOf(lessons[1]!)
    await testbed.test.database
      .autocommit`update question set skill = ${skill} where id = any(${questionIds}::uuid[])`
    const user = await testbed.addUser()
    expect(await refusal(testbed.call('POST /practice/rounds', user, { skill }))).toEqual([
      409,
      'PRACTICE_TOO_FEW_QUESTIONS',
    ])
    const free = await insertQuestions(4, { skill })
    const asked = (round: Data) => round.questions.map(({ id }: { id: string }) => id).sort()
    expect(asked(await start(user, { skill }))).toEqual(free.toSorted())
    const learner = await addLearner(2)
    const round = await start(learner, { skill })
    for (const id of questionIds) expect(asked(round)).toContain(id)
  })
})

test('rounds of a lesson never ask questions of lessons that are not completed, also not with the same skill', async () => {
  const closed = await questionsOf(lessons[1]!)
  const setSkill = (skill: string) =>
    testbed.test.database.autocommit`update question set skill = ${skill} where id = any(${closed}::uuid[])`
  await setSkill('blockchain')
  const user = await addLearner()
  const asked = new Set<string>()
  // Fresh questions come first, so these rounds ask every question that they may.
  for (let turn = 0; turn < 6; turn++) {
    const round = await start(user, { lessonId: lessons[0] })
    for (const { id } of round.questions) asked.add(id)
    await play(user, round, 0)
  }
  expect(asked.size).toBeGreaterThanOrEqual(20 + ownQuestions.length)
  expect(closed.filter((id) => asked.has(id))).toEqual([])
  await setSkill('hashing')
})

test('a question with the text of a challenge question is not asked while that question can pay', async () => {
  const skill = 'wallets'
  await testbed.test.database.autocommit`
    update course set skills = array_append(skills, ${skill}) where key = 'chain-basics'`
  invalidateCatalog(testbed.platform)
  const prompt = 'What does a wallet keep?'
  const [sameText] = await insertQuestions(1, { skill, prompt: ` ${prompt.toUpperCase()}` })
  await insertQuestions(4, { skill })
  const [paying] = await insertQuestions(1, { skill, use: 'CHALLENGE', prompt })
  const asked = async () =>
    (await start(await testbed.addUser(), { skill })).questions.map(({ id }: { id: string }) => id)
  expect(await asked()).not.toContain(sameText)
  await testbed.test.database.autocommit`update question set archived_at = now() where id = ${paying}`
  expect(await asked()).toContain(sameText)
})

test('a topic is practised like a skill after a lesson with questions that count for it', async () => {
  const { autocommit } = testbed.test.database
  const ids = await insertQuestions(4, { skill: 'none' })
  const [topic] = await autocommit<{ id: string }>`select id from topic where title = 'The web'`
  await autocommit`update question set skill = null, topic_id = ${topic!.id} where id = any(${ids}::uuid[])`
  await autocommit`
    update lesson set slides = slides
      || (select jsonb_agg(jsonb_build_object('type', 'QUIZ', 'questionId', id)) from unnest(${ids}::uuid[]) as id)
    where id = ${lessons[2]}`
  invalidateCatalog(testbed.platform)
  const skill = 'the web'
  expect(await refusal(testbed.call('POST /practice/rounds', await addLearner(2), { skill }))).toEqual([
    404,
    'PRACTICE_SKILL_NOT_FOUND',
  ])
  const { questions } = await start(await addLearner(3), { skill })
  const asked = questions.map(({ id }: { id: string }) => id)
  for (const id of ids) expect(asked).toContain(id)
})

test('of fresh questions, a round asks those near an expected success of 80 to 85 percent', async () => {
  const skill = 'consensus'
  await testbed.test.database.autocommit`
    update course set skills = array_append(skills, ${skill}) where key = 'chain-basics'`
  invalidateCatalog(testbed.platform)
  const all = await insertQuestions(24, { skill })
  const near = all.slice(10, 18)
  // With three options, a new learner has an expected success of 82 % at 830 points and of 39 % at 1400.
  await testbed.test.database.autocommit`
    insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
      learner_correct_sum)
    select id, case when id = any(${near}::uuid[]) then 830 else 1400 end, 9, 9, 0, 0, 0
    from unnest(${all}::uuid[]) as id`
  const { questions } = await start(await testbed.addUser(), { skill })
  expect(questions.map(({ id }: { id: string }) => id).sort()).toEqual(near.toSorted())
})

describe('XP', () => {
  test('XP of a day is capped, and the next day pays again', async () => {
    const user = await addLearner(0)
    const paid: number[] = []
    for (let round = 0; round < 4; round++) paid.push((await play(user, await start(user))).result.xpEarned)
    expect(paid).toEqual([8, 8, PRACTICE_XP_DAILY_CAP - 16, 0])
    expect(await xpOf(user)).toBe(PRACTICE_XP_DAILY_CAP)
    at += DAY_MS
    expect((await play(user, await start(user))).result).toMatchObject({ xpEarned: 8, streakDays: 2 })
  })

  test('50 concurrent last answers complete and pay a round once, and get the same result', async () => {
    const user = await addLearner(0)
    const round = await start(user)
    const last = round.questions.at(-1)
    await play(user, { ...round, questions: round.questions.slice(0, -1) })
    const answer = await answerTo(round.roundId, last.id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(`POST /practice/rounds/${round.roundId}/answers`, user, answer)),
    )
    expect(new Set(answers.map(({ result }) => `${result.xpEarned} ${result.newTotalXP}`))).toEqual(
      new Set(['8 8']),
    )
    expect(answers.filter(({ result }) => result.isStreakExtended)).toHaveLength(1)
    expect(await xpOf(user)).toBe(8)
  })

  test('concurrent answers to all questions of a round are all stored, and pay it once', async () => {
    const user = await addLearner(0)
    const round = await start(user)
    const path = `/practice/rounds/${round.roundId}`
    const bodies = await Promise.all(
      round.questions.map(({ id }: { id: string }) => answerTo(round.roundId, id)),
    )
    const answers = await Promise.all(
      [...bodies, ...bodies].map((body) => ask(`POST ${path}/answers`, user, body)),
    )
    const counts = new Set(answers.map(({ answeredCount }) => answeredCount))
    expect([...counts].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await ask(`GET ${path}`, user)).completedAt).not.toBeNull()
    expect(await xpOf(user)).toBe(8)
    // Each answer also counts once for mastery.
    const recorded = await testbed.platform.db`
      select from mastery_answer where user_id = ${user} and is_correct and is_repeat`
    expect(recorded).toHaveLength(8)
  })

  test('an unsafe control without the lock of the round completes it several times', async () => {
    const user = await addLearner(0)
    const { roundId } = await start(user)
    const barrier = createBarrier(10)
    let completions = 0
    const unsafeControl = async (tx: Tx) => {
      const [round] = await tx<{ isOpen: boolean }>`
        select completed_at is null as "isOpen" from practice_round where id = ${roundId}`
      await barrier()
      if (!round!.isOpen) return
      await tx`update practice_round set completed_at = ${new Date(at)}, xp = xp + 8 where id = ${roundId}`
      completions++
    }
    await Promise.all(Array.from({ length: 10 }, () => testbed.platform.write(unsafeControl)))
    expect(completions).toBeGreaterThan(1)
  })

  test('a round pays what the cap of the day leaves', async () => {
    const user = await addLearner(0)
    await testbed.test.database.autocommit`
      insert into practice_daily_xp (user_id, day, xp) values (${user}, '2026-11-02', ${PRACTICE_XP_DAILY_CAP - 2})`
    const { result } = await play(user, await start(user))
    expect([result.xpEarned, await xpOf(user)]).toEqual([2, 2])
  })

  test('20 concurrent starts open one round', async () => {
    const user = await addLearner(0)
    const rounds = await Promise.all(Array.from({ length: 20 }, () => start(user)))
    expect(new Set(rounds.map(({ roundId }) => roundId)).size).toBe(1)
  })

  test('an author gets no XP for questions of an own course', async () => {
    const user = await addLearner(2)
    await testbed.test.database.autocommit`
      update course set author_ids = array_append(author_ids, ${user}::uuid) where key = 'chain-basics'`
    invalidateCatalog(testbed.platform)
    const before = await xpOf(user)
    const round = await start(user, { lessonId: lessons[0] })
    const { result } = await play(user, round)
    expect(result.correctCount).toBe(MAX_ROUND_SIZE)
    expect((await xpOf(user)) - before).toBe(MAX_ROUND_SIZE - ownQuestions.length)
  })
})

test('bad requests are refused', async () => {
  const [user, other] = [await addLearner(), await addLearner()]
  const request = (body: object) => refusal(testbed.call('POST /practice/rounds', user, body))
  expect(await request({})).toEqual([400, 'VALIDATION_FAILED'])
  expect(await request({ lessonId: lessons[0], skill: 'blockchain' })).toEqual([400, 'VALIDATION_FAILED'])
  expect(await request({ lessonId: newId() })).toEqual([404, 'LESSON_NOT_FOUND'])
  expect(await request({ lessonId: lessons[2] })).toEqual([409, 'PRACTICE_LESSON_NOT_COMPLETED'])
  expect(await request({ skill: 'juggling' })).toEqual([404, 'PRACTICE_SKILL_NOT_FOUND'])
  const round = await start(user)
  const path = `/practice/rounds/${round.roundId}`
  const [{ id: questionId }] = round.questions
  const answer = (body: object, as = user) => refusal(testbed.call(`POST ${path}/answers`, as, body))
  expect(await answer({ questionId: newId(), selectedOption: 0 })).toEqual([400, 'VALIDATION_FAILED'])
  expect(await answer({ questionId, selectedOption: 9 })).toEqual([400, 'VALIDATION_FAILED'])
  expect(await answer({ questionId, selectedOption: 0 }, other)).toEqual([404, 'PRACTICE_ROUND_NOT_FOUND'])
  expect(await refusal(testbed.call(`GET ${path}`, other))).toEqual([404, 'PRACTICE_ROUND_NOT_FOUND'])
  const now = new Date(at)
  expect((await getStreak(testbed.platform.db, { userId: other, timeZone: 'UTC', now })).currentDays).toBe(1)
})
