import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startTestService, type TestService, type TestUser } from '../../../test/harness/service.ts'

setDefaultTimeout(60_000)

let service: TestService
let courseId: string
let lessonId: string
let questions: { id: string; correctIndex: number }[]
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
  const { query } = service.test.database
  // The first lesson of a free course with at least two questions of one choice, and no others.
  const [found] = await query<{ courseId: string; lessonId: string }>`
    select course.id as "courseId", lesson.id as "lessonId" from lesson join course on course.id = course_id
    where lesson.position = 1 and not is_premium and course.archived_at is null
      and (select count(*) >= 2 and bool_and(type = 'SINGLE_CHOICE') from question
        where id::text in (select jsonb_path_query(slides, '$[*].questionId') #>> '{}'))
    order by course.position limit 1`
  ;({ courseId, lessonId } = found!)
  questions = await query<{ id: string; correctIndex: number }>`
    select question.id, correct_index as "correctIndex" from lesson, question
    where lesson.id = ${lessonId}
      and question.id::text in (select jsonb_path_query(slides, '$[*].questionId') #>> '{}')`
})
afterAll(() => service.stop())

async function require(scores: { course: number | null; lesson: number | null }): Promise<void> {
  const { query } = service.test.database
  await query`update course set required_score = ${scores.course} where id = ${courseId}`
  await query`update lesson set required_score = ${scores.lesson} where id = ${lessonId}`
  await query`update catalog_version set version = version + 1`
  // The service reads the version again after five seconds.
  const { accessToken: token } = await service.register()
  const wanted = scores.lesson ?? scores.course
  for (let tries = 0; tries < 200; tries++) {
    const { body } = await service.call(`GET /lesson/${lessonId}`, { token })
    if (body.data.requiredScore === wanted) return
    await Bun.sleep(50)
  }
  throw new Error('The service does not see the change.')
}
const complete = ({ accessToken: token }: TestUser) =>
  service.call(`POST /user-lessons/${lessonId}/complete`, { token, body: {} })
const answer = async ({ accessToken: token }: TestUser, index: number, isRight: boolean) => {
  const { id, correctIndex } = questions[index]!
  const selectedOption = isRight ? correctIndex : correctIndex === 0 ? 1 : 0
  const body = { questionId: id, selectedOption }
  const response = await service.call(`POST /user-lessons/${lessonId}/answers`, { token, body })
  expect([response.status, response.body.data.isCorrect]).toEqual([200, isRight])
}
const refusalOf = async (user: TestUser) => {
  const { status, body } = await complete(user)
  const { code, requiredScore, score, unanswered } = body.error
  expect([status, code]).toEqual([409, 'LESSON_REQUIREMENT_UNMET'])
  return { requiredScore, score, unanswered, message: body.message as string }
}

test('a lesson that requires answers is completed after every question has one, right or wrong', async () => {
  await require({ course: 0, lesson: null })
  const user = await service.register()
  const none = await refusalOf(user)
  expect(none).toMatchObject({ requiredScore: 0, score: 0, unanswered: questions.length })
  expect(none.message).toContain(`Questions without an answer: ${questions.length}`)
  for (const index of questions.keys()) {
    await refusalOf(user)
    await answer(user, index, false)
  }
  const { status, body } = await complete(user)
  expect([status, body.data.xpEarned > 0]).toEqual([200, true])
})

test('a required score is reached by later right answers, and the first answers decide the verified score', async () => {
  await require({ course: 0, lesson: 100 })
  const user = await service.register()
  for (const index of questions.keys()) await answer(user, index, index > 0)
  const share = Math.floor((100 * (questions.length - 1)) / questions.length)
  const refused = await refusalOf(user)
  expect(refused).toMatchObject({ requiredScore: 100, score: share, unanswered: 0 })
  expect(refused.message).toContain(`You have ${share} %`)
  await answer(user, 0, false)
  await refusalOf(user)
  await answer(user, 0, true)
  await answer(user, 0, false)
  expect((await complete(user)).status).toBe(200)
  const [row] = await service.test.database.query<{ correct: number }>`
    select (count(*) filter (where is_correct))::int as correct from lesson_answer where user_id = ${user.id}`
  expect(row!.correct).toBe(questions.length - 1)
})

test('a completed lesson stays completed when a requirement is added, and nothing is required by default', async () => {
  await require({ course: null, lesson: null })
  const user = await service.register()
  expect((await complete(user)).status).toBe(200)
  await require({ course: null, lesson: 100 })
  const again = await complete(user)
  expect([again.status, again.body.data.xpEarned]).toEqual([200, 0])
  await require({ course: null, lesson: null })
})
