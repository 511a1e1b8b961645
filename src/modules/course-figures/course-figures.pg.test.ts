import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { insertUsers } from '../../../test/harness/users.ts'
import type { UserId } from '../../platform/ids.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'
import type { EditedLesson } from '../authoring/public/content-draft.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { listCourseQuestions } from './course-questions.ts'
import { readCourseStats } from './course-stats.ts'
import { listQuestionStats } from './question-stats.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

interface TaughtCourse {
  courseId: string
  lessonIds: string[]
  questionId: string
}

/** A published course with two lessons; the title of the second one looks like a formula. */
async function createCourse(): Promise<TaughtCourse> {
  const { courseId } = await publishedCourse(fixture, author)
  const path = `/admin/courses/${courseId}/lessons`
  const second = { ...LESSON, title: '=1+1', slides: [{ type: 'FLASHCARD', front: 'A', back: 'B' }] }
  await fixture.call(`POST ${path}`, second, author)
  const lessons: EditedLesson[] = (await fixture.call(`GET ${path}`, undefined, author)).body.data
  const questionId = lessons[0]!.slides[1]!.questionId as string
  return { courseId, lessonIds: lessons.map(({ id }) => id), questionId }
}

const query = () => fixture.service.test.database.query

async function enroll(courseId: string, userIds: UserId[], at: string, completedAt: string | null = null) {
  await query()`
    insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
    select uuidv7(), user_id, ${courseId}, ${at}::timestamptz, ${completedAt}::timestamptz
    from unnest(${userIds}::uuid[]) as user_id`
}

async function complete({ courseId, lessonId }: { courseId: string; lessonId: string }, userIds: UserId[]) {
  await query()`
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at, time_spent_seconds)
    select uuidv7(), user_id, ${lessonId}, ${courseId}, '2026-03-05T10:00Z', number * 10
    from unnest(${userIds}::uuid[]) with ordinality as input (user_id, number)`
}

async function answer(questionId: string, lessonId: string, userIds: UserId[], option: number) {
  await query()`
    insert into lesson_answer (user_id, question_id, lesson_id, selected_option, is_correct, answered_at)
    select user_id, ${questionId}, ${lessonId}, ${option}, ${option === 0}, now() from unnest(${userIds}::uuid[]) as user_id`
}

type Scored = [criterion: string, points: number, maxPoints: number]

/** One more attempt of each user, with the points of an assessor. */
async function submitAssessed(
  courseId: string,
  userIds: UserId[],
  at: string,
  criteria: Scored[] | undefined,
) {
  const scored = criteria?.map(([criterion, points, maxPoints]) => ({ criterion, points, maxPoints }))
  const assessment = scored ? { criteria: scored } : null
  await query()`
    insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, project, assessment,
      created_at, updated_at, submitted_at)
    select uuidv7(), user_id, ${courseId}, 1 + (select count(*) from project_submission as earlier
        where earlier.user_id = input.user_id and earlier.course_id = ${courseId}),
      'NEEDS_REVISION', 'COMPLETED', '{}', ${assessment}::jsonb, now(), now(), ${at}::timestamptz
    from unnest(${userIds}::uuid[]) as input (user_id)`
}

async function read(courseId: string, parameters = '', as = author) {
  const { status, body } = await fixture.call(
    `GET /admin/courses/${courseId}/figures${parameters}`,
    undefined,
    as,
  )
  return status === 200 ? body.data : [status, body.error.code]
}

