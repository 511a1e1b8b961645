import { describe, expect, test } from 'bun:test'
import type { Frame } from '../../../../packages/client/src/live.ts'
import { type BattleState, canAnswer, newBattleState, nextBattleState, phaseOf } from './battle-state.ts'

const ROOM = 'room-1'
const frame = (type: string, data: object, ms: number, roomId = ROOM) =>
  ({ v: 1, type, seq: 1, ts: new Date(ms).toISOString(), roomId, data }) as unknown as Frame
const question = (index: number, ms: number, endsAt = ms + 10_000) =>
  frame(
    'battle.question',
    {
      index,
      questionId: `q${index}`,
      prompt: '?',
      options: ['a', 'b'],
      timeLimitMs: 10_000,
      endsAt: new Date(endsAt).toISOString(),
    },
    ms,
  )
const result = (index: number, ms: number, yourAnswer: number | null = 1) =>
  frame(
    'battle.roundResult',
    {
      index,
      questionId: `q${index}`,
      correctIndex: 1,
      explanation: '',
      yourAnswer,
      yourPoints: 900,
      opponentAnswer: 0,
      opponentPoints: 0,
      scores: { you: 900, opponent: 0 },
    },
    ms,
  )
const end = (ms: number) =>
  frame(
    'battle.end',
    {
      result: 'WIN',
      reason: 'COMPLETED',
      scores: { you: 900, opponent: 0 },
      gemsDelta: 10,
      xpEarned: 20,
      ratingDelta: 8,
    },
    ms,
  )
const matched = (roomId: string) =>
  frame('queue.matched', { roomId, opponent: {}, stakeAmount: 0, questionCount: 5, readyBy: '' }, 0, roomId)
const after = (...frames: Frame[]): BattleState =>
  frames.reduce((state, next) => nextBattleState(state, { type: 'frame', frame: next }), newBattleState(ROOM))

describe('the state of a battle in the browser', () => {
  test('a question of a process of the former version has no HTML', () => {
    expect(after(question(0, 3_000)).rounds[0]!.promptHtml).toBe('')
  })

  test('a battle goes through waiting, countdown, question, reveal and over', () => {
    const started = frame('battle.start', { startsAt: new Date(3_000).toISOString(), questionCount: 1 }, 0)
    const frames = [started, question(0, 3_000), result(0, 8_000), end(8_001)]
    const phases = frames.map((_, count) => phaseOf(after(...frames.slice(0, count))))
    expect(phases).toEqual(['waiting', 'countdown', 'question', 'reveal'])
    expect(phaseOf(after(...frames))).toBe('over')
  })

  test('an option can be chosen once per round', () => {
    let state = nextBattleState(after(question(0, 0)), { type: 'chosen', questionId: 'q0', option: 1 })
    state = nextBattleState(state, { type: 'chosen', questionId: 'q0', option: 0 })
    expect(state.rounds[0]).toMatchObject({ chosen: 1, isAccepted: false })
  })

  test('an answer given before a reload locks the round without showing an option', () => {
    const state = after(question(0, 0), frame('battle.answered', { by: 'you', questionId: 'q0' }, 0))
    expect(state.rounds[0]!.chosen).toBeNull()
    expect(canAnswer(state.rounds[0]!)).toBe(false)
  })

  test('a refused answer can be given again, an accepted one cannot', () => {
    const chosen = nextBattleState(after(question(0, 0)), { type: 'chosen', questionId: 'q0', option: 1 })
    expect(canAnswer(nextBattleState(chosen, { type: 'answerRefused' }).rounds[0]!)).toBe(true)
    const accepted = nextBattleState(chosen, {
      type: 'frame',
      frame: frame('battle.answered', { by: 'you', questionId: 'q0' }, 1),
    })
    expect(nextBattleState(accepted, { type: 'answerRefused' }).rounds[0]!.chosen).toBe(1)
  })

  test('a question that is sent again after an interruption gets a later end and keeps the answer', () => {
    const chosen = nextBattleState(after(question(0, 0)), { type: 'chosen', questionId: 'q0', option: 1 })
    const state = nextBattleState(chosen, { type: 'frame', frame: question(0, 5_000, 17_000) })
    expect(state.rounds).toHaveLength(1)
    expect(state.rounds[0]).toMatchObject({ endsAt: 17_000, chosen: 1 })
  })

  test('the last round counts as watched only if it was played in this page', () => {
    expect(after(question(0, 0), result(0, 4_000), end(4_001)).isLastRoundWatched).toBe(true)
    expect(after(question(0, 9_000), result(0, 9_001), end(9_001)).isLastRoundWatched).toBe(false)
  })

  test('frames of other rooms are ignored', () => {
    expect(after(frame('battle.end', {}, 0, 'room-2')).end).toBeUndefined()
  })

  test('a match with another room opens only as the rematch that this user asked for', () => {
    const over = after(end(0))
    const seen = (state: BattleState) =>
      nextBattleState(state, { type: 'frame', frame: matched('room-2') }).nextRoomId
    expect(seen(over)).toBeUndefined()
    expect(seen(nextBattleState(over, { type: 'rematchAsked' }))).toBe('room-2')
  })

  test('an absent opponent is expected back until the grace period ends', () => {
    const away = after(frame('battle.opponentLeft', { graceSeconds: 30 }, 1_000))
    expect(away.opponentAwayUntil).toBe(31_000)
    const back = nextBattleState(away, { type: 'frame', frame: frame('battle.opponentBack', {}, 2_000) })
    expect(back.opponentAwayUntil).toBeUndefined()
  })
})
