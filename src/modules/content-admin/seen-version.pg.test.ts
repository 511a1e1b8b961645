import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown) => fixture.call(route, body, author)
const data = async (route: string, body?: unknown) => (await as(route, body)).body.data
const db = () => fixture.service.test.database.query

interface SeenQuestion {
  id: string
  prompt: string
  correctIndex: number
}

/** The questions of the lesson as a learner gets them now. */
async function open(lessonId: string, learner: TestUser): Promise<SeenQuestion[]> {
  const { slides } = (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body.data
  return slides.flatMap(({ question }: { question?: SeenQuestion }) => question ?? [])
}

const answer = (lessonId: string, questionId: string, selectedOption: number, learner: TestUser) =>
  fixture.call(`POST /user-lessons/${lessonId}/answers`, { questionId, selectedOption }, learner)
const complete = (lessonId: string, learner: TestUser) =>
  fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)

async function publish(lessonId: string, patch: object): Promise<void> {
  await as(`PATCH /admin/lessons/${lessonId}`, patch)
  expect((await as(`POST /admin/lessons/${lessonId}/publish`)).status).toBe(200)
}

async function gemsFrom(learner: TestUser): Promise<number[]> {
  const rows = await db()<{ gems: number }>`
    select amount::integer as gems from ledger_entry join ledger_transfer on id = transfer_id
    where account = ${`user:${learner.id}`} and asset = 'GEM' and reason = 'lesson completed'`
  return rows.map(({ gems }) => gems)
}

const NEW_QUIZ = {
  type: 'QUIZ',
  question: { prompt: 'Where is it?', options: ['Here', 'There'], correctIndex: 1 },
}

test('an answer is judged by the question that the learner saw, and the changed one is another question', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const [early, late] = [await fixture.service.register(), await fixture.service.register()]
  const [seen] = await open(lessonId, early)
  const path = `/admin/questions/${seen!.id}`

  const change = { prompt: 'Who may not spend?', correctIndex: 1 }
  const edited = await data(`PATCH ${path}`, change)
  expect(edited).toMatchObject({ id: seen!.id, ...change, hasUnpublishedChanges: true, status: 'PUBLISHED' })
  expect(await data(`GET ${path}`)).toMatchObject(change)
  expect(await open(lessonId, late)).toEqual([seen!])
  const lesson = await data(`GET /admin/lessons/${lessonId}`)
  expect(lesson.hasUnpublishedChanges).toBe(true)
  const preview = await data(`GET /admin/lessons/${lessonId}/preview`)
  expect(preview.slides[1].question).toMatchObject(change)
  const copy = await data(`POST /admin/lessons/${lessonId}/duplicate`)
  expect(await data(`GET /admin/questions/${copy.slides[1].questionId}`)).toMatchObject(change)

  const published = await data(`POST /admin/lessons/${lessonId}/publish`)
  expect(published.hasUnpublishedChanges).toBe(false)
  const [current] = await open(lessonId, late)
  expect(current).toMatchObject(change)
  expect([current!.id, published.slides[1].questionId]).not.toContain(seen!.id)
  expect(await data(`GET ${path}`)).toMatchObject({ status: 'ARCHIVED', prompt: seen!.prompt })
  expect(await data(`GET /admin/questions/${current!.id}`)).toMatchObject({ status: 'PUBLISHED', ...change })

  const old = await answer(lessonId, seen!.id, 0, early)
  expect([old.status, old.body.data.isCorrect, old.body.data.correctIndex]).toEqual([200, true, 0])
  const hinted = await fixture.call(`POST /user-lessons/${lessonId}/hints`, { questionId: seen!.id }, early)
  expect(hinted.body.error.details[0].message).toBe('has no hint')
  const fresh = await answer(lessonId, current!.id, 0, late)
  expect([fresh.body.data.isCorrect, fresh.body.data.correctIndex]).toEqual([false, 1])
})

test('a removed question is answered until its publication is forgotten, and only in its lesson', async () => {
  const [one, other] = [await publishedCourse(fixture, author), await publishedCourse(fixture, author)]
  const learner = await fixture.service.register()
  const [seen] = await open(one.lessonId, learner)
  await publish(one.lessonId, { slides: [LESSON.slides[0], NEW_QUIZ] })
  expect((await open(one.lessonId, learner)).map(({ prompt }) => prompt)).toEqual(['Where is it?'])
  expect((await answer(other.lessonId, seen!.id, 0, learner)).status).toBe(400)
  expect((await answer(one.lessonId, seen!.id, 0, learner)).body.data.isCorrect).toBe(true)
  // An edit of what learners may have open does not change it.
  await as(`PATCH /admin/questions/${seen!.id}`, { correctIndex: 1 })
  expect((await answer(one.lessonId, seen!.id, 0, learner)).body.data.isCorrect).toBe(true)
  // As retention does. The next change of the catalog is seen by all processes.
  await db()`delete from replaced_publication where lesson_id = ${one.lessonId}`
  await publish(other.lessonId, { title: 'Another' })
  expect((await answer(one.lessonId, seen!.id, 0, learner)).status).toBe(400)
})

