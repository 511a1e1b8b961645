import { afterAll, beforeAll, expect, test } from 'bun:test'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { rewardUser } from '../../src/modules/ledger/public/reward-user.ts'
import { now } from '../../src/platform/clock.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { TestUser } from '../harness/api-client.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { openSocket } from '../harness/socket.ts'
import { importPool } from './battle-testbed.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importPool(write())
})
afterAll(() => service.stop())

const write = () => createWrite(service.test.database, reactionTable([]), () => {})

async function register(gems: number): Promise<TestUser> {
  const user = await service.register()
  const source = `test:${user.id}`
  await write()((tx) =>
    rewardUser(tx, { userId: user.id as UserId, xp: 0, gems, source, reason: 'test', now: now() }),
  )
  return user
}

async function gemsOf({ id }: TestUser): Promise<number> {
  const [row] = await service.test.database.query<{ balance: bigint }>`
    select balance from ledger_balance where account = ${`user:${id}`} and asset = 'GEM'`
  return Number(row?.balance ?? 0n)
}

const deleteAccount = (user: TestUser) =>
  service.call('DELETE /user/account', { token: user.accessToken, body: { password: user.password } })

test('deleting an account leaves the queue and refunds the stake', async () => {
  const user = await register(40)
  const joined = await service.call('POST /quiz-battles/queue/join', {
    token: user.accessToken,
    body: { stakeAmount: 40 },
  })
  expect(joined.status).toBe(200)
  expect((await deleteAccount(user)).status).toBe(200)
  expect(await gemsOf(user)).toBe(40)
  const live = await service.test.database
    .query`select 1 from battle_entry where user_id = ${user.id} and is_live`
  expect(live).toEqual([])
})

test('deleting an account during a battle forfeits it, and the export contains the battle before that', async () => {
  const [ada, bob] = [await register(40), await register(40)]
  const created = await service.call('POST /quiz-battles/rooms', {
    token: ada.accessToken,
    body: { stakeAmount: 40 },
  })
  const { roomCode, roomId } = created.body.data
  await service.call(`POST /quiz-battles/rooms/${roomCode}/join`, { token: bob.accessToken })
  const [one, other] = [await openSocket(service.url, ada), await openSocket(service.url, bob)]
  for (const socket of [one, other]) socket.send('battle.ready', { roomId })
  const { data } = await one.next('battle.question')
  one.send('battle.answer', { questionId: data.questionId, selectedOption: 1 })
  await one.next('battle.answered')

  const exported = await service.call('GET /user/export', { token: ada.accessToken })
  expect(exported.body.data.battles.battles).toMatchObject([
    { roomId, status: 'MATCHED', stake: 40, inputs: [{ type: 'ready' }, { type: 'answer', option: 1 }] },
  ])
  expect(JSON.stringify(exported.body.data.battles)).not.toContain(bob.id)

  expect((await deleteAccount(ada)).status).toBe(200)
  expect((await one.waitUntilClosed()).code).toBe(4410)
  expect((await other.next('battle.end')).data).toMatchObject({
    result: 'WIN',
    reason: 'FORFEIT',
    gemsDelta: 40,
  })
  expect([await gemsOf(ada), await gemsOf(bob)]).toEqual([0, 80])
  const history = await service.call('GET /quiz-battles/history', { token: bob.accessToken })
  expect(history.body.data[0].opponent).toMatchObject({ username: 'somebody', isBot: false })
  const badge = await service.call('GET /badges/progress/me', { token: bob.accessToken })
  const champion = badge.body.data.find(
    ({ badgeType }: { badgeType: string }) => badgeType === 'BATTLE_CHAMPION',
  )
  // A win in a friend room does not count for the badge.
  expect(champion.currentProgress).toBe(0)
  expect(await auditLedger(service.test.database)).toMatchObject({ ok: true, faults: [] })
  other.close()
})
