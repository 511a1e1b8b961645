import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({
    CREATOR_COURSE_XP: '300',
    CREATOR_COURSE_GEMS: '60',
    CREATOR_POOL_GEMS: '100',
  })
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown) => fixture.call(route, body, author)
const outcomeOf = ({ status, body }: ApiResponse) =>
  status < 300 ? body.data.status : `${status} ${body.error.code}`
const REFUSED = '403 REWARD_NEEDS_ADMIN'

/** Creates a draft course with one draft lesson. */
async function draftOf(course: object, lesson: object): Promise<{ courseId: string; lessonId: string }> {
  const made = await as('POST /admin/courses', { ...COURSE, bonusXp: 0, bonusGems: 0, ...course })
  const courseId = made.body.data.id
  const written = await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, ...lesson })
  return { courseId, lessonId: written.body.data.id }
}

describe('the reward limit of a CREATOR', () => {
  test('a creator may draft any rewards but cannot publish a course above the limit', async () => {
    const { courseId, lessonId } = await draftOf({ bonusGems: 30 }, { xpReward: 20, gemReward: 31 })
    // A draft gives no rewards.
    expect(outcomeOf(await as(`POST /admin/lessons/${lessonId}/publish`))).toBe('PUBLISHED')
    const refused = await as(`POST /admin/courses/${courseId}/publish`)
    expect(outcomeOf(refused)).toBe(REFUSED)
    expect(refused.body.error).toMatchObject({ most: 60, wanted: 61 })
    await as(`PATCH /admin/lessons/${lessonId}`, { gemReward: 30 })
    const both = await as(`POST /admin/courses/${courseId}/publish`, { includeLessons: true })
    expect(outcomeOf(both)).toBe('PUBLISHED')
  })

  test('a creator cannot raise the rewards of a published course above the limit by bonus, lessons or project', async () => {
    const { courseId, lessonId } = await draftOf({ bonusXp: 100 }, { xpReward: 100, gemReward: 10 })
    const second = await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, xpReward: 101 })
    const project = { xpReward: 1, gemReward: 51, title: 'A wallet', description: 'Build one.' }
    const rubric = [{ criterion: 'It opens.', points: 10 }]
    const capstone = await as('POST /admin/capstones', {
      ...project,
      courseId,
      rubric,
      allowedSubmissionTypes: ['TEXT'],
    })
    expect(capstone.status).toBe(201)
    await as(`POST /admin/lessons/${lessonId}/publish`)
    expect(outcomeOf(await as(`POST /admin/courses/${courseId}/publish`))).toBe('PUBLISHED')
    const attempts = [
      as(`POST /admin/lessons/${second.body.data.id}/publish`),
      as(`POST /admin/capstones/${courseId}/publish`),
    ]
    expect((await Promise.all(attempts)).map(outcomeOf)).toEqual(attempts.map(() => REFUSED))
    // A raise may be written, but not published: not alone, not with its course, and not in two steps.
    for (const [path, patch] of [
      [`/admin/courses/${courseId}`, { bonusXp: 201 }],
      [`/admin/lessons/${lessonId}`, { xpReward: 201 }],
      [`/admin/lessons/${lessonId}`, { xpReward: 100, gemReward: 61 }],
    ] as const) {
      expect(outcomeOf(await as(`PATCH ${path}`, patch))).toBe('PUBLISHED')
      expect([path, outcomeOf(await as(`POST ${path}/publish`))]).toEqual([path, REFUSED])
    }
    const course = `/admin/courses/${courseId}`
    expect(outcomeOf(await as(`POST ${course}/discard-changes`))).toBe('PUBLISHED')
    expect(outcomeOf(await as(`POST ${course}/publish`, { includeLessons: true }))).toBe(REFUSED)
    expect(outcomeOf(await as(`POST ${course}/publish`))).toBe('PUBLISHED')
    const learner = await fixture.service.register()
    const { lessons } = (await fixture.call(`GET /course/${courseId}`, undefined, learner)).body.data
    expect(lessons).toMatchObject([{ id: lessonId, xpReward: 100, gemReward: 10 }])
    expect(await fixture.log(`&subjectId=${second.body.data.id}`)).toHaveLength(1)
  })

  test('a creator may edit texts and lower rewards of a course above the limit, but not raise them', async () => {
    const { courseId, lessonId } = await draftOf({ bonusGems: 500 }, { gemReward: 100 })
    await fixture.call(`POST /admin/lessons/${lessonId}/publish`)
    expect(outcomeOf(await fixture.call(`POST /admin/courses/${courseId}/publish`))).toBe('PUBLISHED')
    const publish = async (patch: object) => {
      await as(`PATCH /admin/lessons/${lessonId}`, patch)
      return outcomeOf(await as(`POST /admin/lessons/${lessonId}/publish`))
    }
    expect(await publish({ title: 'Keys' })).toBe('PUBLISHED')
    expect(await publish({ gemReward: 99 })).toBe('PUBLISHED')
    expect(await publish({ gemReward: 100 })).toBe(REFUSED)
  })

  test('a creator cannot create or update a contest with a prize pool above the limit', async () => {
    const contest = {
      title: 'Owl sprint',
      description: 'One question.',
      entryFeeGems: 0,
      prizePoolGems: 101,
      startsAt: '2036-11-02T08:00:00.000Z',
      endsAt: '2036-11-02T09:00:00.000Z',
      questions: [{ prompt: 'Which one hoots?', options: ['The owl', 'The cat'], correctIndex: 0 }],
    }
    expect(outcomeOf(await as('POST /admin/contests', contest))).toBe(REFUSED)
    const made = await as('POST /admin/contests', { ...contest, prizePoolGems: 100 })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect(outcomeOf(await as(`PATCH /admin/contests/${id}`, { prizePoolGems: 101 }))).toBe(REFUSED)
    expect((await fixture.call(`PATCH /admin/contests/${id}`, { prizePoolGems: 5_000 })).status).toBe(200)
    expect((await as(`PATCH /admin/contests/${id}`, { title: 'Sprint', prizePoolGems: 5_000 })).status).toBe(
      200,
    )
    expect(outcomeOf(await as(`PATCH /admin/contests/${id}`, { prizePoolGems: 5_001 }))).toBe(REFUSED)
  })
})
