import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleTestbed,
  createBattleTestbed,
  RIGHT,
  startBattleOfTwo,
} from './battle-testbed.ts'

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterEach(() => testbed.stopProcesses())
afterAll(() => testbed.stopSettled())

for (const kind of ['one process', 'two processes'] as const) {
  const processes = async (rules: Parameters<BattleTestbed['openProcess']>[0]) => {
    const here = await testbed.openProcess(rules)
    return [here, kind === 'one process' ? here : await testbed.openProcess(rules)] as const
  }

  describe(kind, () => {
    test(`a player who reconnects receives all missed frames in order, with ${kind}`, async () => {
      const [here, there] = await processes({ questionMs: 1_200, reconnectGraceMs: 30_000 })
      const { bob, one, other, roomId } = await startBattleOfTwo(testbed, here, there, 20)
      const asked = await other.next('battle.question')
      const seen = other.frames.filter(({ seq }) => seq > 0).at(-1)!.seq
      other.close()
      await one.next('battle.opponentLeft')
      // Two rounds pass during the absence.
      await one.next('battle.roundResult')
      await one.next('battle.roundResult')
      // The player may reconnect to another process.
      const back = await here.connect(bob)
      back.send('battle.resume', { roomId, lastSeq: seen })
      await one.next('battle.opponentBack')
      await waitUntil(() => back.frames.some(({ type }) => type === 'battle.end'))
      const missedFrames = back.frames.filter(({ roomId: room, seq }) => room === roomId && seq > 0)
      expect(missedFrames.map(({ seq }) => seq)).toEqual(missedFrames.map((_, index) => seen + 1 + index))
      const questions = missedFrames.filter(({ type }) => type === 'battle.question').map(({ data }) => data)
      expect(questions[0].questionId).not.toBe(asked.data.questionId)
      expect(questions.map(({ index }) => index)).toEqual([1, 2, 3, 4])
      // The battle is over, so an answer to a missed question is refused.
      back.send('battle.answer', { questionId: asked.data.questionId, selectedOption: 0 }, roomId)
      expect((await back.next('error')).data.code).toBe('BATTLE_OVER')
      expect(missedFrames.at(-1)!.data).toMatchObject({ reason: 'COMPLETED', result: 'DRAW', gemsDelta: 0 })
      expect(await testbed.gemsOf(bob)).toBe(20)
    })

    test(`a player who is away longer than the grace period loses the stake, with ${kind}`, async () => {
      const [here, there] = await processes({ questionMs: 30_000, reconnectGraceMs: 500 })
      const { ada, bob, one, other } = await startBattleOfTwo(testbed, here, there, 20)
      await other.next('battle.question')
      other.close()
      expect((await one.next('battle.opponentLeft')).data).toEqual({ graceSeconds: 1 })
      const end = (await one.next('battle.end')).data
      expect(end).toMatchObject({ result: 'WIN', reason: 'FORFEIT', gemsDelta: 20, xpEarned: 0 })
      expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([40, 0])
      expect(await testbed.xpOf(bob)).toBe(0)
      // A resume after the end sends the result.
      const late = await there.connect(bob)
      late.send('battle.resume', { roomId: one.frames.find(({ seq }) => seq > 0)!.roomId, lastSeq: 2 })
      expect((await late.next('battle.end')).data).toMatchObject({ result: 'LOSS', gemsDelta: -20 })
      expect(late.frames.filter(({ seq }) => seq > 0).map(({ seq }) => seq)[0]).toBe(3)
    })

    test(`both stakes are refunded when both players stay away, with ${kind}`, async () => {
      const [here, there] = await processes({ questionMs: 30_000, reconnectGraceMs: 2_500 })
      const { ada, bob, one, other, roomId } = await startBattleOfTwo(testbed, here, there, 20)
      await one.next('battle.question')
      one.close()
      other.close()
      await waitUntil(async () => {
        const { body } = await here.call(`GET /quiz-battles/${roomId}`, ada)
        return body.data.status === 'ABANDONED'
      })
      expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([20, 20])
      expect([await testbed.xpOf(ada), await testbed.xpOf(bob)]).toEqual([0, 0])
    })

    test(`a second device takes over the battle and the first one gets an error, with ${kind}`, async () => {
      const [here, there] = await processes({ questionMs: 30_000 })
      const { bob, one, other, roomId } = await startBattleOfTwo(testbed, here, there, 0)
      await other.next('battle.question')
      const second = await here.connect(bob)
      expect((await second.next('queue.matched')).data.roomId).toBe(roomId)
      second.send('battle.resume', { roomId })
      expect((await other.next('error')).data.code).toBe('BATTLE_ELSEWHERE')
      // Closing the replaced connection does not disconnect the player.
      other.close()
      const answers = await Promise.all([answerAll(one, () => true), answerAll(second, () => false)])
      expect(answers.map(({ result }) => result)).toEqual(['WIN', 'LOSS'])
      expect(one.frames.some(({ type }) => type === 'battle.opponentLeft')).toBe(false)
    })

    test(`a battle is cancelled and refunded when one player is not ready in time, with ${kind}`, async () => {
      const [here, there] = await processes({ readyTimeoutMs: 3_000 })
      const [ada, bob] = await testbed.addUsers(2, 20)
      const [one, other] = [await here.connect(ada!), await there.connect(bob!)]
      for (const socket of [one, other]) socket.send('queue.join', { stakeAmount: 20 })
      await Promise.all([one.next('queue.matched'), other.next('queue.matched')])
      expect(await testbed.escrowed()).toBe(40)
      one.send('battle.ready')
      const end = (await one.next('battle.end')).data
      expect(end).toMatchObject({ result: 'DRAW', reason: 'CANCELLED', gemsDelta: 0, xpEarned: 0 })
      expect([await testbed.gemsOf(ada!), await testbed.gemsOf(bob!)]).toEqual([20, 20])
      // Both players can join again.
      other.send('queue.join')
      await other.next('queue.status')
      other.send('queue.cancel')
    })

    test(`a room in which no player is ready is cancelled and refunded, with ${kind}`, async () => {
      const [here, there] = await processes({ readyTimeoutMs: 300 })
      const [ada, bob] = await testbed.addUsers(2, 20)
      await here.call('POST /quiz-battles/queue/join', ada!, { stakeAmount: 20 })
      await there.call('POST /quiz-battles/queue/join', bob!, { stakeAmount: 20 })
      // The stakes are reserved when the players are paired, which happens after the responses.
      await waitUntil(async () => {
        const ended = await testbed.database.query`
          select id from battle_entry where user_id = ${ada!} and room_id is not null and not is_live`
        return ended.length === 1
      })
      expect([await testbed.gemsOf(ada!), await testbed.gemsOf(bob!)]).toEqual([20, 20])
      expect(await testbed.escrowed()).toBe(0)
    })
  })
}

test('a confirmed answer is stored in the journal', async () => {
  const here = await testbed.openProcess({ questionMs: 30_000 })
  const { one, other, roomId } = await startBattleOfTwo(testbed, here, here, 0)
  const { data } = await one.next('battle.question')
  one.send('battle.answer', { questionId: data.questionId, selectedOption: data.options.indexOf(RIGHT) })
  await one.next('battle.answered')
  const stored = await testbed.database.query<{ inputs: { type: string; questionId?: string }[] }>`
    select inputs from battle_journal_page where room_id = ${roomId}`
  expect(stored.flatMap(({ inputs }) => inputs).find(({ type }) => type === 'answer')).toMatchObject({
    questionId: data.questionId,
  })
  one.send('battle.forfeit')
  await other.next('battle.end')
})