describe('the stats of a course', () => {
  test('count the learners who enrolled in the period, each lesson, and what happened in it', async () => {
    const { courseId, lessonIds, questionId } = await createCourse()
    const [first, second] = lessonIds as [string, string]
    const other = await createCourse()
    const users = await insertUsers(query(), 11)
    const early = users.slice(0, 6)
    const late = users.slice(6, 10)
    await enroll(courseId, early.slice(0, 5), '2026-03-01T12:00Z', '2026-03-03T00:00Z')
    await enroll(courseId, early.slice(5), '2026-03-01T23:59:59Z')
    await enroll(courseId, late, '2026-03-02T00:00Z')
    await complete({ courseId, lessonId: first }, early.slice(0, 5))
    await complete({ courseId, lessonId: second }, early.slice(0, 1))
    await answer(questionId, first, [...early, late[0]!], 0)
    // These do not count: users who are not enrolled, other courses, and the same question in a lesson of another course.
    await answer(questionId, first, [users[10]!], 1)
    await enroll(other.courseId, users, '2026-03-01T12:00Z', '2026-03-01T13:00Z')
    await complete({ courseId: other.courseId, lessonId: other.lessonIds[0]! }, users)
    await answer(questionId, other.lessonIds[0]!, [late[1]!], 1)
    await query()`
      insert into course_test_attempt (id, user_id, course_id, number, seed, question_ids, pass_percent, started_at,
        deadline_at, submitted_at, correct_ids, score, is_passed)
      select uuidv7(), user_id, ${courseId}, 1, 's', array[${questionId}::uuid], 80, '2026-03-01T08:00Z', '2026-03-01T09:00Z',
        '2026-03-01T08:30Z', '{}', number * 10, number > 4
      from unnest(${early}::uuid[]) with ordinality as input (user_id, number)`
    await query()`
      insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, project, created_at,
        updated_at, submitted_at)
      select uuidv7(), user_id, ${courseId}, 1, 'PASSED', 'COMPLETED', '{}', now(), now(), '2026-03-01T08:00Z'
      from unnest(${early.slice(0, 2)}::uuid[]) as user_id`
    await query()`
      insert into certificate (id, user_id, course_id, number, course_title, course_description, issued_at, metadata_cid)
      values (uuidv7(), ${early[0]}, ${courseId}, 'LYC-2026-0123ABCD', 'Keys', '', '2026-03-01T09:00Z', 'cid')`

    const shown = await read(courseId, '?from=2026-03-01&to=2026-03-01')
    expect(shown).toEqual({
      from: '2026-03-01',
      to: '2026-03-01',
      learners: { enrolled: 6, started: 6, completed: 5, completedShare: 0.833, medianDaysToComplete: 1.5 },
      lessons: [
        {
          lessonId: first,
          title: LESSON.title,
          status: 'PUBLISHED',
          started: 6,
          startedShare: 1,
          completed: 5,
          completedShare: 0.833,
          medianSeconds: 30,
          plays: 0,
          slides: [
            {
              order: 1,
              type: 'TEXT_WITH_IMAGE',
              title: expect.any(String),
              seen: 0,
              seenShare: null,
              medianSeconds: null,
            },
            {
              order: 2,
              type: 'QUIZ',
              title: 'Who may spend?',
              seen: 0,
              seenShare: null,
              medianSeconds: null,
            },
          ],
        },
        {
          lessonId: second,
          title: '=1+1',
          status: 'DRAFT',
          started: 1,
          startedShare: 0.167,
          completed: 1,
          completedShare: 0.167,
          medianSeconds: null,
          plays: 0,
          slides: [],
        },
      ],
      test: { attempts: 6, submitted: 6, passed: 2, passedShare: 0.333, medianScore: 35 },
      submissions: { SUBMITTED: 0, UNDER_REVIEW: 0, PASSED: 2, NEEDS_REVISION: 0 },
      criteria: [],
      certificates: { issued: 1, revoked: 0 },
      days: [{ day: '2026-03-01', enrolled: 6, completed: 0 }],
    })
    expect(users.filter((id) => JSON.stringify(shown).includes(id))).toEqual([])

    const all = await read(courseId)
    expect([all.from, all.learners.enrolled, all.learners.started, all.days.length]).toEqual([
      null,
      10,
      7,
      366,
    ])
    const march = await read(courseId, '?from=2026-03-01&to=2026-03-03')
    expect(march.days).toEqual([
      { day: '2026-03-01', enrolled: 6, completed: 0 },
      { day: '2026-03-02', enrolled: 4, completed: 0 },
      { day: '2026-03-03', enrolled: 0, completed: 5 },
    ])
    const after = await read(courseId, '?from=2026-03-02&to=2026-03-02')
    expect([after.test.attempts, after.submissions.PASSED, after.certificates.issued]).toEqual([0, 0, 0])
  })

  test('a share or a median of four learners is hidden, and the counts are shown', async () => {
    const { courseId, lessonIds } = await createCourse()
    const users = await insertUsers(query(), 4)
    await enroll(courseId, users, '2026-03-01T12:00Z', '2026-03-02T12:00Z')
    await complete({ courseId, lessonId: lessonIds[0]! }, users)
    const { learners, lessons, test: tests } = await read(courseId)
    expect(learners).toEqual({
      enrolled: 4,
      started: 4,
      completed: 4,
      completedShare: null,
      medianDaysToComplete: null,
    })
    expect(lessons[0]).toMatchObject({
      started: 4,
      startedShare: null,
      completed: 4,
      completedShare: null,
      medianSeconds: null,
    })
    expect(tests).toEqual({ attempts: 0, submitted: 0, passed: 0, passedShare: null, medianScore: null })
  })

  test('six attempts of one learner are a small group', async () => {
    const { courseId, questionId } = await createCourse()
    const [user] = await insertUsers(query(), 1)
    await query()`
      insert into course_test_attempt (id, user_id, course_id, number, seed, question_ids, pass_percent, started_at,
        deadline_at, submitted_at, correct_ids, score, is_passed)
      select uuidv7(), ${user}, ${courseId}, number, 's', array[${questionId}::uuid], 80, '2026-03-01T08:00Z', '2026-03-01T09:00Z',
        '2026-03-01T08:30Z', '{}', 50, false
      from generate_series(1, 6) as number`
    expect((await read(courseId)).test).toEqual({
      attempts: 6,
      submitted: 6,
      passed: 0,
      passedShare: null,
      medianScore: null,
    })
  })

  test('show how projects score in each criterion, the newest rubric first', async () => {
    const { courseId } = await createCourse()
    const other = await createCourse()
    const users = await insertUsers(query(), 6)
    await submitAssessed(courseId, users.slice(0, 1), '2026-02-01T08:00Z', [['Old words', 5, 10]])
    await submitAssessed(courseId, users.slice(1, 2), '2026-03-01T07:00Z', [['=Works', 20, 50]])
    await submitAssessed(courseId, users.slice(1, 5), '2026-03-01T08:00Z', [
      ['=Works', 60, 60],
      ['Tested', 10, 40],
    ])
    // These do not count: another course, and a submission without an assessment.
    await submitAssessed(other.courseId, users, '2026-03-01T08:00Z', [['=Works', 0, 60]])
    await submitAssessed(courseId, users.slice(5), '2026-03-01T09:00Z', undefined)
    const hidden = { averagePoints: null, fullPointsShare: null }
    expect((await read(courseId)).criteria).toEqual([
      { criterion: '=Works', maxPoints: 60, assessed: 4, ...hidden },
      { criterion: 'Tested', maxPoints: 40, assessed: 4, ...hidden },
      { criterion: '=Works', maxPoints: 50, assessed: 1, ...hidden },
      { criterion: 'Old words', maxPoints: 10, assessed: 1, ...hidden },
    ])
    await submitAssessed(courseId, users.slice(0, 1), '2026-03-01T10:00Z', [
      ['=Works', 29, 60],
      ['Tested', 40, 40],
    ])
    const march = '?from=2026-03-01&to=2026-03-01'
    const shown = (await read(courseId, march)).criteria
    expect(shown).toEqual([
      { criterion: '=Works', maxPoints: 60, assessed: 5, averagePoints: 53.8, fullPointsShare: 0.8 },
      { criterion: 'Tested', maxPoints: 40, assessed: 5, averagePoints: 16, fullPointsShare: 0.2 },
      { criterion: '=Works', maxPoints: 50, assessed: 1, ...hidden },
    ])
    const { body } = await fixture.call(
      `GET /admin/courses/${courseId}/figures${march}&format=csv`,
      undefined,
      author,
    )
    const rows = (body as unknown as string).split('\r\n').filter((line) => line.startsWith('criteria,'))
    expect(rows.slice(0, 5)).toEqual([
      "criteria,1,'=Works,maxPoints,60",
      "criteria,1,'=Works,assessed,5",
      "criteria,1,'=Works,averagePoints,53.8",
      "criteria,1,'=Works,fullPointsShare,0.8",
      'criteria,2,Tested,maxPoints,40',
    ])
  })

  test('impossible days are refused', async () => {
    const { courseId } = await createCourse()
    const refused = [400, 'VALIDATION_FAILED']
    expect(await read(courseId, '?from=2026-03-02&to=2026-03-01')).toEqual(refused)
    expect(await read(courseId, '?from=2026-02-30')).toEqual(refused)
    expect(await read(courseId, '?to=9999-12-31')).toEqual(refused)
    expect(await read(courseId, '?format=xml')).toEqual(refused)
    expect(await read(courseId, '?form=2026-03-01')).toEqual(refused)
    expect((await read(courseId, '?from=2999-12-31')).days).toEqual([])
  })

  test('of a course of a pack are for administrators only', async () => {
    const { courseId } = await createCourse()
    await query()`
      update course set key = ${`pack-${courseId}`}, owner_id = null, author_ids = '{}' where id = ${courseId}`
    expect(await read(courseId)).toEqual([403, 'NOT_AN_AUTHOR'])
    expect((await read(courseId, '', fixture.admin)).learners.enrolled).toBe(0)
    const path = `GET /admin/courses/${courseId}/question-figures`
    expect((await fixture.call(path, undefined, author)).status).toBe(403)
    expect((await fixture.call(path)).body.data).toHaveLength(1)
  })
})

