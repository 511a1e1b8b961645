import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createStakeRules } from '../../src/app/wiring/stake-rules.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { newId, type UserId } from '../../src/platform/ids.ts'
import type { ApiResponse } from '../harness/api-client.ts'
import { type BattleProcess, type BattleTestbed, createBattleTestbed } from './battle-testbed.ts'

let testbed: BattleTestbed
let here: BattleProcess
beforeAll(async () => {
  const config = readConfig({
    LYCEUM_ENV: 'test',
    GEM_USE_VERIFIED_EMAIL: 'on',
    GEM_USE_ACCOUNT_AGE_SECONDS: '86400',
    BATTLE_STAKES_PER_ACCOUNT: '100',
    BATTLE_STAKES_PER_PAIR: '50',
    BATTLE_STAKES_RELATED: 'off',
  })
  testbed = await createBattleTestbed({ stakeRules: createStakeRules(config, () => true) })
  here = await testbed.openProcess({ queueTimeoutMs: 2_000 })
})
afterAll(() => testbed.stopSettled())

const codeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'OK' : `${status} ${body.error.code}`)

/** Users with a verified address, two days old. */
async function establishedUsers(count: number): Promise<UserId[]> {
  const ids = await testbed.addUsers(count, 1_000)
  await testbed.database.query`
    update user_account set email_verified_at = now(), created_at = now() - interval '2 days'
    where id = any(${ids}::uuid[])`
  return ids
}

const createRoom = (userId: UserId, stakeAmount: number) =>
  here.call('POST /quiz-battles/rooms', userId, { stakeAmount })

/** Both join a friend room; returns the response to the second player. */
async function meet(ada: UserId, bob: UserId, stakeAmount: number): Promise<ApiResponse> {
  const created = await createRoom(ada, stakeAmount)
  expect(codeOf(created)).toBe('OK')
  const { roomCode } = created.body.data
  const joined = await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  if (joined.status >= 300) await here.call(`DELETE /quiz-battles/rooms/${roomCode}`, ada)
  return joined
}

/** Ada forfeits to Bob after the start. */
async function forfeit(ada: UserId, bob: UserId, stakeAmount: number): Promise<void> {
  expect(codeOf(await meet(ada, bob, stakeAmount))).toBe('OK')
  const [one, other] = [await here.connect(ada), await here.connect(bob)]
  one.send('battle.ready')
  other.send('battle.ready')
  await other.next('battle.question')
  one.send('battle.forfeit')
  await other.next('battle.end')
  one.close()
  other.close()
}

describe('who may play for gems', () => {
  test('an account without a verified address, or younger than a day, cannot stake but can play', async () => {
    const [fresh, verified] = (await testbed.addUsers(2, 100)) as [UserId, UserId]
    await testbed.database.query`update user_account set email_verified_at = now() where id = ${verified}`
    expect(codeOf(await createRoom(fresh, 10))).toBe('403 EMAIL_NOT_VERIFIED')
    expect(codeOf(await createRoom(verified, 10))).toBe('403 ACCOUNT_TOO_NEW')
    const queue = (userId: UserId) => here.call('POST /quiz-battles/queue/join', userId, { stakeAmount: 10 })
    expect(codeOf(await queue(fresh))).toBe('403 EMAIL_NOT_VERIFIED')
    expect(codeOf(await queue(verified))).toBe('403 ACCOUNT_TOO_NEW')
    const [host] = await establishedUsers(1)
    expect(codeOf(await meet(host!, fresh, 10))).toBe('403 EMAIL_NOT_VERIFIED')
    expect([await testbed.gemsOf(fresh), await testbed.gemsOf(host!)]).toEqual([100, 1_000])
    const free = await createRoom(fresh, 0)
    expect(codeOf(free)).toBe('OK')
    expect(codeOf(await here.call(`DELETE /quiz-battles/rooms/${free.body.data.roomCode}`, fresh))).toBe('OK')
  })

  test('the stakes of two players against each other have a daily sum', async () => {
    const [ada, bob, eve] = (await establishedUsers(3)) as [UserId, UserId, UserId]
    await forfeit(ada, bob, 30)
    expect(codeOf(await meet(ada, bob, 21))).toBe('409 STAKE_LIMIT_REACHED')
    expect(codeOf(await meet(ada, eve, 51))).toBe('409 STAKE_LIMIT_REACHED')
    await forfeit(ada, bob, 20)
    await forfeit(ada, eve, 21)
    expect(await testbed.gemsOf(bob)).toBe(1_050)
  })

  test('the stakes of an account have a daily sum', async () => {
    const [ada, bob, eve, joe] = (await establishedUsers(4)) as [UserId, UserId, UserId, UserId]
    await forfeit(ada, bob, 50)
    await forfeit(ada, eve, 40)
    expect(codeOf(await createRoom(ada, 11))).toBe('409 STAKE_LIMIT_REACHED')
    expect(codeOf(await meet(joe, ada, 11))).toBe('409 STAKE_LIMIT_REACHED')
    const queued = await here.call('POST /quiz-battles/queue/join', ada, { stakeAmount: 11 })
    expect(codeOf(queued)).toBe('409 STAKE_LIMIT_REACHED')
    await forfeit(ada, joe, 10)
    expect(await testbed.gemsOf(ada)).toBe(900)
  })
})

