import type { Database } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { ApiClient, ApiResponse, TestUser } from '../harness/api-client.ts'

export interface LessonLoadPlan {
  client: ApiClient
  courseId: string
  lessons: string[]
  contestId: string
  random: () => number
  /** Called before and after each lesson, with the total number of completions. */
  pace: (done: number) => Promise<void>
}

/** Responses that must not occur. */
export type UnexpectedResponses = string[]

export const LESSON_XP = 10
const LESSON_GEMS = 1

/** A course without other users, whose rewards are known. */
export async function addCourse(
  database: Database,
  lessons: number,
): Promise<{ courseId: string; lessons: string[] }> {
  const { query } = database
  const courseId = newId() as string
  const ids = Array.from({ length: lessons }, () => newId() as string)
  await query`insert into topic (id, key, title) values (${courseId}, ${`chaos-${courseId}`}, 'A topic')`
  await query`
    insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at)
    values (${courseId}, ${`chaos-${courseId}`}, 'A course', 'A course.', 'GENERAL', 'BEGINNER', ${courseId}, 7, 3, now())`
  const rows = ids.map((id, index) => ({ id, position: index + 1 }))
  await query`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
    select id, ${courseId}, 'lesson-' || position, 'A lesson', position, ${LESSON_XP}, ${LESSON_GEMS}, '[]'
    from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, position integer)`
  await query`update catalog_version set version = version + 1`
  return { courseId, lessons: ids }
}

/** The learners complete the course with limited concurrency; every completion is sent twice concurrently. */
export async function completeLessonsDuringKills(
  plan: LessonLoadPlan,
  learners: number,
  concurrency: number,
): Promise<UnexpectedResponses> {
  const unexpected: UnexpectedResponses = []
  let left = learners
  let done = 0
  const worker = async () => {
    while (left-- > 0) {
      const learner = await plan.client.register()
      for (const lesson of plan.lessons) {
        await plan.pace(done)
        unexpected.push(...(await completeTwice(plan, learner, lesson)))
        await plan.pace(++done)
      }
      unexpected.push(...(await claimAndJoinTwice(plan, learner)))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return unexpected
}

/** Sends two concurrent requests: with one key, with two keys, or without a key. */
async function sendTwice(
  plan: LessonLoadPlan,
  learner: TestUser,
  route: string,
  body: object,
): Promise<ApiResponse[]> {
  const manner = Math.floor(plan.random() * 3)
  const keys = [
    ['one', 'one'],
    ['one', 'other'],
    [undefined, undefined],
  ][manner]!
  const id = newId()
  return Promise.all(
    keys.map((key) =>
      plan.client.call(route, {
        token: learner.accessToken,
        body,
        headers: { 'idempotency-key': key === undefined ? '' : `${id}-${key}` },
      }),
    ),
  )
}

async function completeTwice(
  plan: LessonLoadPlan,
  learner: TestUser,
  lesson: string,
): Promise<UnexpectedResponses> {
  const answers = await sendTwice(plan, learner, `POST /user-lessons/${lesson}/complete`, {})
  const bad = answers.filter(({ status }) => status !== 200)
  if (bad.length > 0)
    return bad.map(({ status, body }) => `lesson ${lesson}: ${status} ${JSON.stringify(body)}`)
  const totals = answers.map(({ body }) => body.data.newTotalXP as number)
  const maxXp = plan.lessons.length * LESSON_XP + 7
  return totals.some((total) => total > maxXp)
    ? [`lesson ${lesson}: ${totals} XP, and there are ${maxXp}`]
    : []
}

async function claimAndJoinTwice(plan: LessonLoadPlan, learner: TestUser): Promise<UnexpectedResponses> {
  const body = { courseId: plan.courseId, studentName: 'Amina Otieno' }
  const claims = await sendTwice(plan, learner, 'POST /certificates/claim', body)
  const numbers = new Set(claims.map(({ body }) => body.data?.certificateNumber))
  const joins = await sendTwice(plan, learner, `POST /user/contests/${plan.contestId}/join`, {})
  return [
    ...(numbers.size === 1 && !numbers.has(undefined) ? [] : [`claims: ${JSON.stringify(claims)}`]),
    ...(joins.every(({ status, body }) => status === 200 || body.error?.code === 'ALREADY_JOINED')
      ? []
      : [`joins: ${JSON.stringify(joins)}`]),
  ]
}