describe('the stats of questions', () => {
  test('show answers, difficulty and the share of each option, and hide those of four learners', async () => {
    const { courseId, lessonIds, questionId } = await createCourse()
    const users = await insertUsers(query(), 5)
    const list = async () => {
      const { body } = await fixture.call(
        `GET /admin/courses/${courseId}/question-figures`,
        undefined,
        author,
      )
      return body
    }
    const unanswered = {
      questionId,
      lessonId: lessonIds[0],
      lessonTitle: LESSON.title,
      type: 'SINGLE_CHOICE',
      prompt: 'Who may spend?',
      answers: 0,
      correctShare: null,
      difficultyRating: null,
      discrimination: null,
      medianSeconds: null,
      options: [
        { text: 'Who has the key', isCorrect: true, share: null },
        { text: 'Anybody', isCorrect: false, share: null },
      ],
    }
    expect(await list()).toEqual({
      success: true,
      data: [unanswered],
      meta: { total: 1, page: 1, limit: 20 },
    })
    await answer(questionId, lessonIds[0]!, users.slice(0, 3), 0)
    await answer(questionId, lessonIds[0]!, users.slice(3, 4), 1)
    await query()`
      insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
        learner_correct_sum)
      values (${questionId}, 1450, 4, 3, 0, 0, 0)`
    expect((await list()).data).toEqual([{ ...unanswered, answers: 4 }])
    await answer(questionId, lessonIds[0]!, users.slice(4), 1)
    const times = `{${Array.from({ length: 20 }, (_, bucket) => (bucket === 10 ? 5 : 0)).join(',')}}`
    await query()`
      update question_rating set answers = 5, times = ${times}::int[] where question_id = ${questionId}`
    expect((await list()).data).toEqual([
      {
        ...unanswered,
        answers: 5,
        correctShare: 0.6,
        difficultyRating: 1450,
        medianSeconds: 22.5,
        options: [
          { text: 'Who has the key', isCorrect: true, share: 0.6 },
          { text: 'Anybody', isCorrect: false, share: 0.4 },
        ],
      },
    ])
  })

  test('include those of the course test after those of the lessons, page by page', async () => {
    const { courseId, questionId } = await createCourse()
    await query()`
      insert into question (id, key, topic_id, use, course_key, difficulty, type, prompt, content, explanation, html)
      select uuidv7(), ${`test-${courseId}`}, topic_id, 'TEST', key, 'EASY', 'NUMBER', 'How many?',
        '{"value": 1}', '', '{"prompt": "", "explanation": ""}'
      from course where id = ${courseId}`
    const path = `GET /admin/courses/${courseId}/question-figures`
    const pageOf = async (page: number) => {
      const { body } = await fixture.call(`${path}?limit=1&page=${page}`, undefined, author)
      return [body.meta.total, body.data]
    }
    expect(await pageOf(1)).toMatchObject([2, [{ questionId }]])
    expect(await pageOf(2)).toMatchObject([2, [{ prompt: 'How many?', lessonId: null, options: null }]])
    expect(await pageOf(3)).toEqual([2, []])
  })
})

