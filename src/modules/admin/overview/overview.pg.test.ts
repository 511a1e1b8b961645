import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { newId } from '../../../platform/ids.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin-testbed.ts'

let fixture: AdminFixture
let support: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  support = await fixture.staff('SUPPORT')
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query
const grant = (userId: string, asset: 'GEM' | 'XP', amount: number, reason = 'A lesson was lost.') =>
  fixture.call(`POST /admin/users/${userId}/grants`, { asset, amount, reason })
const read = async (path: string, as = support) => (await fixture.call(`GET ${path}`, undefined, as)).body

interface Entry {
  asset: string
  amount: number
  reference: string
  cause: { kind: string; id: string | null }
  lines: { account: string; asset: string; amount: number }[]
  lineCount: number
  createdAt: string
}

/** Posts a transfer from the house to many accounts, such as the settlement of a contest. */
async function postToMany(userIds: string[], source: string, { asset = 'GEM', at = new Date() } = {}) {
  const credits = userIds.map((id) => ({ account: `user:${id}`, asset, amount: '1' }))
  const entries = [{ account: 'house:prizes', asset, amount: String(-userIds.length) }, ...credits]
  await db()`select from ledger_post(${newId()}, ${source}, 'prize', ${at}, ${entries}::jsonb)`
}

