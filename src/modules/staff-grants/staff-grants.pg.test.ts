import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { gemBalanceOf } from '../../../test/harness/give-gems.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
/** Makes requests; a new one for each test, so that grants of other tests do not count. */
let requester: TestUser
let user: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ GRANT_LIMIT_GEMS: '1000', GRANT_LIMIT_XP: '500' })
})
beforeEach(async () => {
  requester = await fixture.staff('ADMIN')
  user = await fixture.service.register()
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query
const grant = (amount: number, { asset = 'GEM', to = user, by = requester } = {}) =>
  fixture.call(`POST /admin/users/${to.id}/grants`, { asset, amount, reason: 'A prize.' }, by)
const decide = (id: string, decision: 'approve' | 'reject', by: TestUser, reason = 'I looked at it.') =>
  fixture.call(`POST /admin/grant-requests/${id}/${decision}`, { reason }, by)
const listed = async (status: string, as = fixture.admin) =>
  (await fixture.call(`GET /admin/grant-requests?status=${status}&limit=100`, undefined, as)).body.data as {
    id: string
    mayApprove: boolean
  }[]
const waiting = async () => (await fixture.call('GET /admin/attention')).body.data.grantRequests.count
const gems = (of = user) => gemBalanceOf(db(), of.id)
const codeOf = ({ status, body }: Awaited<ReturnType<typeof grant>>) =>
  status < 300 ? status : body.error.code

/** A grant above the limit. */
async function requested(amount = 5_000): Promise<string> {
  const { status, body } = await grant(amount)
  expect(status).toBe(202)
  return body.data.approval.requestId
}

/** Makes a user an administrator by an administrator, as the console does. */
async function madeBy(giver: TestUser): Promise<TestUser> {
  const made = await fixture.service.register()
  await db()`update user_account set email_verified_at = now() where id = ${made.id}`
  const { status } = await fixture.call(`PATCH /admin/users/${made.id}/role`, { role: 'ADMIN' }, giver)
  expect(status).toBe(200)
  return signIn(made)
}

async function signIn(person: TestUser): Promise<TestUser> {
  const { email, password } = person
  const { body } = await fixture.service.call('POST /auth/login', { body: { email, password } })
  return { ...person, accessToken: body.data.accessToken }
}

describe('a grant above the limit', () => {
  test('a grant up to the limit is paid, and one above it waits and pays nothing', async () => {
    const paid = await grant(1_000)
    expect([paid.status, paid.body.data]).toEqual([
      201,
      { newTotalXP: 0, newTotalGems: 1_000, approval: null },
    ])
    const before = await waiting()
    const response = await grant(1)
    expect(response.status).toBe(202)
    const { approval, newTotalGems } = response.body.data
    expect([newTotalGems, await gems(), await waiting()]).toEqual([1_000, 1_000, before + 1])
    expect(Date.parse(approval.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    const [entry] = await fixture.log(`&userId=${user.id}`)
    expect(entry).toMatchObject({
      act: 'user.grant_requested',
      actorId: requester.id,
      after: { asset: 'GEM', amount: 1, requestId: approval.requestId },
      details: { reason: 'A prize.' },
    })
  })

  test('all grants of an administrator within a day count together, each asset for itself', async () => {
    const other = await fixture.service.register()
    expect((await grant(600)).status).toBe(201)
    expect((await grant(500, { asset: 'XP' })).status).toBe(201)
    expect((await grant(500, { to: other })).status).toBe(202)
    // What is taken makes no room.
    expect((await grant(-600)).status).toBe(201)
    expect((await grant(500, { to: other })).status).toBe(202)
    expect((await grant(1, { asset: 'XP', to: other })).status).toBe(202)
    // Another administrator has an own limit.
    expect((await grant(1_000, { by: await fixture.staff('ADMIN') })).status).toBe(201)
    await db()`
      update staff_grant set created_at = created_at - interval '23 hours 59 minutes' where admin_id = ${requester.id}`
    expect((await grant(500, { to: other })).status).toBe(202)
    await db()`
      update staff_grant set created_at = created_at - interval '2 minutes' where admin_id = ${requester.id}`
    expect((await grant(500, { to: other })).status).toBe(201)
  })

  test('of concurrent grants as many are paid as the limit allows', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => grant(100)))
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(201),
      ...Array(10).fill(202),
    ])
    expect(await gems()).toBe(1_000)
  })

  test('a repeated request with the same key makes one request and has the status 202 again', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { asset: 'GEM', amount: 2_000, reason: 'A prize.' }
    const send = () => fixture.call(`POST /admin/users/${user.id}/grants`, body, requester, key)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body.data.approval).toEqual(first.body.data.approval)
  })

  test('an account that is deleted after a grant makes no room, and its texts are erased', async () => {
    expect((await grant(1_000)).status).toBe(201)
    const id = await requested()
    const { password, accessToken: token } = user
    const { staffGrants } = (await fixture.service.call('GET /user/export', { token })).body.data
    expect(staffGrants).toMatchObject([
      { amount: 1_000, status: 'DIRECT' },
      { amount: 5_000, status: 'PENDING', reason: 'A prize.' },
    ])
    const gone = await fixture.service.call('DELETE /user/account', { token, body: { password } })
    expect(gone.status).toBe(200)
    const other = await fixture.service.register()
    expect((await grant(1, { to: other })).status).toBe(202)
    const [row] = await db()`select status, reason from staff_grant where id = ${id}`
    expect(row).toEqual({ status: 'REJECTED', reason: null })
    expect(codeOf(await decide(id, 'approve', fixture.admin))).toBe('GRANT_REQUEST_DECIDED')
  })
})

