import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { QuestionId } from '../questions/public/question.ts'
import { TestBattle } from './game-testbed.ts'
import { outcomeOf, splitPot, xpFor } from './public/outcome.ts'
import { type BattleInput, play } from './public/play.ts'
import { nextTimerAt } from './public/timers.ts'

/** BATTLE_MODEL_RUNS sets the number of runs, BATTLE_MODEL_SEED the random sequence. */
const RUNS = Number(process.env.BATTLE_MODEL_RUNS ?? 2_000)
const SEED = Number(process.env.BATTLE_MODEL_SEED ?? 20_261_115)

type Step = { waitMs: number } & (
  | { type: 'ready' | 'left' | 'back' | 'forfeit'; seat: 0 | 1 }
  | { type: 'answer'; seat: 0 | 1; index: number; option: number }
  | { type: 'time' }
  | { type: 'interrupted'; lostMs: number }
)

const seat = fc.constantFrom(0 as const, 1 as const)
const waitMs = fc.oneof(
  fc.constant(0),
  fc.integer({ max: 3_000, min: 0 }),
  fc.integer({ min: 0, max: 35_000 }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      waitMs: fc.integer({ min: 0, max: 2_000 }),
      type: fc.constantFrom('ready' as const),
      seat,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      waitMs: fc.integer({ min: 0, max: 4_000 }),
      type: fc.constant('answer' as const),
      seat,
      index: fc.integer({ min: 0, max: 5 }),
      option: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ waitMs, type: fc.constantFrom('left' as const, 'back' as const), seat }),
  },
  { weight: 1, arbitrary: fc.record({ waitMs, type: fc.constant('forfeit' as const), seat }) },
  { weight: 4, arbitrary: fc.record({ waitMs, type: fc.constant('time' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      waitMs,
      type: fc.constant('interrupted' as const),
      lostMs: fc.integer({ min: 0, max: 20_000 }),
    }),
  },
)

function inputOf(given: Step, now: number): BattleInput {
  const at = now + given.waitMs
  if (given.type === 'time') return { type: 'time', at }
  if (given.type === 'interrupted') return { type: 'interrupted', since: at, at: at + given.lostMs }
  if (given.type === 'answer') {
    const { seat, index, option } = given
    return { type: 'answer', seat, questionId: `question ${index}` as QuestionId, option, at }
  }
  return { type: given.type, seat: given.seat, at }
}

test('every random sequence of inputs ends once, never lowers points and pays out the full pot', () => {
  const ends: Record<string, number> = {}
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, isBot) => {
      const battle = new TestBattle({ bot: isBot ? { difficulty: 'MEDIUM', seed: 'x' } : null })
      const stored: BattleInput[] = []
      const started = battle.battle
      // Most runs start the battle.
      if (steps.length % 4 > 0)
        for (const seat of [0, 1] as const) feed({ type: 'ready', seat, at: battle.now })
      for (const given of steps) {
        if (isBot && 'seat' in given && given.seat === 1) continue
        const input = inputOf(given, battle.now)
        battle.now = input.at
        feed(input)
      }
      // Every battle ends without further inputs.
      for (let due = nextTimerAt(battle.battle); due !== null; due = nextTimerAt(battle.battle)) {
        expect(due).toBeLessThanOrEqual(battle.now + 120_000)
        battle.now = Math.max(battle.now, due)
        feed({ type: 'time', at: battle.now })
      }
      const { phase, seats } = battle.battle
      expect(phase.name).toBe('ENDED')
      expect(battle.events.filter(({ type }) => type === 'ended')).toHaveLength(1)
      expect(battle.events.filter(({ type }) => type === 'revealed').length).toBeLessThanOrEqual(5)

      const outcome = outcomeOf(battle.battle)
      ends[outcome.reason] = (ends[outcome.reason] ?? 0) + 1
      const [one, other] = splitPot(outcome, 7n)
      expect(one + other).toBe(14n)
      if (outcome.state !== 'FINISHED') expect([one, other]).toEqual([7n, 7n])
      for (const seat of [0, 1] as const) {
        expect(seats[seat].score).toBeLessThanOrEqual(5_000)
        const points = seats[seat].answers.reduce((sum, answer) => sum + (answer?.points ?? 0), 0)
        expect(seats[seat].score).toBe(points)
        expect(xpFor(outcome, seat, isBot)).toBeLessThanOrEqual(20)
      }

      // A replay of the stored inputs gives the same battle and the same frames.
      let again = started
      const events: unknown[] = []
      for (const input of stored) {
        const played = play(again, input)
        again = played.battle
        events.push(...played.events)
      }
      expect(again).toEqual(battle.battle)
      expect(events).toEqual(battle.events)

      /** Like LiveRoom: due timers are an input of their own, so that a refused input does not undo them. */
      function feed(input: BattleInput): void {
        const before = battle.battle
        const due = nextTimerAt(before)
        const until = input.type === 'interrupted' ? input.since : input.at
        if (due !== null && due <= until) take({ type: 'time', at: until })
        const present = battle.battle
        try {
          take(input)
        } catch (error) {
          expect((error as { code?: string }).code).toBeString()
          expect(battle.battle).toBe(present)
        }
        for (const seat of [0, 1] as const)
          expect(battle.battle.seats[seat].score).toBeGreaterThanOrEqual(before.seats[seat].score)
        if (before.phase.name === 'ENDED') expect(battle.battle.phase).toEqual(before.phase)
      }
      function take(input: BattleInput): void {
        battle.take(input)
        stored.push(input)
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
  // The random steps reach every way to end.
  for (const reason of ['COMPLETED', 'FORFEIT', 'ABANDONED', 'CANCELLED'])
    expect([reason, ends[reason] ?? 0]).not.toEqual([reason, 0])
})
