import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { NEW_RATING, updateRating } from '../../src/modules/battle-game/public/glicko2.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { DomainEvent } from '../../src/platform/transaction/define-event.ts'
import type { TestSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  PRACTICE_PROMPT,
  RIGHT,
  startBattleOfTwo,
} from './battle-testbed.ts'

let testbed: BattleTestbed
let here: BattleProcess
let there: BattleProcess
beforeAll(async () => {
  testbed = await createBattleTestbed()
  ;[here, there] = [await testbed.openProcess(), await testbed.openProcess()]
})
afterAll(() => testbed.stopSettled())

const finished = (roomId: string) =>
  testbed.events.filter(
    ({ name, data }) => name === 'battles.battle_finished' && (data as { roomId: string }).roomId === roomId,
  )

for (const [kind, second] of [
  ['one process', () => here],
  ['two processes', () => there],
] as const) {
  describe(`a battle of two players connected to ${kind}`, () => {
    let ada: UserId
    let bob: UserId
    let one: TestSocket
    let other: TestSocket
    let roomId: string

    test('the players are paired and their stakes are in escrow', async () => {
      ;[ada, bob] = (await testbed.addUsers(2, 100)) as [UserId, UserId]
      ;[one, other] = [await here.connect(ada), await second().connect(bob)]
      one.send('queue.join', { stakeAmount: 30 })
      expect((await one.next('queue.status')).data).toMatchObject({ status: 'QUEUED', stakeAmount: 30 })
      expect([await testbed.gemsOf(ada), await testbed.escrowed()]).toEqual([100, 0])
      other.send('queue.join', { stakeAmount: 30 })
      const [matched] = await Promise.all([one.next('queue.matched'), other.next('queue.matched')])
      roomId = matched.data.roomId
      expect(matched.data).toMatchObject({
        opponent: { username: `user_${bob.replaceAll('-', '')}`, isBot: false, rating: 1500 },
        stakeAmount: 30,
        questionCount: 5,
      })
      expect(await testbed.escrowed()).toBe(60)
    })

    test('the players see each round but no correct answer before its end', async () => {
      one.send('battle.ready')
      other.send('battle.ready', { roomId })
      const results = await Promise.all([answerAll(one, () => true), answerAll(other, (index) => index < 2)])
      const [won, lost] = results
      expect(won).toMatchObject({ result: 'WIN', reason: 'COMPLETED', gemsDelta: 30, xpEarned: 20 })
      expect(lost).toMatchObject({ result: 'LOSS', reason: 'COMPLETED', gemsDelta: -30, xpEarned: 5 })
      expect(won.scores).toEqual({ you: lost.scores.opponent, opponent: lost.scores.you })

      for (const socket of [one, other]) {
        const roomFrames = socket.frames.filter(({ roomId: room, seq }) => room === roomId && seq > 0)
        expect(roomFrames.map(({ seq }) => seq)).toEqual(roomFrames.map((_, index) => index + 1))
        const types = roomFrames.map(({ type }) => type)
        expect(types.filter((type) => type === 'battle.question')).toHaveLength(5)
        expect(types.filter((type) => type === 'battle.answered')).toHaveLength(10)
        expect(types.slice(0, 2)).toEqual(['battle.start', 'battle.question'])
        expect(types.slice(-2)).toEqual(['battle.roundResult', 'battle.end'])
        for (const { type, data } of roomFrames)
          if (type !== 'battle.roundResult') expect(JSON.stringify(data)).not.toContain('correctIndex')
      }
    })

    test('the points match the answer times', () => {
      const rounds = one.frames.filter(({ type }) => type === 'battle.roundResult').map(({ data }) => data)
      let [you, opponent] = [0, 0]
      for (const round of rounds) {
        expect(round.yourAnswer).toBe(round.correctIndex)
        expect(round.yourPoints).toBeGreaterThanOrEqual(500)
        expect(round.yourPoints).toBeLessThanOrEqual(1_000)
        if (round.opponentAnswer !== round.correctIndex) expect(round.opponentPoints).toBe(0)
        you += round.yourPoints
        opponent += round.opponentPoints
        expect(round.scores).toEqual({ you, opponent })
      }
      expect(rounds.map(({ opponentPoints }) => opponentPoints > 0)).toEqual([
        true,
        true,
        false,
        false,
        false,
      ])
    })

    test('gems, XP and ratings are settled once', async () => {
      expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([130, 70])
      expect([await testbed.xpOf(ada), await testbed.xpOf(bob)]).toEqual([20, 5])
      const gain = Math.round(updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 1 }]).rating) - 1500
      expect(gain).toBe(162)
      const rating = async (process: BattleProcess, userId: UserId) =>
        (await process.call('GET /quiz-battles/rating', userId)).body.data
      expect(await rating(there, ada)).toMatchObject({ rating: 1662, wins: 1, losses: 0, battles: 1 })
      expect(await rating(here, bob)).toMatchObject({ rating: 1338, wins: 0, losses: 1 })
      expect(finished(roomId)).toHaveLength(1)
      expect(finished(roomId)[0]!.data).toMatchObject({
        reason: 'COMPLETED',
        players: [
          { userId: ada, opponentId: bob },
          { userId: bob, opponentId: ada },
        ],
      })
      const wins = testbed.events.filter(
        ({ name, data }) => name === 'battles.battle_won' && (data as { roomId: string }).roomId === roomId,
      )
      expect(wins.map(({ data }) => (data as { userId: UserId }).userId)).toEqual([ada])
    })

    test('only the two players can read the battle', async () => {
      const { body } = await there.call('GET /quiz-battles/history', ada)
      expect(body.meta).toEqual({ total: 1, page: 1, limit: 20, nextCursor: null })
      expect(body.data[0]).toMatchObject({
        roomId,
        status: 'FINISHED',
        result: 'WIN',
        gemsDelta: 30,
        ratingDelta: 162,
      })
      const byId = await here.call(`GET /quiz-battles/${roomId}`, bob)
      expect(byId.body.data).toMatchObject({
        result: 'LOSS',
        gemsDelta: -30,
        ratingDelta: -162,
        reason: 'COMPLETED',
      })
      const outsider = await testbed.addUser()
      expect((await here.call(`GET /quiz-battles/${roomId}`, outsider)).status).toBe(404)
    })

    test('a rematch has the same stake, no rating change and no badge progress', async () => {
      one.send('battle.rematch')
      expect((await other.next('battle.rematchOffered')).roomId).toBe(roomId)
      other.send('battle.rematch', { roomId })
      const [matched] = await Promise.all([one.next('queue.matched'), other.next('queue.matched')])
      expect(matched.data.roomId).not.toBe(roomId)
      expect(matched.data.stakeAmount).toBe(30)
      expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([100, 40])
      one.send('battle.ready')
      other.send('battle.ready')
      const [end] = await Promise.all([answerAll(one, () => true), answerAll(other, () => false)])
      expect(end).toMatchObject({
        result: 'WIN',
        reason: 'COMPLETED',
        gemsDelta: 30,
        ratingDelta: 0,
        xpEarned: 20,
      })
      expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob)]).toEqual([160, 40])
      const again = matched.data.roomId
      expect(finished(again)).toHaveLength(1)
      const isWon = ({ name, data }: DomainEvent) =>
        name === 'battles.battle_won' && (data as { roomId: string }).roomId === again
      expect(testbed.events.some(isWon)).toBe(false)
      one.close()
      other.close()
    })
  })
}