describe('CSV', () => {
  test('a file has one row for each number, and no title runs as a formula', async () => {
    const { courseId, lessonIds } = await createCourse()
    const path = `GET /admin/courses/${courseId}/figures?from=2026-03-01&to=2026-03-01&format=csv`
    const { status, headers, body } = await fixture.call(path, undefined, author)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      `attachment; filename="course-figures-${courseId}.csv"`,
    ])
    const lines = (body as unknown as string).split('\r\n')
    expect([lines[0], lines[1]]).toEqual(['part,id,title,measure,value', 'learners,,,enrolled,0'])
    expect(lines).toContain(`lessons,${lessonIds[1]},'=1+1,completed,0`)
    expect(lines).toContain('days,2026-03-01,,enrolled,0')
    expect(new Set(lines.slice(0, -1).map((line) => line.split(',').length))).toEqual(new Set([5]))
  })

  test('questions have one row each', async () => {
    const { courseId, questionId, lessonIds } = await createCourse()
    const { body } = await fixture.call(
      `GET /admin/courses/${courseId}/question-figures?format=csv`,
      undefined,
      author,
    )
    const [header, row, ...rest] = (body as unknown as string).split('\r\n')
    expect(header!.split(',')).toHaveLength(26)
    expect(row).toBe(
      `${questionId},${lessonIds[0]},${LESSON.title},SINGLE_CHOICE,Who may spend?,0,,,,,Who has the key,,Anybody,${','.repeat(12)}`,
    )
    expect(rest).toEqual([''])
  })

  test('a refusal stays JSON', async () => {
    const path = `GET /admin/courses/${Bun.randomUUIDv7()}/figures?format=csv`
    const { status, body } = await fixture.call(path, undefined, author)
    expect([status, body.error.code]).toEqual([404, 'COURSE_NOT_FOUND'])
  })
})

