import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ApiResponse } from '../../../../test/harness/api-client.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { type AdminFixture, COURSE, createAdminFixture, LESSON } from '../admin-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture({
    RATE_LIMITS: 'on',
    LIMIT_GENERAL: '50000/60',
    CREATOR_COURSE_GEMS: '60',
  })
})
afterAll(() => fixture.stop())

const NOTHING = {
  isSignUpOpen: null,
  areStakesOn: null,
  generalLimit: null,
  creatorLimits: null,
  grantLimits: null,
  twoFactorRoles: null,
}
const LIMITS = { courseXp: 100, courseGems: 10, poolGems: 10, dailyXp: 1_000, dailyGems: 1_000 }

const read = async () => (await fixture.call('GET /admin/runtime-settings')).body.data
const send = (changes: object, version: number) =>
  fixture.call('PUT /admin/runtime-settings', { ...NOTHING, reason: 'A test.', ...changes, version })
const replace = async (changes: object): Promise<ApiResponse> => {
  const response = await send(changes, (await read()).version)
  expect(response.status).toBe(200)
  return response
}
beforeEach(async () => {
  await replace(NOTHING)
})

describe('the settings of the run time', () => {
  test('a stored value overrides the environment, and null gives the setting back to it', async () => {
    const before = await read()
    expect(before.isSignUpOpen).toEqual({
      value: true,
      source: 'ENVIRONMENT',
      environmentValue: true,
      variables: ['SIGN_UP'],
    })
    const stored = (await replace({ areStakesOn: false, creatorLimits: LIMITS })).body.data
    expect(stored).toMatchObject({
      version: before.version + 1,
      updatedAt: expect.any(String),
      isSignUpOpen: { value: true, source: 'ENVIRONMENT' },
      areStakesOn: { value: false, source: 'STORED', environmentValue: true, variables: ['STAKES'] },
      generalLimit: { value: { count: 50_000, windowSeconds: 60 }, source: 'ENVIRONMENT' },
      creatorLimits: { value: LIMITS, source: 'STORED', environmentValue: { courseGems: 60 } },
    })
    expect(await read()).toEqual(stored)
    const back = (await replace(NOTHING)).body.data
    expect(back.areStakesOn).toMatchObject({ value: true, source: 'ENVIRONMENT' })
    expect(back.creatorLimits.value).toMatchObject({ courseGems: 60 })
  })

  test('a change is in the audit log with its reason, and the same settings again are not', async () => {
    const changes = { isSignUpOpen: false, reason: 'Too many accounts.' }
    await replace(changes)
    const { version } = await read()
    const again = await send(changes, version)
    expect([again.status, again.body.data.version]).toEqual([200, version])
    const [entry, earlier] = await fixture.log('&act=settings.updated')
    expect(entry).toMatchObject({
      subjectKind: 'settings',
      actorId: fixture.admin.id,
      before: { isSignUpOpen: null },
      after: { isSignUpOpen: false },
      details: { reason: 'Too many accounts.' },
    })
    expect(entry!.after!.version).toBe(version)
    expect(earlier?.after?.version).not.toBe(version)
  })

  test('of many changes that are based on the same version one succeeds', async () => {
    const { version } = await read()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({ generalLimit: { count: 40_000 + index, windowSeconds: 60 } }, version),
      ),
    )
    const [winner] = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
    const refused = answers.find(({ status }) => status === 412)!
    expect(refused.body.error).toMatchObject({
      code: 'SETTINGS_CHANGED',
      expected: version,
      current: version + 1,
    })
    expect((await read()).generalLimit).toEqual(winner!.body.data.generalLimit)
    expect((await read()).version).toBe(version + 1)
  })

  test('support reads the settings and cannot change them', async () => {
    const support = await fixture.staff('SUPPORT')
    expect((await fixture.call('GET /admin/runtime-settings', undefined, support)).status).toBe(200)
    const { version } = await read()
    const body = { ...NOTHING, areStakesOn: false, reason: 'A test.', version }
    expect((await fixture.call('PUT /admin/runtime-settings', body, support)).status).toBe(403)
    expect((await read()).version).toBe(version)
  })

  test('a change without a reason, with a missing setting or with a value out of range is refused', async () => {
    const { version } = await read()
    for (const [wrong, field] of [
      [{ reason: ' ' }, 'reason'],
      [{ reason: undefined }, 'reason'],
      [{ isSignUpOpen: undefined }, 'isSignUpOpen'],
      [{ areStakesOn: 'off' }, 'areStakesOn'],
      [{ generalLimit: { count: 59, windowSeconds: 1 } }, 'generalLimit.count'],
      [{ generalLimit: { count: 3_599, windowSeconds: 3_600 } }, 'generalLimit.count'],
      [{ generalLimit: { count: 600 } }, 'generalLimit.windowSeconds'],
      [{ creatorLimits: { ...LIMITS, dailyGems: -1 } }, 'creatorLimits.dailyGems'],
      [{ creatorLimits: { ...LIMITS, courseXp: 1.5 } }, 'creatorLimits.courseXp'],
    ] as const) {
      const { status, body } = await send(wrong, version)
      expect([wrong, status, body.error?.details?.[0]?.field]).toEqual([wrong, 400, field])
    }
    expect((await read()).version).toBe(version)
  })
})

test('the general limit of a running process follows the stored one', async () => {
  const policyOf = async () =>
    (await fixture.service.call('GET /public/paths')).headers.get('ratelimit-policy')
  await waitUntil(async () => (await policyOf()) === '"general";q=50000;w=60')
  await replace({ generalLimit: { count: 30_000, windowSeconds: 30 } })
  await waitUntil(async () => (await policyOf()) === '"general";q=30000;w=30')
  await replace(NOTHING)
  await waitUntil(async () => (await policyOf()) === '"general";q=50000;w=60')
})

test('the limits of creators follow the stored ones', async () => {
  const creator = await fixture.staff('CREATOR')
  const course = { ...COURSE, bonusXp: 0, bonusGems: 0 }
  const publish = async () => {
    const { id } = (await fixture.call('POST /admin/courses', course, creator)).body.data
    const lesson = { ...LESSON, gemReward: 20 }
    const written = await fixture.call(`POST /admin/courses/${id}/lessons`, lesson, creator)
    await fixture.call(`POST /admin/lessons/${written.body.data.id}/publish`, {}, creator)
    return fixture.call(`POST /admin/courses/${id}/publish`, {}, creator)
  }
  expect((await publish()).status).toBe(200)
  await replace({ creatorLimits: LIMITS })
  const refused = await publish()
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { code: 'REWARD_NEEDS_ADMIN', most: 10, wanted: 20 },
  ])
  await replace({ creatorLimits: { ...LIMITS, courseGems: 20, dailyGems: 39 } })
  expect((await publish()).body.error).toMatchObject({
    code: 'DAILY_REWARD_BUDGET_SPENT',
    left: { gems: 19 },
  })
})