describe('the overview of a user', () => {
  test('the overview shows every section of a user who used all of them', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture)
    const inviter = await fixture.service.register()
    const { referralCode } = (await fixture.call('POST /referral/code', {}, inviter)).body
    const user = await fixture.service.register({ referralCode })
    await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
    await fixture.call('POST /certificates/claim', { courseId, studentName: 'Amina Otieno' }, user)
    const wanted = { fiatAmount: 1_000, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
    const quote = await fixture.call('POST /payment/on-ramp/quote', wanted, user)
    const payment = { quoteId: quote.body.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
    const { orderId } = (await fixture.call('POST /payment/on-ramp/initiate', payment, user)).body.data
    const device = { token: 'a-secret-device-token', platform: 'ANDROID' }
    await fixture.call('POST /notifications/device-token', device, user)
    await fixture.call(`POST /admin/users/${user.id}/notes`, { text: 'Called twice.' }, support)

    const { data } = await read(`/admin/users/${user.id}/overview`)
    const plain = (await fixture.call(`GET /admin/users/${user.id}`)).body.data
    expect(data.user).toEqual(plain)
    expect(data.sessions).toMatchObject([{ revokedAt: null, network: expect.stringContaining('/') }])
    expect(data.devices).toMatchObject([{ platform: 'ANDROID', kind: 'FCM' }])
    expect(JSON.stringify(data)).not.toContain(device.token)
    expect(data.learning).toMatchObject({
      enrolledCourses: 1,
      completedCourses: 1,
      completedLessons: 1,
      streak: { currentDays: 1, longestDays: 1 },
      lastLearningDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(data.learning.enrollments).toMatchObject([
      { courseId, completedLessons: 1, totalLessons: 1, progressPercentage: 100 },
    ])
    expect(data.orders).toMatchObject([{ orderId, userId: user.id }])
    expect(data.certificates).toMatchObject([{ courseId, userId: user.id }])
    expect(data.referrals).toMatchObject({ referredBy: inviter.id, members: { invited: 0 } })
    expect(data.moderation).toEqual({ suspendedAt: null })
    expect(data.notes).toMatchObject([{ text: 'Called twice.', authorId: support.id }])
    expect(data.audit).toMatchObject([
      { act: 'user.note_added', actorRole: 'SUPPORT', actorName: support.username },
    ])
    const invited = (await read(`/admin/users/${inviter.id}/overview`)).data.referrals
    expect(invited).toMatchObject({
      referredBy: null,
      code: referralCode,
      members: { invited: 1, active: 1 },
    })
  })

  test('the ledger section agrees with the ledger: balances, entries and totals', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 'GEM', 100)
    await grant(user.id, 'XP', 30)
    await grant(user.id, 'GEM', -40, 'Taken by mistake.')
    const { data } = await read(`/admin/users/${user.id}/overview`)
    const entries: Entry[] = data.ledger.entries
    expect(data.ledger.balances).toEqual({ XP: 30, GEM: 60, USDT: 0 })
    expect([data.user.totalXP, data.user.totalGems]).toEqual([30, 60])
    const stored = await db()<{ asset: string; balance: string; sum: string }>`
      select asset, balance::text, (select sum(amount)::text from ledger_entry
        where ledger_entry.account = ledger_balance.account and ledger_entry.asset = ledger_balance.asset) as sum
      from ledger_balance where account = ${`user:${user.id}`} order by asset`
    expect(stored).toEqual([
      { asset: 'GEM', balance: '60', sum: '60' },
      { asset: 'XP', balance: '30', sum: '30' },
    ])
    for (const { asset, balance } of stored) {
      const shown = entries.filter((entry) => entry.asset === asset)
      expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(Number(balance))
    }
    expect(entries.map(({ amount }) => amount)).toEqual([-40, 30, 100])
    for (const { lines } of entries) expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(entries[0]).toMatchObject({
      reason: 'taken back',
      cause: { kind: 'grant', id: entries[0]!.reference.slice('grant:'.length) },
      lineCount: 2,
    })
    expect(new Set(entries[0]!.lines.map(({ account }) => account))).toEqual(
      new Set(['house:grants', `user:${user.id}`]),
    )
  })

  test('a section has a limit, and its own list shows the rest', async () => {
    const user = await fixture.service.register()
    for (let index = 0; index < 25; index++) await postToMany([user.id], `test:${newId()}`)
    const { data } = await read(`/admin/users/${user.id}/overview`)
    expect(data.ledger.entries).toHaveLength(20)
    expect(data.ledger.balances.GEM).toBe(25)
    const second = await read(`/admin/users/${user.id}/ledger?page=2`)
    expect(second.data).toHaveLength(5)
    expect(second.meta).toEqual({ total: 25, page: 2, limit: 20 })
  })

  test('courses and invited users have pages of their own', async () => {
    const inviter = await fixture.service.register()
    const { referralCode } = (await fixture.call('POST /referral/code', {}, inviter)).body
    const invited = await fixture.service.register({ referralCode })
    const courses = [await publishedCourse(fixture), await publishedCourse(fixture)]
    for (const { lessonId } of courses)
      await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, inviter)
    const path = `/admin/users/${inviter.id}`
    const pages = [
      await read(`${path}/enrollments?limit=1`),
      await read(`${path}/enrollments?limit=1&page=2`),
    ]
    expect(pages.map(({ meta }) => meta.total)).toEqual([2, 2])
    expect(pages.map(({ data }) => data[0].courseId)).toEqual(
      courses.map(({ courseId }) => courseId).reverse(),
    )
    expect((await read(`${path}/overview`)).data.learning.enrollments).toEqual(
      pages.map(({ data }) => data[0]),
    )
    const members = await read(`${path}/referrals`)
    expect(members).toMatchObject({
      data: [{ userId: invited.id, username: invited.username, bonus: null, firstCourseAt: null }],
      meta: { total: 1 },
    })
    expect((await read(`/admin/users/${invited.id}/referrals`)).data).toEqual([])
  })

  test('support does not see the IP address of an administrator, and the audit log keeps it', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 'GEM', 1)
    const [entry] = (await read(`/admin/users/${user.id}/overview`)).data.audit
    expect(entry).toMatchObject({ act: 'user.granted', details: { reason: 'A lesson was lost.' } })
    expect(entry.details).not.toHaveProperty('address')
    expect((await fixture.log(`&userId=${user.id}`))[0]!.details).toHaveProperty('address')
  })

  test('an unknown or deleted user is not found in any section', async () => {
    const gone = await fixture.service.register()
    await fixture.call('DELETE /user/account', { password: gone.password }, gone)
    for (const id of [newId(), gone.id])
      for (const section of ['overview', 'ledger', 'sessions', 'enrollments', 'referrals', 'notes'])
        expect((await fixture.call(`GET /admin/users/${id}/${section}`)).status).toBe(404)
  })
})