test('no statement scans the rows of other courses', async () => {
  const large = await createCourse()
  const small = await createCourse()
  const users = await insertUsers(query(), 4_000)
  await enroll(large.courseId, users, '2026-03-01T12:00Z')
  for (const lessonId of large.lessonIds) await complete({ courseId: large.courseId, lessonId }, users)
  await answer(large.questionId, large.lessonIds[0]!, users, 0)
  await enroll(small.courseId, users.slice(0, 5), '2026-03-01T12:00Z')
  await answer(small.questionId, small.lessonIds[0]!, users.slice(0, 5), 0)
  const { database } = fixture.service.test
  await database.withSession(({ script }) =>
    script('vacuum analyze enrollment, lesson_completion, lesson_answer'),
  )
  const lessons = (await fixture.call(`GET /admin/courses/${small.courseId}/lessons`)).body
    .data as EditedLesson[]
  const plans = await queryPlansOf(database, async (db) => {
    const courseId = small.courseId as CourseId
    const period = { since: new Date(0), until: new Date('2027-01-01') }
    const { learners } = await readCourseStats(db, { courseId, lessons, contents: new Map(), ...period })
    expect([learners.enrolled, learners.started]).toEqual([5, 5])
    const [question] = await listQuestionStats(
      { db, replicaDb: db },
      await listCourseQuestions(db, lessons, undefined),
    )
    expect(question!.options?.[0]?.share).toBe(1)
  })
  const growing = ['enrollment', 'lesson_completion', 'lesson_answer']
  expect(scannedTables(plans).filter((table) => growing.includes(table))).toEqual([])
})