describe('related accounts', () => {
  const insertMembers = (members: object[]) => testbed.database.query`
    insert into referral_member (user_id, joined_at, device_digest, address_digest, inviter_id, invited_at)
    select id, now(), device::bytea, address::bytea, inviter, case when inviter is not null then now() end
    from jsonb_to_recordset(${members}::jsonb) as row (id uuid, device text, address text, inviter uuid)`
  const insertSession = (userId: UserId, address: string) => testbed.database.query`
    insert into session (id, user_id, created_at, last_used_at, expires_at, address)
    values (${newId()}, ${userId}, now(), now(), now() + interval '1 day', ${address})`

  test('accounts of one inviter, device or network cannot play for gems, but can play', async () => {
    const users = await establishedUsers(10)
    const at = (index: number) => users[index]!
    const [inviter, ada, bob] = [at(0), at(1), at(2)]
    const [device1, device2, net1, net2] = [at(3), at(4), at(5), at(6)]
    const [session1, session2, outsider] = [at(7), at(8), at(9)]
    await insertMembers([
      { id: inviter, address: 'a' },
      { id: ada, address: 'b', inviter },
      { id: bob, address: 'c', inviter },
      { id: device1, device: 'd', address: 'e' },
      { id: device2, device: 'd', address: 'f' },
      { id: net1, address: 'g' },
      { id: net2, address: 'g' },
      { id: outsider, address: 'h' },
    ])
    await insertSession(session1, '2001:db8:1:2::1')
    await insertSession(session2, '2001:db8:1:2::ffff')
    await insertSession(outsider, '2001:db8:1:3::1')
    const refused = '403 STAKE_BETWEEN_RELATED'
    expect(codeOf(await meet(inviter, ada, 10))).toBe(refused)
    expect(codeOf(await meet(ada, bob, 10))).toBe(refused)
    expect(codeOf(await meet(device1, device2, 10))).toBe(refused)
    expect(codeOf(await meet(net1, net2, 10))).toBe(refused)
    expect(codeOf(await meet(session1, session2, 10))).toBe(refused)
    await forfeit(ada, bob, 0)
    await forfeit(session1, outsider, 10)
    expect(await testbed.gemsOf(outsider)).toBe(1_010)
  })

  test('the queue does not pair related accounts for a stake, and pairs each with others', async () => {
    const [ada, bob, eve] = (await establishedUsers(3)) as [UserId, UserId, UserId]
    await insertMembers([
      { id: ada, address: 'q' },
      { id: bob, address: 'q' },
    ])
    const join = async (userId: UserId) => {
      const socket = await here.connect(userId)
      socket.send('queue.join', { stakeAmount: 37 })
      return socket
    }
    const [one, other] = [await join(ada), await join(bob)]
    await one.next('queue.timeout')
    await other.next('queue.timeout')
    const [again, third] = [await join(ada), await join(eve)]
    await Promise.all([again.next('queue.matched'), third.next('queue.matched')])
    again.send('battle.ready')
    third.send('battle.ready')
    await third.next('battle.question')
    again.send('battle.forfeit')
    await third.next('battle.end')
    for (const socket of [one, other, again, third]) socket.close()
  })
})
