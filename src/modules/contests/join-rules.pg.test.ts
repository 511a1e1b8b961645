import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { type ContestTestbed, contestPath, createContestTestbed, errorOf, gemsOf } from './contest-testbed.ts'
import type { ContestId } from './public/contest.ts'

/** The rules of production. */
let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed({
    GEM_USE_VERIFIED_EMAIL: 'on',
    GEM_USE_ACCOUNT_AGE_SECONDS: '86400',
    RATE_LIMITS: 'on',
    LIMIT_CREDENTIALS_PER_ADDRESS: '30/3600',
  })
})
afterAll(() => testbed.stop())

const tryJoin = (contestId: ContestId, user: TestUser) =>
  testbed.call(`POST ${contestPath(contestId, '/join')}`, user)
const verify = (user: TestUser) =>
  testbed.db`update user_account set email_verified_at = now() where id = ${user.id}`
const lasting = () => ({ endsAt: new Date(testbed.time.now().getTime() + 3 * DAY_MS).toISOString() })

describe('joining with the rules of production', () => {
  test('an entry fee needs a verified address and an account that is a day old', async () => {
    const contestId = await testbed.create(lasting())
    const user = await testbed.player(10)
    expect(errorOf(await tryJoin(contestId, user))).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    await verify(user)
    expect(errorOf(await tryJoin(contestId, user))).toEqual([403, 'ACCOUNT_TOO_NEW'])
    expect(await gemsOf(testbed.db, `user:${user.id}`)).toBe(10)
    expect(await testbed.detail(contestId, user)).toMatchObject({ participantCount: 0 })
    await testbed.db`update user_account set created_at = created_at - interval '1 day' where id = ${user.id}`
    expect((await tryJoin(contestId, user)).status).toBe(200)
    expect(await gemsOf(testbed.db, `user:${user.id}`)).toBe(0)
  })

  test('a pool without a fee needs a verified address, and a contest without prizes needs nothing', async () => {
    const withPool = await testbed.create({ ...lasting(), entryFeeGems: 0 })
    const plain = await testbed.create({ ...lasting(), entryFeeGems: 0, prizePoolGems: 0 })
    const user = await testbed.player(0)
    expect(errorOf(await tryJoin(withPool, user))).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    expect((await tryJoin(plain, user)).status).toBe(200)
    await verify(user)
    expect((await tryJoin(withPool, user)).status).toBe(200)
  })

  test('without stakes a fee is refused and not charged, and a contest without a fee can be joined', async () => {
    const staff = await testbed.player(0)
    await testbed.db`update user_account set role = 'ADMIN' where id = ${staff.id}`
    const login = { email: staff.email, password: staff.password }
    const { accessToken } = (await testbed.service.call('POST /auth/login', { body: login })).body.data
    const setStakes = async (areStakesOn: boolean) => {
      const admin = { ...staff, accessToken }
      const { version } = (await testbed.call('GET /admin/runtime-settings', admin)).body.data
      const others = {
        isSignUpOpen: null,
        generalLimit: null,
        creatorLimits: null,
        grantLimits: null,
        twoFactorRoles: null,
      }
      const body = { version, areStakesOn, ...others, reason: 'A test.' }
      expect((await testbed.call('PUT /admin/runtime-settings', admin, body)).status).toBe(200)
    }
    const privately = { ...lasting(), type: 'PRIVATE' as const }
    const [paid, secret] = [await testbed.create(lasting()), await testbed.create(privately)]
    const free = await testbed.create({ ...lasting(), entryFeeGems: 0, prizePoolGems: 0 })
    const [user, early] = [await testbed.player(20), await testbed.player(10)]
    for (const { id } of [user, early]) {
      await testbed.db`
        update user_account set email_verified_at = now(), created_at = created_at - interval '1 day' where id = ${id}`
    }
    expect((await tryJoin(paid, early)).status).toBe(200)
    const [{ roomCode } = { roomCode: '' }] = await testbed.db<{ roomCode: string }>`
      select room_code as "roomCode" from contest where id = ${secret}`
    await setStakes(false)
    expect(errorOf(await tryJoin(paid, user))).toEqual([403, 'STAKES_OFF'])
    const byCode = await testbed.call('POST /user/contests/join', user, { roomCode })
    expect(errorOf(byCode)).toEqual([403, 'STAKES_OFF'])
    expect(errorOf(await tryJoin(paid, early))).toEqual([409, 'ALREADY_JOINED'])
    expect((await tryJoin(free, user)).status).toBe(200)
    expect(await gemsOf(testbed.db, `user:${user.id}`)).toBe(20)
    // The participant who paid before plays and is paid as agreed.
    expect((await testbed.call(`POST ${contestPath(paid, '/start')}`, early)).status).toBe(200)
    await setStakes(true)
    expect((await testbed.call('POST /user/contests/join', user, { roomCode })).status).toBe(200)
    expect(await gemsOf(testbed.db, `user:${user.id}`)).toBe(10)
  })

  test('previews and joins by code share one limit of guesses per network', async () => {
    const user = await testbed.player(0)
    const guess = (index: number) =>
      index % 2 === 0
        ? testbed.call('GET /user/contests/preview?roomCode=AAAAAA', user)
        : testbed.call('POST /user/contests/join', user, { roomCode: 'AAAAAA' })
    const statuses: number[] = []
    for (let index = 0; index < 40; index++) statuses.push((await guess(index)).status)
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(31)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })
})
