import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { newId } from '../../platform/ids.ts'

const QUESTIONS = 3
const CORRECT = 0

interface TestLesson {
  id: string
  questionIds: string[]
}

let service: TestService
/** Created before the first request, because the service caches the catalog for some seconds. */
let lessons: Record<'answers' | 'score' | 'free', TestLesson>
beforeAll(async () => {
  service = await startTestService()
  lessons = {
    answers: await addLesson({ course: 0, lesson: null }),
    score: await addLesson({ course: 0, lesson: 100 }),
    free: await addLesson({ course: null, lesson: null }),
  }
})
afterAll(() => service.stop())

/** A course with one lesson of three questions. */
async function addLesson(required: { course: number | null; lesson: number | null }): Promise<TestLesson> {
  const { query } = service.test.database
  const [courseId, id] = [newId(), newId()]
  const questionIds = Array.from({ length: QUESTIONS }, () => newId())
  await query`insert into topic (id, key, title) values (${courseId}, ${`topic-${courseId}`}, 'A topic')`
  await query`
    insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, required_score,
      updated_at)
    values (${courseId}, ${`course-${courseId}`}, 'A course', 'About it.', 'GENERAL', 'BEGINNER', ${courseId}, 0, 0,
      ${required.course}, now())`
  for (const questionId of questionIds)
    await query`
      insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, html)
      values (${questionId}, ${questionId}, ${courseId}, 'PRACTICE', 'EASY', 'What?', array['right', 'wrong'],
        ${CORRECT}, 'Because.', '{"prompt": "<p>What?</p>", "explanation": "<p>Because.</p>", "hint": null,
          "optionFeedback": null, "options": ["right", "wrong"]}')`
  const slides = questionIds.map((questionId) => ({ type: 'QUIZ', questionId }))
  await query`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, required_score, slides)
    values (${id}, ${courseId}, 'lesson', 'A lesson', 1, 10, 0, ${required.lesson}, ${slides}::jsonb)`
  await query`update catalog_version set version = version + 1`
  return { id, questionIds }
}
const complete = ({ accessToken: token }: TestUser, { id }: TestLesson) =>
  service.call(`POST /user-lessons/${id}/complete`, { token, body: {} })
const answer = async (
  { accessToken: token }: TestUser,
  { id, questionIds }: TestLesson,
  given: { index: number; isRight: boolean },
) => {
  const selectedOption = given.isRight ? CORRECT : CORRECT + 1
  const body = { questionId: questionIds[given.index]!, selectedOption }
  const response = await service.call(`POST /user-lessons/${id}/answers`, { token, body })
  expect([response.status, response.body.data.isCorrect]).toEqual([200, given.isRight])
}
const refusalOf = async (user: TestUser, lesson: TestLesson) => {
  const { status, body } = await complete(user, lesson)
  const { code, requiredScore, score, unanswered } = body.error
  expect([status, code]).toEqual([409, 'LESSON_REQUIREMENT_UNMET'])
  return { requiredScore, score, unanswered, message: body.message as string }
}

test('a lesson that requires answers is completed after every question has one, right or wrong', async () => {
  const lesson = lessons.answers
  const user = await service.register()
  const none = await refusalOf(user, lesson)
  expect(none).toMatchObject({ requiredScore: 0, score: 0, unanswered: QUESTIONS })
  expect(none.message).toContain(`Questions without an answer: ${QUESTIONS}`)
  for (let index = 0; index < QUESTIONS; index++) {
    await refusalOf(user, lesson)
    await answer(user, lesson, { index, isRight: false })
  }
  const { status, body } = await complete(user, lesson)
  expect([status, body.data.xpEarned]).toEqual([200, 10])
})

test('a required score is reached by later right answers, and the first answers decide the verified score', async () => {
  const lesson = lessons.score
  const user = await service.register()
  for (let index = 0; index < QUESTIONS; index++) await answer(user, lesson, { index, isRight: index > 0 })
  const refused = await refusalOf(user, lesson)
  expect(refused).toMatchObject({ requiredScore: 100, score: 66, unanswered: 0 })
  expect(refused.message).toContain('You have 66 %')
  await answer(user, lesson, { index: 0, isRight: false })
  await refusalOf(user, lesson)
  await answer(user, lesson, { index: 0, isRight: true })
  await answer(user, lesson, { index: 0, isRight: false })
  expect((await complete(user, lesson)).status).toBe(200)
  const [row] = await service.test.database.query<{ correct: number }>`
    select (count(*) filter (where is_correct))::int as correct from lesson_answer where user_id = ${user.id}`
  expect(row!.correct).toBe(QUESTIONS - 1)
})

test('nothing is required by default, and a completed lesson stays completed when a requirement is added', async () => {
  const lesson = lessons.free
  const [user, other] = [await service.register(), await service.register()]
  expect((await complete(user, lesson)).status).toBe(200)
  const { query } = service.test.database
  await query`update lesson set required_score = 100 where id = ${lesson.id}`
  await query`update catalog_version set version = version + 1`
  await waitUntil(async () => {
    const { body } = await service.call(`GET /lesson/${lesson.id}`, { token: other.accessToken })
    return body.data.requiredScore === 100
  })
  await refusalOf(other, lesson)
  const again = await complete(user, lesson)
  expect([again.status, again.body.data.xpEarned]).toEqual([200, 0])
})