test('a learner in the middle of a lesson completes the version that was open, and is paid once', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  await publish(lessonId, { requiredScore: 100 })
  const [early, middle, late] = await Promise.all([1, 2, 3].map(() => fixture.service.register()))
  const [seen] = await open(lessonId, early!)
  await answer(lessonId, seen!.id, 0, early!)
  const kept = { type: 'QUIZ', questionId: seen!.id }
  await publish(lessonId, { slides: [kept, NEW_QUIZ], gemReward: 6 })

  const done = await Promise.all([complete(lessonId, early!), complete(lessonId, early!)])
  expect(done.map(({ status }) => status)).toEqual([200, 200])
  expect(await gemsFrom(early!)).toEqual([6])
  // Who answers the kept question after the publication has not seen the earlier version.
  await answer(lessonId, seen!.id, 0, middle!)
  for (const learner of [middle!, late!]) {
    const refused = await complete(lessonId, learner)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'LESSON_REQUIREMENT_UNMET'])
  }
  const [, added] = await open(lessonId, middle!)
  await answer(lessonId, added!.id, 1, middle!)
  expect((await complete(lessonId, middle!)).status).toBe(200)
  expect(await gemsFrom(middle!)).toEqual([6])
})

test('a requirement of the course that a publication adds does not stop learners who answered before', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  const [early, late] = [await fixture.service.register(), await fixture.service.register()]
  const [seen] = await open(lessonId, early)
  await answer(lessonId, seen!.id, 1, early)
  await as(`PATCH /admin/courses/${courseId}`, { requiredScore: 100 })
  await as(`POST /admin/courses/${courseId}/publish`)
  await answer(lessonId, seen!.id, 1, late)
  expect((await complete(lessonId, early)).status).toBe(200)
  expect((await complete(lessonId, late)).body.error.code).toBe('LESSON_REQUIREMENT_UNMET')
})

test('answers to two versions of a question count once', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const learners = await Promise.all(Array.from({ length: 8 }, () => fixture.service.register()))
  const [seen] = await open(lessonId, learners[0]!)
  await as(`PATCH /admin/questions/${seen!.id}`, { correctIndex: 1 })
  await as(`POST /admin/lessons/${lessonId}/publish`)
  const [current] = await open(lessonId, learners[0]!)
  const answers = await Promise.all(
    learners.flatMap((learner) => [
      answer(lessonId, seen!.id, 0, learner),
      answer(lessonId, current!.id, 1, learner),
    ]),
  )
  expect(answers.map(({ body }) => body.data.isCorrect)).toEqual(answers.map(() => true))
  const ids = learners.map(({ id }) => id)
  expect(await db()`select from lesson_answer where user_id = any(${ids}::uuid[])`).toHaveLength(16)
  expect(await db()`select from review_card where user_id = any(${ids}::uuid[])`).toHaveLength(8)
})

test('a change that decides about no answer keeps the question', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const learner = await fixture.service.register()
  const [seen] = await open(lessonId, learner)
  await as(`PATCH /admin/questions/${seen!.id}`, { explanation: 'It signs.', hint: 'Think.' })
  expect(await open(lessonId, learner)).toEqual([seen!])
  await as(`POST /admin/lessons/${lessonId}/publish`)
  expect(await open(lessonId, learner)).toMatchObject([
    { id: seen!.id, explanation: 'It signs.', hasHint: true },
  ])
  const rows = await db()`select from replaced_publication where lesson_id = ${lessonId}`
  expect(rows).toHaveLength(0)
})

test('discarded changes of a lesson discard those of its questions', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const before = await data(`GET /admin/lessons/${lessonId}`)
  const { questionId } = before.slides[1]
  const question = await data(`GET /admin/questions/${questionId}`)
  await as(`PATCH /admin/questions/${questionId}`, { prompt: 'Half a sen' })
  const after = await data(`POST /admin/lessons/${lessonId}/discard-changes`)
  expect(after).toEqual({ ...before, version: before.version + 1 })
  const { version, ...fields } = await data(`GET /admin/questions/${questionId}`)
  expect({ ...fields, version: version - 2 }).toEqual(question)
})

test('questions of slides that are not published are drafts, so that nothing else asks them', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  const statusOf = async ({ slides }: { slides: { questionId?: string }[] }) =>
    (await data(`GET /admin/questions/${slides.find(({ questionId }) => questionId)!.questionId}`)).status
  const draft = await data(`POST /admin/courses/${courseId}/lessons`, LESSON)
  const edited = await data(`PATCH /admin/lessons/${lessonId}`, { slides: [NEW_QUIZ] })
  expect([await statusOf(draft), await statusOf(edited)]).toEqual(['DRAFT', 'DRAFT'])
  await as(`POST /admin/courses/${courseId}/publish`, { includeLessons: true })
  await as(`POST /admin/lessons/${draft.id}/publish`)
  expect([await statusOf(draft), await statusOf(edited)]).toEqual(['PUBLISHED', 'PUBLISHED'])
})

test('answers during publications are judged by what each learner saw', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const learners = await Promise.all(Array.from({ length: 10 }, () => fixture.service.register()))
  const publications = (async () => {
    for (let round = 1; round <= 6; round++) {
      const { slides } = await data(`GET /admin/lessons/${lessonId}`)
      const change = { prompt: `Round ${round}?`, correctIndex: round % 2 }
      await as(`PATCH /admin/questions/${slides[1].questionId}`, change)
      await as(`POST /admin/lessons/${lessonId}/publish`)
    }
  })()
  const judged = await Promise.all(
    learners.map(async (learner) => {
      const outcomes: unknown[] = []
      for (let round = 0; round < 4; round++) {
        const [seen] = await open(lessonId, learner)
        const { status, body } = await answer(lessonId, seen!.id, seen!.correctIndex, learner)
        outcomes.push([status, body.data?.isCorrect])
      }
      outcomes.push((await complete(lessonId, learner)).status)
      return outcomes
    }),
  )
  await publications
  expect(judged).toEqual(learners.map(() => [...Array(4).fill([200, true]), 200]))
  for (const learner of learners) expect(await gemsFrom(learner)).toEqual([LESSON.gemReward])
})