describe('answers', () => {
  test('invalid answers are refused and the battle continues', async () => {
    // The first round must be long enough for all refused answers, and ends by its timer.
    const slow = await testbed.openProcess({ questionMs: 6_000 })
    const { one, other, roomId } = await startBattleOfTwo(testbed, slow, slow, 0)
    const outsider = await slow.connect(await testbed.addUser())
    const refusal = async (socket: TestSocket, data: object, room = roomId) => {
      socket.send('battle.answer', data, room)
      return (await socket.next('error')).data.code
    }
    const [first] = await Promise.all([one.next('battle.question'), other.next('battle.question')])
    const { questionId } = first.data
    expect(await refusal(one, {})).toBe('VALIDATION_FAILED')
    expect(await refusal(one, { questionId, selectedOption: '1' })).toBe('VALIDATION_FAILED')
    expect(await refusal(one, { questionId, selectedOption: 1.5 })).toBe('VALIDATION_FAILED')
    expect(await refusal(one, { questionId, selectedOption: -1 })).toBe('VALIDATION_FAILED')
    expect(await refusal(one, { questionId, selectedOption: 5 })).toBe('OPTION_OUT_OF_RANGE')
    expect(await refusal(one, { questionId: Bun.randomUUIDv7(), selectedOption: 0 })).toBe('WRONG_QUESTION')
    expect(await refusal(outsider, { questionId, selectedOption: 0 })).toBe('ROOM_NOT_FOUND')
    expect(await refusal(outsider, { questionId, selectedOption: 0 }, 'no room')).toBe('ROOM_NOT_FOUND')
    expect(await refusal(outsider, { questionId, selectedOption: 0 }, Bun.randomUUIDv7())).toBe(
      'ROOM_NOT_FOUND',
    )
    one.send('battle.answer', { questionId, selectedOption: first.data.options.indexOf(RIGHT) }, roomId)
    await one.next('battle.answered')
    expect(await refusal(one, { questionId, selectedOption: 0 })).toBe('ALREADY_ANSWERED')
    const result = await other.next('battle.roundResult')
    expect(result.data.opponentPoints).toBeGreaterThan(500)
    expect(await refusal(other, { questionId, selectedOption: 0 })).toBeOneOf(['ANSWER_TOO_LATE'])
    one.send('battle.forfeit')
    expect((await one.next('battle.end')).data).toMatchObject({ result: 'LOSS', reason: 'FORFEIT' })
    expect(await refusal(one, { questionId, selectedOption: 0 })).toBe('BATTLE_OVER')
    outsider.close()
  })
})

