import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { questionAnswered } from '../../events/progress.ts'
import { addMs, DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { foldAnswers } from './fold-answers.ts'
import { recordLessonAnswer } from './on-answers.ts'
import { erasePersonalData } from './personal-data.ts'
import { START_RATING, START_RATING_OF } from './public/elo.ts'
import { distanceFromLearningBand, getExpectedSuccess } from './public/expected-success.ts'
import { getQuestionStats } from './public/get-question-stats.ts'
import { recordAnswers } from './public/record-answers.ts'
import { undoAnswer } from './public/undo-answer.ts'
import { listMastery, listQuestionRatings } from './queries.ts'
import { masteryRoutes } from './routes.ts'

const START = Date.parse('2026-11-02T12:00:00Z')
let at = START
let testbed: LearningTestbed
let topic: { id: string; title: string }
beforeAll(async () => {
  useClock(() => at)
  testbed = await createLearningTestbed({
    reactions: reactionTable([on(questionAnswered, { inTransaction: [recordLessonAnswer] })]),
    endpoints: masteryRoutes,
  })
  const [row] = await testbed.platform.db<{ id: string; title: string }>`
    select id, title from topic order by key limit 1`
  topic = row!
})
beforeEach(() => {
  at = START
})
afterAll(async () => {
  await testbed.stop()
  useSystemClock()
})

async function insertQuestions(count: number, skill: string | null): Promise<QuestionId[]> {
  const ids = Array.from({ length: count }, () => newId<'Question'>())
  await testbed.test.database.autocommit`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, skill, html)
    select id, id::text, ${topic.id}, 'PRACTICE', 'MEDIUM', id::text, array['a', 'b', 'c', 'd'], 0, 'E.', ${skill},
      '{"prompt": "Q?", "explanation": "E.", "options": ["a", "b", "c", "d"]}'::jsonb
    from unnest(${ids}::uuid[]) as id`
  return ids
}

const record = (userId: UserId, questionIds: QuestionId[], isCorrect: boolean, isRepeat = false) =>
  testbed.platform.write((tx) =>
    recordAnswers(tx, {
      userId,
      answers: questionIds.map((questionId) => ({ questionId, isCorrect, isRepeat })),
      at: new Date(at),
    }),
  )
const fold = () => foldAnswers(testbed.platform)
const masteryOf = async (userId: UserId) => (await testbed.call('GET /mastery', userId)).body.data
const countPending = async (userId: UserId) =>
  (await testbed.platform.db`select from mastery_answer where user_id = ${userId}`).length

describe('mastery', () => {
  test('the first answer to a question of a lesson counts after the job, and other users see nothing of it', async () => {
    const { id: courseId, lessons } = await testbed.course('chain-basics')
    const [user, other] = [await testbed.addUser(), await testbed.addUser()]
    await testbed.call(`POST /user-courses/enroll/${courseId}`, user)
    const { slides } = (await testbed.call(`GET /lesson/${lessons[0]}`, user)).body.data
    const { question } = slides.find(({ type }: { type: string }) => type === 'QUIZ')
    const body = { questionId: question.id, selectedOption: question.correctIndex }
    for (let turn = 0; turn < 2; turn++)
      expect((await testbed.call(`POST /user-lessons/${lessons[0]}/answers`, user, body)).status).toBe(200)
    expect(await masteryOf(user)).toEqual([])
    expect(await fold()).toBe(1)
    expect(await masteryOf(user)).toMatchObject([{ level: 'NOVICE', answerCount: 1, isFading: false }])
    expect(await masteryOf(other)).toEqual([])
  })

  test('a question without a skill counts for its topic', async () => {
    const user = await testbed.addUser()
    await record(user, await insertQuestions(1, null), true)
    await fold()
    expect((await masteryOf(user)).map(({ skill }: { skill: string }) => skill)).toEqual([
      topic.title.toLowerCase(),
    ])
  })

  test('the level rises with right answers, falls with wrong ones, and falls with time', async () => {
    const user = await testbed.addUser()
    const levelOf = async () => {
      await fold()
      const [{ level, isFading }] = await masteryOf(user)
      return [level, isFading]
    }
    await record(user, await insertQuestions(40, 'rising'), true)
    expect(await levelOf()).toEqual(['MASTER', false])
    at += 30 * DAY_MS
    expect(await levelOf()).toEqual(['MASTER', false])
    at += 365 * DAY_MS
    expect(await levelOf()).toEqual(['BEGINNER', true])
    at = START
    await record(user, await insertQuestions(12, 'rising'), false)
    expect((await levelOf())[0]).toBe('COMPETENT')
  })

  test('an answer after a long pause continues from the decayed rating', async () => {
    const user = await testbed.addUser()
    const questions = await insertQuestions(40, 'pausing')
    await record(user, questions, true)
    await fold()
    at += 400 * DAY_MS
    await record(user, questions.slice(0, 1), true, true)
    await fold()
    expect(await masteryOf(user)).toMatchObject([{ level: 'BEGINNER', answerCount: 41, isFading: false }])
  })
})

describe('the job', () => {
  test('1,200 answers that arrive at once and ten concurrent jobs count each answer once', async () => {
    const questions = await insertQuestions(3, 'counting')
    const users = await Promise.all(Array.from({ length: 20 }, () => testbed.addUser()))
    await Promise.all(
      users.flatMap((user) => Array.from({ length: 20 }, () => record(user, questions, true))),
    )
    await Promise.all(Array.from({ length: 10 }, fold))
    // A job that found another one at work leaves the rest to the next run.
    await fold()
    const ratings = await listQuestionRatings(testbed.platform.db, questions)
    expect(ratings.map(({ answers }) => answers)).toEqual([400, 400, 400])
    for (const user of users) expect(await masteryOf(user)).toMatchObject([{ answerCount: 60 }])
    expect(await fold()).toBe(0)
  })

  test('an unsafe control without locks counts an answer several times', async () => {
    const user = await testbed.addUser()
    await record(user, await insertQuestions(1, 'unsafe'), true)
    const barrier = createBarrier(5)
    const unsafeControl = async (tx: Tx) => {
      const rows = await tx`select from mastery_answer where user_id = ${user}`
      await barrier()
      await tx`
        insert into skill_mastery as stored (user_id, skill, rating, answers, last_answered_at)
        values (${user}, 'unsafe', 1000, ${rows.length}, ${new Date(at)})
        on conflict (user_id, skill) do update set answers = stored.answers + excluded.answers`
      await tx`delete from mastery_answer where user_id = ${user}`
    }
    await Promise.all(Array.from({ length: 5 }, () => testbed.platform.write(unsafeControl)))
    expect((await masteryOf(user))[0].answerCount).toBeGreaterThan(1)
  })

  test('answers of a job that fails before its commit are still pending and count once later', async () => {
    const user = await testbed.addUser()
    const questions = await insertQuestions(4, 'crashing')
    await record(user, questions, true)
    const failing = (async (work: (tx: Tx) => Promise<unknown>) =>
      testbed.platform.write(async (tx) => {
        await work(tx)
        throw new Error('the process ends')
      })) as unknown as typeof testbed.platform.write
    await expect(foldAnswers({ write: failing })).rejects.toThrow('the process ends')
    expect(await countPending(user)).toBe(4)
    await fold()
    expect(await masteryOf(user)).toMatchObject([{ answerCount: 4 }])
  })

  test('an account erasure while the job has read the answers leaves no rows of the user', async () => {
    const user = await testbed.addUser()
    await record(user, await insertQuestions(1, 'erasing'), true)
    const reached = Promise.withResolvers<void>()
    const resume = Promise.withResolvers<void>()
    /** Pauses before the ratings are stored. */
    const paused = (tx: Tx): Tx =>
      new Proxy(tx, {
        apply: async (target, self, args) => {
          if (String(args[0]).includes('insert into question_rating')) {
            reached.resolve()
            await resume.promise
          }
          return Reflect.apply(target, self, args)
        },
      })
    const slow = ((work: (tx: Tx) => Promise<unknown>) =>
      testbed.platform.write((tx) => work(paused(tx)))) as unknown as typeof testbed.platform.write
    const folding = foldAnswers({ write: slow })
    await reached.promise
    const event = accountDeleted({ userId: user, avatarKey: null, at: new Date(at).toISOString() })
    let isErased = false
    const erasing = testbed.platform
      .write((tx) => erasePersonalData(tx, event))
      .finally(() => {
        isErased = true
      })
    const isWaiting = async () => {
      const rows = await testbed.platform.db`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length > 0
    }
    await waitUntil(async () => isErased || (await isWaiting()))
    resume.resolve()
    await Promise.all([folding, erasing])
    expect(await masteryOf(user)).toEqual([])
    expect(await countPending(user)).toBe(0)
  })
})

describe('an undone answer', () => {
  const undo = (userId: UserId, questionId: QuestionId, isRepeat = false) =>
    testbed.platform.write((tx) =>
      undoAnswer(tx, { userId, answer: { questionId, isCorrect: true, isRepeat }, at: new Date(at) }),
    )
  const ratingsOf = async (user: UserId, questions: QuestionId[]) => {
    const { db } = testbed.platform
    return [await listMastery(db, [user]), await listQuestionRatings(db, questions)]
  }

  test('that is not counted yet is never counted', async () => {
    const user = await testbed.addUser()
    const [question] = await insertQuestions(1, 'undoing early')
    await record(user, [question!], true)
    await undo(user, question!)
    expect(await fold()).toBe(0)
    expect(await ratingsOf(user, [question!])).toEqual([[], []])
  })

  test.each([false, true])('that is counted is taken back (repeated question: %p)', async (isRepeat) => {
    const user = await testbed.addUser()
    const [first, second] = await insertQuestions(2, `undoing late ${isRepeat}`)
    await record(user, [first!, second!], false)
    await fold()
    const before = await ratingsOf(user, [first!, second!])
    at += 1_000
    await record(user, [second!], true, isRepeat)
    await fold()
    await undo(user, second!, isRepeat)
    await fold()
    const after = await ratingsOf(user, [first!, second!])
    const rounded = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (name, each) => {
        if (name === 'lastAnsweredAt') return undefined
        return typeof each === 'number' ? Number(each.toFixed(6)) : each
      })
    expect(rounded(after)).toEqual(rounded(before))
  })

  test('that was the only one leaves no rating', async () => {
    const user = await testbed.addUser()
    const [question] = await insertQuestions(1, 'undoing all')
    await record(user, [question!], true)
    await fold()
    await undo(user, question!)
    await fold()
    expect(await ratingsOf(user, [question!])).toEqual([[], []])
  })

  test('that races with the job is counted by neither', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => testbed.addUser()))
    const [question] = await insertQuestions(1, 'undoing while counting')
    for (const user of users) await record(user, [question!], true)
    await Promise.all([...users.map((user) => undo(user, question!)), fold(), fold()])
    await fold()
    for (const user of users) expect(await ratingsOf(user, [question!])).toEqual([[], []])
  })
})

describe('questions', () => {
  test('a question without skill and topic is rated by its answers, and no skill moves', async () => {
    const user = await testbed.addUser()
    const questions = await insertQuestions(1, null)
    await testbed.test.database.autocommit`
      update question set use = 'RESERVED', topic_id = null where id = any(${questions}::uuid[])`
    await record(user, questions, false)
    await fold()
    const [rating] = await listQuestionRatings(testbed.platform.db, questions)
    expect(rating).toMatchObject({ answers: 1, correctAnswers: 0 })
    expect(rating!.rating).toBeGreaterThan(START_RATING_OF.MEDIUM)
    expect(await masteryOf(user)).toEqual([])
  })

  test('the times of answers are counted by their range, beside answers without a time', async () => {
    const [user, ...questions] = [await testbed.addUser(), ...(await insertQuestions(1, 'timing'))]
    const answerIn = (seconds: number | undefined) =>
      testbed.platform.write((tx) =>
        recordAnswers(tx, {
          userId: user,
          answers: [{ questionId: questions[0]!, isCorrect: true, isRepeat: false, seconds }],
          at: new Date(at),
        }),
      )
    const statsOf = async () => (await getQuestionStats(testbed.platform.db, questions)).get(questions[0]!)
    await answerIn(undefined)
    await fold()
    expect(await statsOf()).toMatchObject({ answerCount: 1, timed: 0, medianSeconds: null })
    for (const seconds of [2.5, 22.4, 24]) await answerIn(seconds)
    await fold()
    expect(await statsOf()).toMatchObject({ answerCount: 4, timed: 3 })
    await answerIn(22)
    await fold()
    const { timed, medianSeconds } = (await statsOf())!
    expect([timed, medianSeconds! > 20 && medianSeconds! < 25]).toEqual([4, true])
  })

  test('a repeated question keeps its rating', async () => {
    const user = await testbed.addUser()
    const questions = await insertQuestions(1, 'repeating')
    await record(user, questions, true, true)
    await fold()
    expect(await listQuestionRatings(testbed.platform.db, questions)).toEqual([])
    expect(await masteryOf(user)).toMatchObject([{ answerCount: 1 }])
  })

  test('authors see that a question which strong learners solve is easier and discriminates', async () => {
    const [strong, weak] = [await testbed.addUser(), await testbed.addUser()]
    const before = await insertQuestions(30, 'judging')
    await record(strong, before, true)
    await record(weak, before, false)
    const [question, hard] = await insertQuestions(2, 'judging')
    for (let turn = 0; turn < 15; turn++) {
      await record(strong, [question!], true)
      await record(weak, [question!], false)
      await record(weak, [hard!], false)
    }
    await fold()
    const stats = await getQuestionStats(testbed.platform.db, [question!, hard!])
    expect(stats.get(question!)).toMatchObject({ answerCount: 30, successRate: 0.5 })
    expect(stats.get(question!)!.discrimination!).toBeGreaterThan(0.8)
    expect(stats.get(hard!)).toMatchObject({ answerCount: 15, successRate: 0, discrimination: null })
    expect(stats.get(hard!)!.difficultyRating).toBeGreaterThan(START_RATING_OF.MEDIUM)
  })

  test('the expected success of a learner rises with mastery, and the band of learning is 80 to 85 percent', async () => {
    const user = await testbed.addUser()
    const [asked, ...others] = await insertQuestions(31, 'expecting')
    const successOf = async (now = new Date(at)) =>
      (await getExpectedSuccess(testbed.platform.db, { userId: user, questionIds: [asked!], now })).get(
        asked!,
      )!
    const first = await successOf()
    expect(first).toBeCloseTo(0.25 + 0.75 / (1 + 10 ** ((START_RATING_OF.MEDIUM - START_RATING) / 400)))
    await record(user, others, true)
    await fold()
    expect(await successOf()).toBeGreaterThan(first + 0.15)
    expect(await successOf(addMs(new Date(at), 1_000 * DAY_MS))).toBeCloseTo(first, 1)
    expect(
      [0.7, 0.8, 0.85, 0.95, undefined].map(distanceFromLearningBand).map((each) => each.toFixed(2)),
    ).toEqual(['0.10', '0.00', '0.00', '0.10', '0.00'])
  })
})
