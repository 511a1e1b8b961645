import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { TestSocket } from '../../../test/harness/socket.ts'
import { type BattleBed, type BattleProcess, createBattleBed, RIGHT } from './battles-testbed.ts'

setDefaultTimeout(60_000)

let bed: BattleBed
let here: BattleProcess
beforeAll(async () => {
  bed = await createBattleBed()
  here = await bed.openProcess()
})
afterAll(() => bed.stop())

/** Answers every question, right or wrong as `isRight` says, until the end. */
async function answerAll(socket: TestSocket, isRight: (index: number) => boolean) {
  for (let index = 0; index < 5; index++) {
    const { data, roomId } = await socket.next('battle.question')
    const right = data.options.indexOf(RIGHT)
    const selectedOption = isRight(index) ? right : (right + 1) % 4
    socket.send('battle.answer', { questionId: data.questionId, selectedOption }, roomId)
  }
  return (await socket.next('battle.end')).data
}

test('two play to the end', async () => {
  const [ada, bob] = await bed.addUsers(2, 100)
  const [one, other] = [await here.connect(ada!), await here.connect(bob!)]
  one.send('queue.join', { stakeAmount: 30 })
  other.send('queue.join', { stakeAmount: 30 })
  const matched = await one.next('queue.matched')
  await other.next('queue.matched')
  console.log(matched)
  one.send('battle.ready')
  other.send('battle.ready')
  const [won, lost] = await Promise.all([answerAll(one, () => true), answerAll(other, () => false)])
  console.log(
    won,
    lost,
    one.frames.map((f) => `${f.seq} ${f.type}`),
  )
})