describe('bot battles', () => {
  test('a battle against a bot gives little XP, no gems, no rating change and no badge progress', async () => {
    const user = await testbed.addUser(50)
    const fastProcess = await testbed.openProcess({ questionMs: 700 })
    const started = await fastProcess.call('POST /quiz-battles/bot/start', user, { difficulty: 'EASY' })
    expect(started.status).toBe(200)
    const { roomId, opponent, questions } = started.body.data
    expect(opponent).toMatchObject({ username: 'Pip', isBot: true, rating: 1200 })
    expect(questions.map(({ order }: { order: number }) => order)).toEqual([1, 2, 3, 4, 5])
    expect(JSON.stringify(started.body)).not.toContain('correctIndex')
    // The answers of challenge questions would be known before a contest or a battle for gems.
    for (const { prompt } of questions) expect(prompt).toStartWith(PRACTICE_PROMPT)
    const again = await fastProcess.call('POST /quiz-battles/bot/start', user, {})
    expect(again.body.data.roomId).toBe(roomId)
    const socket = await fastProcess.connect(user)
    expect((await socket.next('queue.matched')).data.roomId).toBe(roomId)
    socket.send('battle.ready')
    const end = await answerAll(socket, () => true)
    expect(end.reason).toBe('COMPLETED')
    expect(end).toMatchObject({ result: 'WIN', gemsDelta: 0, xpEarned: 6, ratingDelta: 0 })
    const asked = socket.frames.filter(({ type }) => type === 'battle.question').map(({ data }) => data)
    expect(asked.map(({ questionId, options }) => [questionId, options])).toEqual(
      questions.map(({ id, options }: { id: string; options: string[] }) => [id, options]),
    )
    expect(await testbed.gemsOf(user)).toBe(50)
    expect(
      testbed.events.some(
        ({ name, data }) => name === 'battles.battle_won' && (data as { roomId: string }).roomId === roomId,
      ),
    ).toBe(false)
    socket.close()
  })

  test('compiled formulas are in the questions, the rounds and the battle after its end, and in no other frame', async () => {
    const { query } = testbed.database
    await query`
      update question set prompt = prompt || ' $x^2$', options = array_replace(options, 'wrong 1', '$\\sqrt{2}$'),
        explanation = 'Because $y = 1$.'
      where key like 'topic:one/PRACTICE/%' and key <> 'topic:one/PRACTICE/0'`
    const user = await testbed.addUser()
    // A process reads the questions when its first battle starts.
    const fresh = await testbed.openProcess({ questionMs: 700 })
    const { topicIds } = testbed
    const started = await fresh.call('POST /quiz-battles/bot/start', user, { topicId: topicIds.one })
    const { roomId, questions } = started.body.data
    const socket = await fresh.connect(user)
    await socket.next('queue.matched')
    socket.send('battle.ready')
    await answerAll(socket, () => true)
    const late = await fresh.connect(user)
    late.send('battle.resume', { roomId, lastSeq: 0 })
    await late.next('battle.end')

    for (const { frames } of [socket, late]) {
      const dataOf = (wanted: string) => frames.filter(({ type }) => type === wanted).map(({ data }) => data)
      const asked = dataOf('battle.question')
      expect(asked.map(({ formulas }) => formulas)).toEqual(
        questions.map(({ formulas }: { formulas?: object }) => formulas),
      )
      const plain = asked.filter(({ prompt }) => !prompt.includes('$'))
      expect(plain).toHaveLength(1)
      const results = dataOf('battle.roundResult')
      for (const { questionId, prompt, formulas } of asked) {
        const result = results.find((round) => round.questionId === questionId)
        if (!prompt.includes('$')) {
          for (const data of [plain[0], result]) expect(Object.keys(data)).not.toContain('formulas')
          continue
        }
        expect(formulas).toEqual([
          { source: '$\\sqrt{2}$', html: expect.stringContaining('<msqrt>') },
          { source: '$x^2$', html: expect.stringContaining('<msup>') },
        ])
        expect(result.formulas).toEqual([{ source: '$y = 1$', html: expect.stringContaining('<math>') }])
      }
    }
    socket.close()
    late.close()
  })

  test('compiled prompts and the feedback on the own answers are in a battle and in its frames after its end', async () => {
    const { query } = testbed.database
    const html = {
      prompt: '<p>What prints this?</p><pre><code>print(1)</code></pre>',
      explanation: '<p>The explanation.</p>',
    }
    await query`
      update question set
        html = html || ${html}::jsonb || jsonb_build_object('optionFeedback', array(
          select case when index = correct_index then '' else '<p>On the <em>wrong</em> one.</p>' end
          from generate_series(0, 3) as index)),
        option_feedback = array(
          select case when index = correct_index then '' else 'On the *wrong* one.' end
          from generate_series(0, 3) as index)
      where key like 'topic:one/PRACTICE/%'`
    const user = await testbed.addUser()
    const fresh = await testbed.openProcess({ questionMs: 2_000 })
    const { topicIds } = testbed
    const started = await fresh.call('POST /quiz-battles/bot/start', user, { topicId: topicIds.one })
    const { roomId, questions } = started.body.data
    expect(questions.map(({ promptHtml }: { promptHtml: string }) => promptHtml)).toEqual(
      Array.from({ length: 5 }, () => html.prompt),
    )
    expect(JSON.stringify(started.body)).not.toContain('wrong</em>')
    const socket = await fresh.connect(user)
    await socket.next('queue.matched')
    socket.send('battle.ready')
    await answerAll(socket, (index) => index < 2)
    const late = await fresh.connect(user)
    late.send('battle.resume', { roomId, lastSeq: 0 })
    await late.next('battle.end')
    for (const { frames } of [socket, late]) {
      for (const { type, data } of frames)
        if (type !== 'battle.roundResult') expect(JSON.stringify(data)).not.toContain('wrong</em>')
      const dataOf = (wanted: string) => frames.filter(({ type }) => type === wanted).map(({ data }) => data)
      expect(dataOf('battle.question').map(({ promptHtml }) => promptHtml)).toEqual(
        Array.from({ length: 5 }, () => html.prompt),
      )
      const wrong = { feedback: 'On the *wrong* one.', feedbackHtml: '<p>On the <em>wrong</em> one.</p>' }
      const right = { feedback: null, feedbackHtml: null }
      expect(dataOf('battle.roundResult')).toMatchObject(
        [right, right, wrong, wrong, wrong].map((feedback) => ({
          ...feedback,
          explanationHtml: '<p>The explanation.</p>',
        })),
      )
    }
    socket.close()
    late.close()
  })

  test('an expired ticket gets a bot opponent, or a refund if it has a stake', async () => {
    const hurried = await testbed.openProcess({ queueTimeoutMs: 300 })
    const [poor, rich] = [await testbed.addUser(), await testbed.addUser(40)]
    const [one, other] = [await hurried.connect(poor), await hurried.connect(rich)]
    one.send('queue.join')
    other.send('queue.join', { stakeAmount: 40, topicId: testbed.topicIds.one })
    expect((await one.next('queue.matched')).data.opponent).toMatchObject({ isBot: true, username: 'Quill' })
    expect((await other.next('queue.timeout')).data.botAvailable).toBe(true)
    expect(await testbed.gemsOf(rich)).toBe(40)
    const ticket = (await other.next('queue.status')).data.queueTicket
    const { body } = await hurried.call(`GET /quiz-battles/queue/${ticket}`, rich)
    expect(body.data.status).toBe('TIMED_OUT')
    one.send('battle.ready')
    expect((await one.next('battle.question')).data.prompt).toStartWith(PRACTICE_PROMPT)
    one.send('battle.forfeit')
    await waitUntil(async () => (await hurried.call('GET /quiz-battles/history', poor)).body.meta.total === 1)
    one.close()
    other.close()
  })
})
