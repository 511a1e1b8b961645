import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type Role, STAFF_ROLES } from '../../platform/http/caller.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'
import { ACCESS, type AdminRoute } from './public/role-access.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
  await setSecondFactor(fixture.admin, true)
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  await setSecondFactor(fixture.admin, true)
  await require([])
})

const db = () => fixture.service.test.database.query
const setSecondFactor = ({ id }: TestUser, isOn: boolean) =>
  db()`update user_account set two_factor_enabled_at = case when ${isOn} then now() end where id = ${id}`
const codeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'OK' : body.error.code)

async function put(
  twoFactorRoles: readonly Role[] | null,
  as: TestUser = fixture.admin,
): Promise<ApiResponse> {
  const [row] = await db()<{ version: number }>`select version from runtime_settings`
  const others = {
    isSignUpOpen: null,
    areStakesOn: null,
    generalLimit: null,
    creatorLimits: null,
    grantLimits: null,
  }
  const body = { ...others, twoFactorRoles, version: row?.version ?? 0, reason: 'A test.' }
  return fixture.call('PUT /admin/runtime-settings', body, as)
}

/** Stores the setting, and waits until the process uses it. */
async function require(roles: readonly Role[]): Promise<void> {
  expect(codeOf(await put(roles))).toBe('OK')
}

const ROUTES = Object.keys(ACCESS) as AdminRoute[]
const ask = (route: AdminRoute, as: TestUser) =>
  fixture.call(route.replaceAll(/:\w+/g, Bun.randomUUIDv7()), route.startsWith('GET') ? undefined : [], as)

describe('a role that must use two-factor sign-in', () => {
  test('every endpoint of every role refuses its staff without it, and no other staff', async () => {
    const people = await Promise.all(STAFF_ROLES.map((role) => fixture.staff(role)))
    for (const [index, required] of STAFF_ROLES.entries()) {
      await require([required])
      for (const [other, role] of STAFF_ROLES.entries()) {
        const mine = ROUTES.filter((route) => (ACCESS[route] as readonly Role[]).includes(role))
        // One endpoint shows that the other roles go on.
        const asked = other === index ? mine : mine.slice(0, 1)
        const codes = await Promise.all(asked.map(async (route) => codeOf(await ask(route, people[other]!))))
        expect({
          role,
          required,
          refused: codes.filter((code) => code === 'TWO_FACTOR_SETUP_REQUIRED'),
        }).toEqual({
          role,
          required,
          refused: other === index ? asked.map(() => 'TWO_FACTOR_SETUP_REQUIRED') : [],
        })
      }
    }
  })

  test('an administrator without it reads only the own balance on the chain', async () => {
    await require(['ADMIN'])
    const [admin, learner] = [await fixture.staff('ADMIN'), await fixture.service.register()]
    const balanceOf = async (id: string, as: TestUser) =>
      codeOf(await fixture.call(`GET /blockchain/user/${id}/balance`, undefined, as))
    expect(await balanceOf(learner.id, admin)).toBe('TWO_FACTOR_SETUP_REQUIRED')
    // This service has no chain.
    for (const id of ['me', admin.id]) expect(await balanceOf(id, admin)).toBe('PROVIDER_UNAVAILABLE')
    expect(await balanceOf(admin.id, learner)).toBe('FORBIDDEN')
    await setSecondFactor(admin, true)
    expect(await balanceOf(learner.id, admin)).toBe('PROVIDER_UNAVAILABLE')
  })

  test('another role is forbidden as before, and a learner is not asked for a second factor', async () => {
    await require(STAFF_ROLES)
    const [support, learner] = [await fixture.staff('SUPPORT'), await fixture.service.register()]
    expect(codeOf(await fixture.call('GET /admin/jobs', undefined, support))).toBe('FORBIDDEN')
    expect(codeOf(await fixture.call('GET /admin/users', undefined, learner))).toBe('FORBIDDEN')
  })

  test('staff sign in without it, turn it on and go on with the same session', async () => {
    await require(['SUPPORT'])
    const support = await fixture.staff('SUPPORT')
    const read = async () => fixture.call('GET /admin/users', undefined, support)
    const refused = await read()
    expect([refused.status, codeOf(refused)]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED'])
    expect(refused.body.message).toContain('/auth/2fa/setup')
    expect(codeOf(await fixture.call('GET /user/profile', undefined, support))).toBe('OK')
    const { secret } = (await fixture.call('POST /auth/2fa/setup', undefined, support)).body.data
    const proof = { code: totpOf(secret), password: support.password }
    expect(codeOf(await fixture.call('POST /auth/2fa/enable', proof, support))).toBe('OK')
    expect(codeOf(await read())).toBe('OK')
    await setSecondFactor(support, false)
    expect(codeOf(await read())).toBe('TWO_FACTOR_SETUP_REQUIRED')
  })
})

describe('an administrator who requires two-factor sign-in', () => {
  test('must have it, to add a role and not to remove one', async () => {
    await require(['SUPPORT'])
    await setSecondFactor(fixture.admin, false)
    const refused = await put(['SUPPORT', 'ADMIN'])
    expect([refused.status, codeOf(refused)]).toEqual([403, 'OWN_TWO_FACTOR_REQUIRED'])
    expect((await fixture.call('GET /admin/runtime-settings')).body.data.twoFactorRoles.value).toEqual([
      'SUPPORT',
    ])
    expect(codeOf(await put([]))).toBe('OK')
  })

  test('cannot turn the own second factor off meanwhile', async () => {
    let response: Promise<ApiResponse> | undefined
    await fixture.service.test.database.transaction(async ({ raw }) => {
      await raw('update user_account set two_factor_enabled_at = null where id = $1', [fixture.admin.id])
      response = put(['ADMIN'])
      await waitUntil(async () => {
        const waiting = await db()`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return waiting.length > 0
      })
    })
    // Without the lock the setting would be stored, and its author refused.
    expect(codeOf(await response!)).toBe('OWN_TWO_FACTOR_REQUIRED')
    expect(codeOf(await fixture.call('GET /admin/users'))).toBe('OK')
  })

  test('has the change with its roles in the audit log, each role once', async () => {
    await require(['SUPPORT', 'ADMIN', 'SUPPORT'])
    const [entry] = await fixture.log('&act=settings.updated')
    expect(entry!.after).toMatchObject({ twoFactorRoles: ['ADMIN', 'SUPPORT'] })
    expect(codeOf(await put(['USER' as Role]))).toBe('VALIDATION_FAILED')
  })
})