describe('a decision', () => {
  test('an independent administrator approves, and the grant is paid and audited', async () => {
    const id = await requested()
    const { status, body } = await decide(id, 'approve', fixture.admin)
    expect([status, body.data]).toMatchObject([
      200,
      {
        id,
        status: 'APPROVED',
        requester: { id: requester.id, username: requester.username },
        user: { id: user.id },
        decidedBy: { id: fixture.admin.id },
        decisionReason: 'I looked at it.',
      },
    ])
    expect(await gems()).toBe(5_000)
    const [entry] = await fixture.log(`&userId=${user.id}`)
    expect(entry).toMatchObject({
      act: 'user.granted',
      actorId: fixture.admin.id,
      before: { totalGems: 0 },
      after: { totalGems: 5_000, amount: 5_000, requestId: id, requestedBy: requester.id },
    })
    // An approved grant does not use up the limit.
    expect((await grant(1_000)).status).toBe(201)
  })

  test('the requester, and the user who gets it, do not approve', async () => {
    const id = await requested()
    expect(codeOf(await decide(id, 'approve', requester))).toBe('APPROVER_NOT_INDEPENDENT')
    const rich = await fixture.staff('ADMIN')
    const own = (await grant(5_000, { to: rich })).body.data.approval.requestId
    expect(codeOf(await decide(own, 'approve', rich))).toBe('GRANT_TO_YOURSELF')
    expect([await gems(), await gems(rich)]).toEqual([0, 0])
  })

  test('nobody of the same role line approves: made by the requester, maker of it, or made by the same', async () => {
    const root = requester
    const [child, sibling] = [await madeBy(root), await madeBy(root)]
    const grandchild = await madeBy(child)
    for (const [asking, deciding] of [
      [root, child],
      [root, grandchild],
      [child, root],
      [grandchild, root],
      [child, sibling],
      [grandchild, sibling],
    ] as const) {
      const id = (await grant(5_000, { by: asking })).body.data.approval.requestId
      expect((await listed('PENDING', deciding)).find((one) => one.id === id)?.mayApprove).toBe(false)
      expect(codeOf(await decide(id, 'approve', deciding))).toBe('APPROVER_NOT_INDEPENDENT')
    }
    const id = (await grant(5_000, { by: root })).body.data.approval.requestId
    expect(await gems()).toBe(0)
    // An independent administrator takes the role and gives it again, and answers for this one from then on.
    const other = await fixture.staff('ADMIN')
    for (const role of ['USER', 'ADMIN'])
      expect((await fixture.call(`PATCH /admin/users/${child.id}/role`, { role }, other)).status).toBe(200)
    expect((await decide(id, 'approve', await signIn(child))).status).toBe(200)
    expect(await gems()).toBe(5_000)
  })

  test('of many decisions at the same time one counts, and at most one payment is made', async () => {
    const approvers = [fixture.admin, await fixture.staff('ADMIN')]
    for (let round = 0; round < 3; round++) {
      const before = await gems()
      const id = await requested()
      const responses = await Promise.all(
        approvers.flatMap((by) => [
          decide(id, 'approve', by),
          decide(id, 'reject', by),
          decide(id, 'approve', by),
        ]),
      )
      const codes = responses.map(codeOf)
      expect(codes.filter((code) => code === 200)).toHaveLength(1)
      expect(codes.filter((code) => code === 'GRANT_REQUEST_DECIDED')).toHaveLength(5)
      const isApproved = (await listed('APPROVED')).some((one) => one.id === id)
      expect((await gems()) - before).toBe(isApproved ? 5_000 : 0)
    }
  })

  test('a rejected and an expired request are not paid', async () => {
    const [rejected, expired] = [await requested(), await requested()]
    // The requester withdraws.
    expect((await decide(rejected, 'reject', requester)).status).toBe(200)
    expect(codeOf(await decide(rejected, 'approve', fixture.admin))).toBe('GRANT_REQUEST_DECIDED')
    const before = await waiting()
    await db()`update staff_grant set expires_at = now() - interval '1 second' where id = ${expired}`
    for (const decision of ['approve', 'reject'] as const)
      expect(codeOf(await decide(expired, decision, fixture.admin))).toBe('GRANT_REQUEST_EXPIRED')
    expect([await gems(), await waiting()]).toEqual([0, before - 1])
    const idsOf = async (status: string) => (await listed(status)).map(({ id }) => id)
    expect(await idsOf('EXPIRED')).toContain(expired)
    expect(await idsOf('PENDING')).not.toContain(expired)
    expect(await idsOf('REJECTED')).toContain(rejected)
    const [entry] = await fixture.log(`&userId=${user.id}`)
    expect(entry).toMatchObject({ act: 'user.grant_rejected', after: { requestId: rejected } })
  })

  test('the request of a former administrator is not approved', async () => {
    const id = await requested()
    await fixture.call(`PATCH /admin/users/${requester.id}/role`, { role: 'USER' })
    // Now the administrator who took the role is the newest in the log, but gave no role.
    expect(codeOf(await decide(id, 'approve', fixture.admin))).toBe('REQUESTER_NOT_ADMIN')
    expect((await decide(id, 'reject', fixture.admin)).status).toBe(200)
  })
})

