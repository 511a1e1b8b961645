import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { createBarrier } from '../../../../test/harness/barrier.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture } from '../admin-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

const grant = (userId: string, amount: number, asset = 'GEM', headers = {}) =>
  fixture.call(
    `POST /admin/users/${userId}/grants`,
    { asset, amount, reason: 'A lesson was lost.' },
    fixture.admin,
    headers,
  )
/** The unsafe control: all requests read the balance before the first one takes from it. */
async function takeWithoutLock(userId: string, amount: number, many: number): Promise<boolean[]> {
  const db = fixture.service.test.database.query
  await db`create table unsafe_balance (user_id uuid primary key, balance bigint)`
  await db`insert into unsafe_balance values (${userId}, ${amount})`
  const meet = createBarrier(many)
  const take = async () => {
    const [row] = await db<{ balance: bigint }>`select balance from unsafe_balance where user_id = ${userId}`
    await meet()
    if (row!.balance < BigInt(amount)) return false
    await db`update unsafe_balance set balance = ${row!.balance - BigInt(amount)} where user_id = ${userId}`
    return true
  }
  return Promise.all(Array.from({ length: many }, take))
}
const rowsOf = (userId: string) => fixture.log(`&userId=${userId}`)

async function verifyAddress({ email, accessToken: token }: TestUser): Promise<void> {
  const otpCode = await fixture.service.codeFor(email)
  const { status } = await fixture.service.call('POST /auth/verify-email', { token, body: { otpCode } })
  expect(status).toBe(200)
}

describe('users', () => {
  test('users are found by a part of username or address, by role and by suspension', async () => {
    const user = await fixture.service.register({ username: 'Zanzibar_9', email: 'spice.trader@example.com' })
    for (const search of ['zanzi', 'BAR_9', 'spice.tr', 'trader@EXAMPLE']) {
      const { body } = await fixture.call(`GET /admin/users?search=${encodeURIComponent(search)}`)
      expect([search, body.data.map((found: { id: string }) => found.id)]).toEqual([search, [user.id]])
      expect(body.meta).toEqual({ total: 1, page: 1, limit: 20 })
    }
    expect((await fixture.call('GET /admin/users?search=z_nzi')).body.data).toEqual([])
    expect((await fixture.call('GET /admin/users?search=%25%25%25')).body.data).toEqual([])
    expect((await fixture.call('GET /admin/users?search=za')).status).toBe(400)
    const admins = (await fixture.call('GET /admin/users?role=ADMIN')).body.data
    expect(admins.map((found: { id: string }) => found.id)).toContain(fixture.admin.id)
    expect(admins.every((found: { role: string }) => found.role === 'ADMIN')).toBe(true)
    expect((await fixture.call('GET /admin/users?isSuspended=true')).body.data).toEqual([])
  })

  test('a user is shown with balances and without secrets', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 30)
    const { body } = await fixture.call(`GET /admin/users/${user.id}`)
    expect(body.data).toMatchObject({
      email: user.email,
      totalGems: 30,
      totalXP: 0,
      isPremium: false,
      role: 'USER',
    })
    expect(JSON.stringify(body)).not.toMatch(/hash|secret|argon/i)
    expect((await fixture.call(`GET /admin/users/${Bun.randomUUIDv7()}`)).status).toBe(404)
  })
})