describe('the ledger entries of a user', () => {
  test('entries are filtered by asset and time, and a wrong filter is refused', async () => {
    const user = await fixture.service.register()
    const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
    await postToMany([user.id], `test:${newId()}`, { asset: 'GEM', at: new Date(first) })
    await postToMany([user.id], `test:${newId()}`, { asset: 'XP', at: new Date(second) })
    const path = `/admin/users/${user.id}/ledger`
    expect((await read(path)).data).toMatchObject([{ asset: 'XP' }, { asset: 'GEM' }])
    for (const [query, asset, createdAt] of [
      ['asset=GEM', 'GEM', first],
      [`from=${second}`, 'XP', second],
      [`to=${second}`, 'GEM', first],
    ]) {
      const { data, meta } = await read(`${path}?${query}`)
      expect([data.length, meta.total]).toEqual([1, 1])
      expect(data[0]).toMatchObject({ asset, createdAt })
    }
    for (const query of ['asset=GOLD', 'from=yesterday', 'assets=GEM'])
      expect((await fixture.call(`GET ${path}?${query}`)).status).toBe(400)
  })

  test('a transfer with very many entries shows the first hundred and their number', async () => {
    const user = await fixture.service.register()
    const others = Array.from({ length: 149 }, () => newId())
    await postToMany([...others, user.id], `contest:${newId()}:prizes`)
    const [entry] = (await read(`/admin/users/${user.id}/ledger`)).data as Entry[]
    expect([entry!.amount, entry!.lines.length, entry!.lineCount]).toEqual([1, 100, 151])
    expect(entry!.lines[0]).toEqual({ account: 'house:prizes', asset: 'GEM', amount: -150 })
    expect(entry!.cause.kind).toBe('contest')
  })
})

describe('the sessions of a user', () => {
  test('sessions show the network and not the address, also when they are revoked', async () => {
    const user = await fixture.service.register()
    await db()`update session set address = '203.0.113.77', user_agent = 'Phone' where user_id = ${user.id}`
    const { email, password } = user
    await fixture.service.call('POST /auth/login', { body: { email, password } })
    await fixture.call('POST /auth/logout', undefined, user)
    const { data, meta } = await read(`/admin/users/${user.id}/sessions`)
    expect(meta.total).toBe(2)
    expect(data[0]).toMatchObject({ revokedAt: null })
    expect(data[1]).toMatchObject({
      network: '203.0.113.0/24',
      userAgent: 'Phone',
      revokedAt: expect.any(String),
      revokedReason: 'signed out',
    })
    expect(JSON.stringify(data)).not.toContain('203.0.113.77')
  })

  test('an administrator ends all sessions of a user once, with a reason', async () => {
    const user = await fixture.service.register()
    const { email, password } = user
    await fixture.service.call('POST /auth/login', { body: { email, password } })
    const revoke = (body: unknown = { reason: 'The phone was stolen.' }, as = fixture.admin) =>
      fixture.call(`POST /admin/users/${user.id}/sessions/revoke`, body, as)
    expect((await revoke(undefined, support)).status).toBe(403)
    expect((await revoke({})).status).toBe(400)
    const responses = await Promise.all([revoke(), revoke(), revoke()])
    expect(responses.map(({ body }) => body.data.revokedSessions).sort()).toEqual([0, 0, 2])
    expect((await fixture.call('GET /user/profile', undefined, user)).status).toBe(401)
    const { refreshToken } = user
    expect((await fixture.service.call('POST /auth/refresh', { body: { refreshToken } })).status).toBe(401)
    const entries = await fixture.log(`&userId=${user.id}`)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      act: 'user.sessions_revoked',
      before: { sessions: 2 },
      after: { sessions: 0 },
      details: { reason: 'The phone was stolen.' },
    })
    expect((await fixture.service.call('POST /auth/login', { body: { email, password } })).status).toBe(200)
  })

  test('an administrator cannot end the own sessions here', async () => {
    const { id } = fixture.admin
    const response = await fixture.call(`POST /admin/users/${id}/sessions/revoke`, { reason: 'Mine.' })
    expect([response.status, response.body.error.code]).toEqual([409, 'OWN_ACCOUNT'])
  })
})
