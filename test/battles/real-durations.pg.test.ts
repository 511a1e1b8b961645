import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import type { ReceivedTestFrame, TestSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  RIGHT,
  startBattleOfTwo,
} from './battle-testbed.ts'

/** Uses the production durations; all tests run concurrently. */
let testbed: BattleTestbed
let here: BattleProcess
let there: BattleProcess
beforeAll(async () => {
  testbed = await createBattleTestbed()
  ;[here, there] = [await testbed.openProcess(BATTLE_RULES), await testbed.openProcess(BATTLE_RULES)]
})
afterAll(() => testbed.stopSettled())

const secondsBetween = (one: ReceivedTestFrame, other: ReceivedTestFrame) =>
  (Date.parse(other.ts) - Date.parse(one.ts)) / 1_000
const ofRoom = (socket: TestSocket, roomId: string) =>
  socket.frames.filter((frame) => frame.roomId === roomId && frame.seq > 0)

test.concurrent('a player who is away for ten seconds misses no frame and the clock runs on', async () => {
  const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, here, there, 20)
  const asked = await other.next('battle.question', 30)
  const winning = answerAll(one, () => true)
  other.close()
  const left = await one.next('battle.opponentLeft', 30)
  expect(left.data).toEqual({ graceSeconds: 30 })
  await Bun.sleep(10_000)
  const back = await there.connect(bob)
  back.send('battle.resume', { roomId, lastSeq: asked.seq })
  const returned = await one.next('battle.opponentBack', 30)
  expect(secondsBetween(left, returned)).toBeGreaterThan(9)

  // The question ends at the time that was sent with it.
  expect((await back.next('battle.roundResult', 30)).data).toMatchObject({
    index: 0,
    yourAnswer: null,
    yourPoints: 0,
  })
  const over = Date.parse((await one.next('battle.roundResult')).ts) - Date.parse(asked.data.endsAt)
  expect(over).toBeGreaterThan(-50)
  expect(over).toBeLessThan(5_000)
  for (let index = 1; index < 5; index++) {
    const { data } = await back.next('battle.question', 30)
    expect(data.index).toBe(index)
    back.send('battle.answer', { questionId: data.questionId, selectedOption: data.options.indexOf(RIGHT) })
  }
  expect((await back.next('battle.end', 30)).data).toMatchObject({ result: 'LOSS', reason: 'COMPLETED' })
  expect(await winning).toMatchObject({ result: 'WIN', gemsDelta: 20 })
  const roomFrames = ofRoom(back, roomId)
  expect(roomFrames.map(({ seq }) => seq)).toEqual(roomFrames.map((_, index) => asked.seq + 1 + index))
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([40, 0])
})

test.concurrent('a player forfeits after thirty seconds of absence and not earlier', async () => {
  const { ada, bob, one, other } = await startBattleOfTwo(testbed, here, there, 20)
  await other.next('battle.question', 30)
  other.close()
  const left = await one.next('battle.opponentLeft', 30)
  const end = await one.next('battle.end', 60)
  expect(end.data).toMatchObject({ result: 'WIN', reason: 'FORFEIT', gemsDelta: 20 })
  // The first frame is sent slightly after the disconnect.
  expect(secondsBetween(left, end)).toBeGreaterThan(27)
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([40, 0])
})

test.concurrent('a battle has no winner and is refunded when both players are away for thirty seconds', async () => {
  const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, here, there, 20)
  await other.next('battle.question', 30)
  one.close()
  other.close()
  const status = async () => (await there.call(`GET /quiz-battles/${roomId}`, ada)).body.data.status
  await Bun.sleep(25_000)
  expect(await status()).toBe('IN_PROGRESS')
  await waitUntil(async () => (await status()) === 'ABANDONED')
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([20, 20])
})

test.concurrent('a battle is cancelled and refunded when a player is not ready within ten seconds', async () => {
  const [ada, bob] = await testbed.addUsers(2, 17)
  const [one, other] = [await here.connect(ada!), await there.connect(bob!)]
  for (const socket of [one, other]) socket.send('queue.join', { stakeAmount: 17 })
  const [matched] = await Promise.all([one.next('queue.matched', 30), other.next('queue.matched', 30)])
  one.send('battle.ready')
  const end = await one.next('battle.end', 60)
  expect(end.data).toMatchObject({ reason: 'CANCELLED', gemsDelta: 0 })
  expect(secondsBetween(matched, end)).toBeGreaterThan(5)
  expect([await testbed.gemsOf(ada!), await testbed.gemsOf(bob!)]).toEqual([17, 17])
  for (const socket of [one, other]) socket.close()
})

test.concurrent('a ticket without an opponent gets a bot or a refund within 35 seconds', async () => {
  const [poor, rich] = [await testbed.addUser(), await testbed.addUser(13)]
  const [one, other] = [await here.connect(poor), await there.connect(rich)]
  one.send('queue.join', { topicId: testbed.topicIds.one })
  other.send('queue.join', { stakeAmount: 13 })
  const waits = [await one.next('queue.status', 30), await other.next('queue.status', 30)] as const
  const ends = [await one.next('queue.matched', 60), await other.next('queue.timeout', 60)] as const
  expect(ends[0].data.opponent.isBot).toBe(true)
  for (const index of [0, 1] as const) expect(secondsBetween(waits[index], ends[index])).toBeLessThan(35)
  const [ticket] = await testbed.database.query<{ waited: number }>`
    select extract(epoch from ended_at - joined_at)::float8 as waited from battle_entry where user_id = ${rich}`
  expect(ticket!.waited).toBeGreaterThanOrEqual(30)
  expect(ticket!.waited).toBeLessThan(35)
  expect(await testbed.gemsOf(rich)).toBe(13)
  one.send('battle.forfeit')
  for (const socket of [one, other]) socket.close()
})