describe('grants', () => {
  test('a grant gives and takes with ledger entries, and the audit log shows before and after', async () => {
    const user = await fixture.service.register()
    const given = await grant(user.id, 100)
    expect([given.status, given.body.data]).toEqual([
      201,
      { newTotalXP: 0, newTotalGems: 100, approval: null },
    ])
    const taken = await grant(user.id, -40)
    expect(taken.body.data).toEqual({ newTotalXP: 0, newTotalGems: 60, approval: null })
    await grant(user.id, 250, 'XP')
    expect((await grant(user.id, -50, 'XP')).body.data).toMatchObject({ newTotalXP: 200, newTotalGems: 60 })

    const profile = await fixture.call('GET /user/profile', undefined, user)
    expect(profile.body.data).toMatchObject({ totalXP: 200, totalGems: 60 })
    const rows = await rowsOf(user.id)
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [
        { totalXP: 250, totalGems: 60 },
        { totalXP: 200, totalGems: 60, asset: 'XP', amount: -50 },
      ],
      [
        { totalXP: 0, totalGems: 60 },
        { totalXP: 250, totalGems: 60, asset: 'XP', amount: 250 },
      ],
      [
        { totalXP: 0, totalGems: 100 },
        { totalXP: 0, totalGems: 60, asset: 'GEM', amount: -40 },
      ],
      [
        { totalXP: 0, totalGems: 0 },
        { totalXP: 0, totalGems: 100, asset: 'GEM', amount: 100 },
      ],
    ])
    expect(rows[0]).toMatchObject({
      act: 'user.granted',
      actorId: fixture.admin.id,
      actorName: fixture.admin.username,
      actorRole: 'ADMIN',
      subjectKind: 'user',
      subjectId: user.id,
      details: { reason: 'A lesson was lost.', address: expect.stringMatching(/127\.0\.0\.1/) },
    })
  })

  test('a grant that would make a balance negative is rejected and not audited', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 10)
    const gems = await grant(user.id, -11)
    expect([gems.status, gems.body.error.code]).toEqual([402, 'INSUFFICIENT_GEMS'])
    const xp = await grant(user.id, -1, 'XP')
    expect([xp.status, xp.body.error.code]).toEqual([402, 'INSUFFICIENT_BALANCE'])
    expect(await rowsOf(user.id)).toHaveLength(1)
  })

  test.each([
    ['nothing', { asset: 'GEM', amount: 0, reason: 'r' }],
    ['a fraction', { asset: 'GEM', amount: 0.5, reason: 'r' }],
    ['an amount beyond reach', { asset: 'GEM', amount: 1e15, reason: 'r' }],
    ['another asset', { asset: 'USDT', amount: 1, reason: 'r' }],
    ['no reason', { asset: 'GEM', amount: 1 }],
  ])('a grant of %s is rejected', async (_, body) => {
    const user = await fixture.service.register()
    expect((await fixture.call(`POST /admin/users/${user.id}/grants`, body)).status).toBe(400)
    expect(await rowsOf(user.id)).toEqual([])
  })

  test('a grant with one Idempotency-Key is applied once', async () => {
    const user = await fixture.service.register()
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const responses = await Promise.all(Array.from({ length: 8 }, () => grant(user.id, 7, 'GEM', headers)))
    expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const again = await grant(user.id, 7, 'GEM', headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body.data).toEqual({ newTotalXP: 0, newTotalGems: 7, approval: null })
    expect(await rowsOf(user.id)).toHaveLength(1)
  })

  test('concurrent grants take a balance once, while the unsafe control takes it several times', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 10)
    const responses = await Promise.all(Array.from({ length: 8 }, () => grant(user.id, -10)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402, 402, 402, 402])
    const unsafeResults = await takeWithoutLock(user.id, 10, 8)
    expect(unsafeResults.filter(Boolean).length).toBeGreaterThan(1)
    const rows = await rowsOf(user.id)
    expect(rows).toHaveLength(2)
    for (const { before, after } of rows)
      expect(Number(after!.totalGems) - Number(before!.totalGems)).toBe(Number(after!.amount))
  })

  test('a grant of XP changes the position on the leaderboards in both directions', async () => {
    const user = await fixture.service.register()
    const standing = async () => {
      const { body } = await fixture.call('GET /leaderboard/my-position', undefined, user)
      const { weekly, monthly, allTime } = body.data
      return JSON.stringify([weekly, monthly, allTime].map(({ rank, totalXP }) => [rank, totalXP]))
    }
    const empty = await standing()
    await grant(user.id, 900, 'XP')
    const high = await standing()
    expect(high).not.toBe(empty)
    expect(high).toContain('900')
    await grant(user.id, -300, 'XP')
    expect(await standing()).toContain('600')
    await grant(user.id, -600, 'XP')
    expect(await standing()).toBe(empty)
  })
})

