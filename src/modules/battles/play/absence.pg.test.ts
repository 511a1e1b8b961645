import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../../test/harness/until.ts'
import { answerAll, type BattleBed, createBattleBed, meet, RIGHT } from '../battles-testbed.ts'

setDefaultTimeout(60_000)

let bed: BattleBed
beforeAll(async () => {
  bed = await createBattleBed()
})
afterEach(() => bed.stopProcesses())
afterAll(() => bed.stopSettled())

for (const kind of ['one process', 'two processes'] as const) {
  const processes = async (rules: Parameters<BattleBed['openProcess']>[0]) => {
    const here = await bed.openProcess(rules)
    return [here, kind === 'one process' ? here : await bed.openProcess(rules)] as const
  }

  describe(`with ${kind}`, () => {
    test('whoever loses the connection and resumes gets all that was missed, in order, and the clock ran', async () => {
      const [here, there] = await processes({ questionMs: 1_200, graceMs: 30_000 })
      const { bob, one, other, roomId } = await meet(bed, here, there, 20)
      const asked = await other.next('battle.question')
      const seen = other.frames.filter(({ seq }) => seq > 0).at(-1)!.seq
      other.close()
      await one.next('battle.opponentLeft')
      // Two rounds go by without them.
      await one.next('battle.roundResult')
      await one.next('battle.roundResult')
      // On whatever process.
      const back = await here.connect(bob)
      back.send('battle.resume', { roomId, lastSeq: seen })
      await one.next('battle.opponentBack')
      await until(() => back.frames.some(({ type }) => type === 'battle.end'), 30)
      const told = back.frames.filter(({ roomId: room, seq }) => room === roomId && seq > 0)
      expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => seen + 1 + index))
      const questions = told.filter(({ type }) => type === 'battle.question').map(({ data }) => data)
      expect(questions[0].questionId).not.toBe(asked.data.questionId)
      expect(questions.map(({ index }) => index)).toEqual([1, 2, 3, 4])
      // The missed question is over: an answer to it is too late.
      back.send('battle.answer', { questionId: asked.data.questionId, selectedOption: 0 }, roomId)
      expect((await back.next('error')).data.code).toBe('BATTLE_OVER')
      expect(told.at(-1)!.data).toMatchObject({ reason: 'COMPLETED', result: 'DRAW', gemsDelta: 0 })
      expect(await bed.gemsOf(bob)).toBe(20)
    })

    test('whoever stays away for longer than the grace has lost the stake', async () => {
      const [here, there] = await processes({ questionMs: 30_000, graceMs: 500 })
      const { ada, bob, one, other } = await meet(bed, here, there, 20)
      await other.next('battle.question')
      other.close()
      expect((await one.next('battle.opponentLeft')).data).toEqual({ graceSeconds: 1 })
      const end = (await one.next('battle.end')).data
      expect(end).toMatchObject({ result: 'WIN', reason: 'FORFEIT', gemsDelta: 20, xpEarned: 20 })
      expect([await bed.gemsOf(ada), await bed.gemsOf(bob)]).toEqual([40, 0])
      expect(await bed.xpOf(bob)).toBe(0)
      // Coming back afterwards shows how it ended.
      const late = await there.connect(bob)
      late.send('battle.resume', { roomId: one.frames.find(({ seq }) => seq > 0)!.roomId, lastSeq: 2 })
      expect((await late.next('battle.end')).data).toMatchObject({ result: 'LOSS', gemsDelta: -20 })
      expect(late.frames.filter(({ seq }) => seq > 0).map(({ seq }) => seq)[0]).toBe(3)
    })

    test('when both stay away, both have their stakes back', async () => {
      const [here, there] = await processes({ questionMs: 30_000, graceMs: 2_500 })
      const { ada, bob, one, other, roomId } = await meet(bed, here, there, 20)
      await one.next('battle.question')
      one.close()
      other.close()
      await until(async () => {
        const { body } = await here.call(`GET /quiz-battles/${roomId}`, ada)
        return body.data.status === 'ABANDONED'
      })
      expect([await bed.gemsOf(ada), await bed.gemsOf(bob)]).toEqual([20, 20])
      expect([await bed.xpOf(ada), await bed.xpOf(bob)]).toEqual([0, 0])
    })

    test('a second device takes the battle over, and the first is told', async () => {
      const [here, there] = await processes({ questionMs: 30_000 })
      const { bob, one, other, roomId } = await meet(bed, here, there, 0)
      await other.next('battle.question')
      const second = await here.connect(bob)
      expect((await second.next('queue.matched')).data.roomId).toBe(roomId)
      second.send('battle.resume', { roomId })
      expect((await other.next('error')).data.code).toBe('BATTLE_ELSEWHERE')
      // The first one leaving is not the player leaving.
      other.close()
      const answers = await Promise.all([answerAll(one, () => true), answerAll(second, () => false)])
      expect(answers.map(({ result }) => result)).toEqual(['WIN', 'LOSS'])
      expect(one.frames.some(({ type }) => type === 'battle.opponentLeft')).toBe(false)
    })

    test('whoever is not ready in time calls it off for both, with the stakes back', async () => {
      const [here, there] = await processes({ readyMs: 3_000 })
      const [ada, bob] = await bed.addUsers(2, 20)
      const [one, other] = [await here.connect(ada!), await there.connect(bob!)]
      for (const socket of [one, other]) socket.send('queue.join', { stakeAmount: 20 })
      await Promise.all([one.next('queue.matched'), other.next('queue.matched')])
      expect(await bed.escrowed()).toBe(40)
      one.send('battle.ready')
      const end = (await one.next('battle.end')).data
      expect(end).toMatchObject({ result: 'DRAW', reason: 'CANCELLED', gemsDelta: 0, xpEarned: 0 })
      expect([await bed.gemsOf(ada!), await bed.gemsOf(bob!)]).toEqual([20, 20])
      // And nobody is kept from playing again.
      other.send('queue.join')
      await other.next('queue.status')
      other.send('queue.cancel')
    })

    test('when nobody is ready at all, the room is called off by whoever looks', async () => {
      const [here, there] = await processes({ readyMs: 300 })
      const [ada, bob] = await bed.addUsers(2, 20)
      await here.call('POST /quiz-battles/queue/join', ada!, { stakeAmount: 20 })
      await there.call('POST /quiz-battles/queue/join', bob!, { stakeAmount: 20 })
      await until(async () => (await bed.gemsOf(ada!)) === 20 && (await bed.gemsOf(bob!)) === 20)
      expect(await bed.escrowed()).toBe(0)
    })
  })
}

test('an answer that was told to be taken is in the database', async () => {
  const here = await bed.openProcess({ questionMs: 30_000 })
  const { one, other, roomId } = await meet(bed, here, here, 0)
  const { data } = await one.next('battle.question')
  one.send('battle.answer', { questionId: data.questionId, selectedOption: data.options.indexOf(RIGHT) })
  await one.next('battle.answered')
  const stored = await bed.database.query<{ inputs: { type: string; questionId?: string }[] }>`
    select inputs from battle_page where room_id = ${roomId}`
  expect(stored.flatMap(({ inputs }) => inputs).find(({ type }) => type === 'answer')).toMatchObject({
    questionId: data.questionId,
  })
  one.send('battle.forfeit')
  await other.next('battle.end')
})
