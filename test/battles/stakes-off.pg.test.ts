import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { UNRESTRICTED_STAKES } from '../../src/modules/battle-records/public/stake-rules.ts'
import { joinQueue } from '../../src/modules/matchmaking/join-queue.ts'
import { now } from '../../src/platform/clock.ts'
import { newId, type UserId } from '../../src/platform/ids.ts'
import type { ApiResponse } from '../harness/api-client.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  startBattleOfTwo,
} from './battle-testbed.ts'

let areStakesOn = true
let testbed: BattleTestbed
let here: BattleProcess
beforeAll(async () => {
  testbed = await createBattleTestbed({
    stakeRules: { ...UNRESTRICTED_STAKES, areStakesOn: () => areStakesOn },
  })
  here = await testbed.openProcess()
})
afterAll(() => testbed.stopSettled())
beforeEach(() => {
  areStakesOn = true
})

const codeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'OK' : `${status} ${body.error.code}`)
const STAKES_OFF = '403 STAKES_OFF'

test('without stakes, the queue and friend rooms refuse a stake and charge nothing', async () => {
  const [ada, bob] = (await testbed.addUsers(2, 50)) as [UserId, UserId]
  const created = await here.call('POST /quiz-battles/rooms', ada, { stakeAmount: 20 })
  const { roomCode } = created.body.data
  areStakesOn = false
  const body = { stakeAmount: 20 }
  expect(codeOf(await here.call('POST /quiz-battles/queue/join', bob, body))).toBe(STAKES_OFF)
  expect(codeOf(await here.call('POST /quiz-battles/rooms', bob, body))).toBe(STAKES_OFF)
  expect(codeOf(await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob))).toBe(STAKES_OFF)
  const socket = await here.connect(bob)
  socket.send('queue.join', body, undefined, 'stake')
  expect(await socket.next('error')).toMatchObject({ id: 'stake', data: { code: 'STAKES_OFF' } })
  socket.close()
  expect(await testbed.gemsOf(bob)).toBe(50)
  // The creator staked before, and gets the stake back when the room closes.
  expect(codeOf(await here.call(`DELETE /quiz-battles/rooms/${roomCode}`, ada))).toBe('OK')
  await waitUntil(async () => (await testbed.gemsOf(ada)) === 50)
})

test('without stakes, battles without a stake are played', async () => {
  areStakesOn = false
  const { one, other } = await startBattleOfTwo(testbed, here, here, 0)
  const ends = await Promise.all([answerAll(one, () => true), answerAll(other, () => false)])
  expect(ends.map(({ result }) => result)).toEqual(['WIN', 'LOSS'])
  for (const socket of [one, other]) socket.close()
})

test('a battle that runs when the stakes are turned off pays out, and its rematch is refused', async () => {
  const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, here, here, 30)
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([0, 0])
  areStakesOn = false
  const ends = await Promise.all([answerAll(one, () => true), answerAll(other, () => false)])
  expect(ends.map(({ result }) => result)).toEqual(['WIN', 'LOSS'])
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([60, 0])
  one.send('battle.rematch', {}, roomId, 'offer')
  expect(await one.next('error')).toMatchObject({ id: 'offer', data: { code: 'STAKES_OFF' } })
  for (const socket of [one, other]) socket.close()
})

test('a rematch that was offered before the stakes were turned off cannot be accepted', async () => {
  const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, here, here, 30)
  one.send('battle.forfeit')
  await other.next('battle.end')
  one.send('battle.rematch', {}, roomId)
  await other.next('battle.rematchOffered')
  areStakesOn = false
  other.send('battle.rematch', {}, roomId, 'accept')
  expect(await other.next('error')).toMatchObject({ id: 'accept', data: { code: 'STAKES_OFF' } })
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([0, 60])
  for (const socket of [one, other]) socket.close()
})

test('tickets with a stake from before are not paired, and end without a charge', async () => {
  areStakesOn = false
  const users = await testbed.addUsers(2, 10)
  const rules = { ...BATTLE_RULES, queueTimeoutMs: 2_000 }
  const joined = { topicId: null, stake: 10n, rules, stakeRules: UNRESTRICTED_STAKES, now: now() }
  for (const userId of users)
    await testbed.write((tx) => joinQueue(tx, { ...joined, userId, sessionId: newId() }))
  here.matchmaking.matchmaker.wake()
  const entries = () => testbed.database.query<{ status: string; stake: bigint }>`
    select status from battle_entry where user_id = any(${users}::uuid[])`
  await waitUntil(async () => (await entries()).every(({ status }) => status !== 'QUEUED'))
  expect((await entries()).map(({ status }) => status)).toEqual(['TIMED_OUT', 'TIMED_OUT'])
  expect([await testbed.gemsOf(users[0]!), await testbed.gemsOf(users[1]!)]).toEqual([10, 10])
})
