import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'
import { RULE_KINDS } from './badge-rules.ts'

/** More than any user here does, so that everything counts and nothing is completed. */
const OUT_OF_REACH = 1_000

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture?.stop())

/** Adds a badge of every kind. */
async function publishAll(prefix: string): Promise<void> {
  for (const ruleKind of RULE_KINDS) {
    const badgeType = `${prefix}_${ruleKind}`
    const badge = { badgeType, name: badgeType, description: 'All of them.', ruleKind }
    await fixture.call('POST /admin/badges', { ...badge, requiredProgress: OUT_OF_REACH })
    await fixture.call(`POST /admin/badges/${badgeType}/publish`)
  }
}

/** The counted items and users by kind. */
async function countedBy(prefix: string): Promise<Record<string, string[]>> {
  const { query } = fixture.service.test.database
  const rows = await query<{ kind: string; counted: string }>`
    select replace(badge_type, ${`${prefix}_`}, '') as kind, user_id || ' ' || item as counted
    from badge_counted_item where badge_type ^@ ${`${prefix}_`}
    union all
    select replace(badge_type, ${`${prefix}_`}, ''), user_id || ' ' || current_progress
    from badge_progress where badge_type ^@ ${`${prefix}_`}
    order by 1, 2`
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return Object.fromEntries([...kinds].map(([kind, of]) => [kind, of.map(({ counted }) => counted)]))
}

/** A time zone in which the given hour is now. */
function zoneAt(hour: number): string {
  const offset = (hour - new Date().getUTCHours() + 24 + 11) % 24
  // The signs of these zone names are inverted.
  const ahead = offset - 11
  return ahead === 0 ? 'Etc/GMT' : ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`
}

async function answer(learner: TestUser, lessonId: string, isRight: boolean): Promise<void> {
  const { slides } = (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body.data
  const { question } = slides.find(({ type }: { type: string }) => type === 'QUIZ')
  const selectedOption = isRight ? question.correctIndex : 1 - question.correctIndex
  const body = { questionId: question.id, selectedOption }
  expect((await fixture.call(`POST /user-lessons/${lessonId}/answers`, body, learner)).status).toBe(200)
}

async function complete(learner: TestUser, lessonId: string): Promise<void> {
  expect((await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)).status).toBe(200)
}

test('a badge that is added later counts the same as one that existed from the start', async () => {
  await publishAll('EARLY')
  const [done, half] = [await publishedCourse(fixture), await publishedCourse(fixture)]
  const other = (
    await fixture.call(`POST /admin/courses/${half.courseId}/lessons`, { ...LESSON, title: 'More' })
  ).body.data.id
  await fixture.call(`POST /admin/lessons/${other}/publish`)
  const path = {
    title: 'One',
    description: 'One course.',
    category: 'GENERAL',
    kind: 'FOUNDATION',
    courseIds: [done.courseId],
  }
  const pathId = (await fixture.call('POST /admin/learning-paths', path)).body.data.id
  await fixture.call(`POST /admin/learning-paths/${pathId}/publish`)

  const [owl, lark] = [await fixture.service.register(), await fixture.service.register()]
  for (const [learner, hour] of [
    [owl, 23],
    [lark, 12],
  ] as const)
    await fixture.call('PATCH /user/profile', { timeZone: zoneAt(hour) }, learner)
  await answer(owl, done.lessonId, true)
  await complete(owl, done.lessonId)
  await answer(owl, half.lessonId, false)
  await complete(owl, half.lessonId)
  await answer(lark, half.lessonId, true)
  await complete(lark, half.lessonId)
  // Correct, but after the lesson was completed, so the lesson is not perfect.
  await complete(lark, other)
  await answer(lark, other, true)
  const early = await countedBy('EARLY')
  expect(Object.keys(early).sort()).toEqual([
    'COURSES_COMPLETED',
    'LESSONS_COMPLETED',
    'NIGHTS_LEARNED',
    'PATHS_COMPLETED',
    'PERFECT_LESSONS',
    'QUESTIONS_RIGHT',
    'STREAK_DAYS',
  ])

  await publishAll('LATER')
  const isCounted = async () => Bun.deepEquals(await countedBy('LATER'), early)
  await waitUntil(isCounted).catch(() => undefined)
  expect(await countedBy('LATER')).toEqual(early)
})