describe('suspensions', () => {
  test('a suspension ends sessions, prevents sign-in and hides the user, until it is lifted', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 5_000, 'XP')
    const listed = async () => {
      const { body } = await fixture.service.call('GET /leaderboard/all-time?limit=500')
      return JSON.stringify(body).includes(user.username)
    }
    expect(await listed()).toBe(true)
    const suspended = await fixture.call(`POST /admin/users/${user.id}/suspend`, { reason: 'Sold accounts.' })
    expect(suspended.status).toBe(200)
    expect((await fixture.call('GET /user/profile', undefined, user)).status).toBe(401)
    const { refreshToken, email, password } = user
    expect((await fixture.service.call('POST /auth/refresh', { body: { refreshToken } })).status).toBe(401)
    const refused = await fixture.service.call('POST /auth/login', { body: { email, password } })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect(await listed()).toBe(false)
    expect((await fixture.call('GET /admin/users?isSuspended=true')).body.data).toHaveLength(1)

    expect(
      (await fixture.call(`POST /admin/users/${user.id}/unsuspend`, {})).body.data.suspendedAt,
    ).toBeNull()
    expect((await fixture.service.call('POST /auth/login', { body: { email, password } })).status).toBe(200)
    expect(await listed()).toBe(true)
    const [restored, ended] = await rowsOf(user.id)
    const { suspendedAt } = suspended.body.data
    expect(ended).toMatchObject({
      act: 'user.suspended',
      before: { suspendedAt: null },
      after: { suspendedAt },
      details: { reason: 'Sold accounts.' },
    })
    expect(restored).toMatchObject({
      act: 'user.restored',
      before: { suspendedAt },
      after: { suspendedAt: null },
    })
  })

  test('a suspended user who loses all XP is shown again with later XP after the suspension', async () => {
    const user = await fixture.service.register()
    const { email, password } = user
    await grant(user.id, 40, 'XP')
    await fixture.call(`POST /admin/users/${user.id}/suspend`, {})
    await grant(user.id, -40, 'XP')
    await fixture.call(`POST /admin/users/${user.id}/unsuspend`, {})
    const { body } = await fixture.service.call('POST /auth/login', { body: { email, password } })
    const position = async () => {
      const asked = await fixture.call('GET /leaderboard/my-position', undefined, body.data)
      const { weekly, allTime } = asked.body.data
      return [weekly.rank === null, weekly.totalXP, allTime.rank === null, allTime.totalXP]
    }
    expect(await position()).toEqual([true, 0, true, 0])
    await grant(user.id, 5, 'XP')
    expect(await position()).toEqual([false, 5, false, 5])
  })

  test('repeated and concurrent suspensions write one audit entry', async () => {
    const user = await fixture.service.register()
    const suspend = () => fixture.call(`POST /admin/users/${user.id}/suspend`, {})
    const responses = await Promise.all(Array.from({ length: 10 }, suspend))
    responses.push(await suspend())
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.data.suspendedAt}`)).size).toBe(1)
    expect((await rowsOf(user.id)).map(({ act }) => act)).toEqual(['user.suspended'])
  })

  test('a suspension is undone only while it is the one that is undone', async () => {
    const user = await fixture.service.register()
    const post = (action: string, body: object) =>
      fixture.call(`POST /admin/users/${user.id}/${action}`, { reason: 'Undo of a test.', ...body })
    const first = (await post('suspend', { ifSuspendedAt: null })).body.data.suspendedAt as string
    const refused = await post('suspend', { ifSuspendedAt: null })
    expect([refused.status, refused.body.error.code]).toEqual([412, 'USER_CHANGED'])
    await post('unsuspend', {})
    // Not suspended, and suspended by another action.
    expect((await post('unsuspend', { ifSuspendedAt: first })).status).toBe(412)
    await waitUntil(async () => new Date().toISOString() > first)
    const second = (await post('suspend', {})).body.data.suspendedAt as string
    expect((await post('unsuspend', { ifSuspendedAt: first })).status).toBe(412)
    expect((await fixture.call(`GET /admin/users/${user.id}`)).body.data.suspendedAt).toBe(second)
    expect((await post('unsuspend', { ifSuspendedAt: second })).status).toBe(200)
    expect((await rowsOf(user.id)).map(({ act }) => act)).toEqual([
      'user.restored',
      'user.suspended',
      'user.restored',
      'user.suspended',
    ])
  })

  test('an admin cannot suspend their own account, and no audit entry is written', async () => {
    const { status, body } = await fixture.call(`POST /admin/users/${fixture.admin.id}/suspend`, {})
    expect([status, body.error.code]).toEqual([409, 'OWN_ACCOUNT'])
    expect(
      (await fixture.log('&act=user.suspended')).some(({ subjectId }) => subjectId === fixture.admin.id),
    ).toBe(false)
  })
})

describe('roles', () => {
  test('a user with an unverified address cannot get a role', async () => {
    const user = await fixture.service.register()
    const give = (role: string) => fixture.call(`PATCH /admin/users/${user.id}/role`, { role })
    for (const role of ['CREATOR', 'SUPPORT', 'ADMIN']) {
      const { status, body } = await give(role)
      expect([status, body.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    }
    expect([(await give('USER')).status, await rowsOf(user.id)]).toEqual([200, []])
    await verifyAddress(user)
    expect((await give('CREATOR')).status).toBe(200)
  })

  test('a role change ends existing sessions and permits the endpoints of the role', async () => {
    const user = await fixture.service.register()
    await verifyAddress(user)
    const change = await fixture.call(`PATCH /admin/users/${user.id}/role`, { role: 'SUPPORT' })
    expect(change.body.data).toEqual({ id: user.id, role: 'SUPPORT' })
    expect((await fixture.call('GET /admin/users', undefined, user)).status).toBe(401)
    const { email, password } = user
    const { body } = await fixture.service.call('POST /auth/login', { body: { email, password } })
    const asSupport = { accessToken: body.data.accessToken }
    expect((await fixture.call('GET /admin/users', undefined, asSupport)).status).toBe(200)
    expect(
      (await fixture.call(`PATCH /admin/users/${user.id}/role`, { role: 'ADMIN' }, asSupport)).status,
    ).toBe(403)
    await fixture.call(`PATCH /admin/users/${user.id}/role`, { role: 'SUPPORT' })
    const [row, ...others] = await rowsOf(user.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ before: { role: 'USER' }, after: { role: 'SUPPORT' } })
  })

  test('a role change is undone only while the user has the role that it gave, with a reason in the log', async () => {
    const user = await fixture.service.register()
    await verifyAddress(user)
    const change = (body: object) => fixture.call(`PATCH /admin/users/${user.id}/role`, body)
    await change({ role: 'CREATOR' })
    await change({ role: 'SUPPORT' })
    const refused = await change({ role: 'USER', ifRole: 'CREATOR', reason: 'Undo.' })
    expect([refused.status, refused.body.error.code]).toEqual([412, 'USER_CHANGED'])
    expect((await fixture.call(`GET /admin/users/${user.id}`)).body.data.role).toBe('SUPPORT')
    expect((await change({ role: 'CREATOR', ifRole: 'SUPPORT', reason: 'Undo.' })).status).toBe(200)
    const rows = await rowsOf(user.id)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      before: { role: 'SUPPORT' },
      after: { role: 'CREATOR' },
      details: { reason: 'Undo.' },
    })
  })

  test('two admins who revoke the role of each other concurrently leave one admin', async () => {
    const [one, other] = [await fixture.staff('ADMIN'), await fixture.staff('ADMIN')]
    const dismiss = (whom: string, by: { accessToken: string }) =>
      fixture.call(`PATCH /admin/users/${whom}/role`, { role: 'USER' }, by)
    const responses = await Promise.all([dismiss(other.id, one), dismiss(one.id, other)])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = await fixture.service.test.database.query`
      select id from user_account where id = any(${[one.id, other.id]}::uuid[]) and role = 'ADMIN'`
    expect(rows).toHaveLength(1)
  })
})

test('a dismissed admin cannot act, even in a process that has not received the revocation', async () => {
  const [admin, user] = [await fixture.staff('ADMIN'), await fixture.service.register()]
  const db = fixture.service.test.database.query
  await db`update session set revoked_at = now(), revoked_reason = 'role changed' where user_id = ${admin.id}`
  const gift = { asset: 'GEM', amount: 100, reason: 'A farewell.' }
  const response = await fixture.call(`POST /admin/users/${user.id}/grants`, gift, admin)
  expect([response.status, response.body.error?.code]).toEqual([401, 'UNAUTHENTICATED'])
  expect((await fixture.call(`GET /admin/users/${user.id}`)).body.data.totalGems).toBe(0)
  expect(await rowsOf(user.id)).toEqual([])
})

test('a message to a user appears in the inbox of the user', async () => {
  const user = await fixture.service.register()
  const message = { title: 'Your question', body: 'The lesson is fixed.' }
  expect((await fixture.call(`POST /admin/users/${user.id}/notifications`, message)).status).toBe(201)
  const inbox = async () => (await fixture.call('GET /notifications?type=SYSTEM', undefined, user)).body.data
  await waitUntil(async () => (await inbox()).length === 1)
  expect((await inbox())[0]).toMatchObject({ type: 'SYSTEM', ...message })
  expect((await rowsOf(user.id))[0]).toMatchObject({ act: 'user.notified', details: message })
  expect((await fixture.call(`POST /admin/users/${Bun.randomUUIDv7()}/notifications`, message)).status).toBe(
    404,
  )
})

test('premium is granted and ended once each', async () => {
  const user = await fixture.service.register()
  const until = '2036-01-01T00:00:00.000Z'
  const grantPremium = () =>
    fixture.call(`PUT /admin/users/${user.id}/subscription`, { until, reason: 'Won.' })
  expect((await grantPremium()).body.data).toEqual({ isGranted: true, until, isPremium: true })
  await grantPremium()
  expect((await fixture.call(`GET /admin/users/${user.id}`)).body.data.isPremium).toBe(true)
  const end = () => fixture.call(`DELETE /admin/users/${user.id}/subscription`)
  expect((await end()).body.data).toEqual({ isGranted: false, until: null, isPremium: false })
  await end()
  expect((await rowsOf(user.id)).map(({ act, before, after }) => [act, before, after])).toEqual([
    ['subscription.ended', { isGranted: true, until }, { isGranted: false, until: null }],
    ['subscription.granted', { isGranted: false, until: null }, { isGranted: true, until }],
  ])
})
