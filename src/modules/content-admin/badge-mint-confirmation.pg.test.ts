import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
let learners: TestUser[]
beforeAll(async () => {
  fixture = await createAdminFixture({ BADGE_MINTS_UNCONFIRMED: '2' })
  author = await fixture.staff('CREATOR')
  learners = await Promise.all(Array.from({ length: 3 }, () => fixture.service.register()))
  const { lessonId } = await publishedCourse(fixture)
  for (const learner of learners) await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
})
afterAll(() => fixture.stop())

async function draft(badgeType: string, requiredProgress: number): Promise<string> {
  const { status } = await fixture.call('POST /admin/badges', {
    badgeType,
    name: 'For many',
    description: 'Complete lessons.',
    ruleKind: 'LESSONS_COMPLETED',
    requiredProgress,
  })
  expect(status).toBe(201)
  return badgeType
}

const outcome = ({ status, body }: Awaited<ReturnType<AdminFixture['call']>>) => [
  status,
  body.error?.code,
  body.error?.mintCount,
]

test('publishing a badge that mints for many learners needs an administrator and the number of mints', async () => {
  const path = `POST /admin/badges/${await draft('FOR_MANY', 1)}/publish`
  expect(outcome(await fixture.call(path, undefined, author))).toEqual([403, 'BADGE_NEEDS_ADMIN', 3])
  expect(outcome(await fixture.call(path, { confirmMints: 3 }, author))).toEqual([
    403,
    'BADGE_NEEDS_ADMIN',
    3,
  ])
  expect(outcome(await fixture.call(path))).toEqual([409, 'BADGE_MINTS_UNCONFIRMED', 3])
  for (const confirmMints of [2, 4, 1_000_000])
    expect(outcome(await fixture.call(path, { confirmMints }))).toEqual([409, 'BADGE_MINTS_UNCONFIRMED', 3])
  const published = await fixture.call(path, { confirmMints: 3 })
  expect([published.status, published.body.data.status]).toEqual([200, 'PUBLISHED'])
  await waitUntil(async () => {
    const rows = await fixture.service.test.database.query`
      select from badge_progress where badge_type = 'FOR_MANY' and completed_at is not null`
    return rows.length === 3
  })
  // All learners have it: nothing is minted by publishing it again.
  expect((await fixture.call(path, undefined, author)).status).toBe(200)
})

test('lowering the requirement of a published badge needs the same confirmation', async () => {
  const type = await draft('FOR_MANY_LATER', 2)
  expect((await fixture.call(`POST /admin/badges/${type}/publish`, undefined, author)).status).toBe(200)
  const path = `PATCH /admin/badges/${type}`
  expect((await fixture.call(path, { name: 'Still for few' }, author)).status).toBe(200)
  expect(outcome(await fixture.call(path, { requiredProgress: 1 }, author))).toEqual([
    403,
    'BADGE_NEEDS_ADMIN',
    3,
  ])
  expect(outcome(await fixture.call(path, { requiredProgress: 1 }))).toEqual([
    409,
    'BADGE_MINTS_UNCONFIRMED',
    3,
  ])
  const changed = await fixture.call(path, { requiredProgress: 1, confirmMints: 3 })
  expect([changed.status, changed.body.data.requiredProgress]).toEqual([200, 1])
})
