import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { errors as gameErrors } from '../../src/modules/battle-game/errors.ts'
import { errors as roomErrors } from '../../src/modules/battle-rooms/errors.ts'
import { newId } from '../../src/platform/ids.ts'
import { type BattleTestbed, createBattleTestbed, startBattleOfTwo } from './battle-testbed.ts'

/** Frames with an id, to rooms of this process and of others. */

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterEach(() => testbed.stopProcesses())
afterAll(() => testbed.stop())

const SLOW = { questionMs: 30_000, heartbeatMs: 100 }

for (const isElsewhere of [false, true]) {
  const where = isElsewhere ? 'hosted by another process' : 'of the same process'

  test(`every battle frame to a room ${where} is answered with its id`, async () => {
    const here = await testbed.openProcess(SLOW)
    const there = isElsewhere ? await testbed.openProcess(SLOW) : here
    const { one, other, roomId } = await startBattleOfTwo(testbed, here, there, 0)
    for (const [name, socket] of [
      ['one', one],
      ['other', other],
    ] as const) {
      const { questionId } = (await socket.next('battle.question')).data
      const answer = { questionId, selectedOption: 0 }
      socket.send('battle.answer', answer, roomId, `${name} first`)
      expect(await socket.next('ack')).toMatchObject({
        id: `${name} first`,
        data: { replyTo: 'battle.answer' },
      })
      // The answer is stored before it is acknowledged.
      const inputs = await testbed.database.query<{ inputs: string }>`
        select inputs::text as inputs from battle_journal_page where room_id = ${roomId}`
      expect(inputs.filter((page) => page.inputs.includes('"answer"')).length).toBeGreaterThan(0)
      socket.send('battle.answer', { ...answer, questionId: newId() }, roomId, `${name} wrong`)
      const wrong = await socket.next('error')
      expect([wrong.id, wrong.data.code]).toEqual([`${name} wrong`, gameErrors.wrong_question.code])
      expect(wrong.data.message).toBe(gameErrors.wrong_question.definition.message)
    }
    one.send('battle.ready', {}, newId(), 'foreign')
    expect(await one.next('error')).toMatchObject({
      id: 'foreign',
      data: { code: 'ROOM_NOT_FOUND', message: roomErrors.room_not_found.definition.message },
    })
    other.send('battle.forfeit', {}, roomId, 'enough')
    expect((await other.next('ack')).id).toBe('enough')
    await one.next('battle.end')
  })
}