describe('the limits', () => {
  const NOTHING = {
    isSignUpOpen: null,
    areStakesOn: null,
    generalLimit: null,
    creatorLimits: null,
    twoFactorRoles: null,
  }
  const replace = async (grantLimits: object | null) => {
    const { version } = (await fixture.call('GET /admin/runtime-settings')).body.data
    const body = { ...NOTHING, grantLimits, version, reason: 'A test.' }
    return fixture.call('PUT /admin/runtime-settings', body)
  }

  test('an administrator lowers them, and does not raise them or turn them off', async () => {
    for (const raised of [
      { gems: 1_001, xp: 500 },
      { gems: 0, xp: 500 },
      { gems: 1_000, xp: 0 },
      { gems: 10, xp: 501 },
    ])
      expect(codeOf(await replace(raised))).toBe('GRANT_LIMITS_RAISED')
    expect((await replace({ gems: 50, xp: 500 })).status).toBe(200)
    expect((await grant(51)).status).toBe(202)
    // The environment allows more.
    expect(codeOf(await replace(null))).toBe('GRANT_LIMITS_RAISED')
    expect(codeOf(await replace({ gems: 51, xp: 500 }))).toBe('GRANT_LIMITS_RAISED')
    expect((await grant(51)).status).toBe(202)
  })
})
