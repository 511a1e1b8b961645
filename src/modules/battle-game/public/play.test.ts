import { describe, expect, test } from 'bun:test'
import type { QuestionId } from '../../questions/public/question.ts'
import { TestBattle } from '../game-testbed.ts'
import { pointsFor } from '../scoring.ts'
import { outcomeOf } from './outcome.ts'

describe('points', () => {
  test('a correct answer gives 500 points and up to 500 for speed, a wrong one none', () => {
    expect(pointsFor(true, 0, 10_000)).toBe(1_000)
    expect(pointsFor(true, 10_000, 10_000)).toBe(500)
    expect(pointsFor(true, 2_500, 10_000)).toBe(875)
    expect(pointsFor(true, 3_333, 10_000)).toBe(833)
    expect(pointsFor(true, 9_999, 10_000)).toBe(500)
    expect(pointsFor(false, 0, 10_000)).toBe(0)
  })
})

describe('a battle', () => {
  test('a battle starts three seconds after both players are ready', () => {
    const battle = new TestBattle().ready(0)
    expect(battle.takeEventTypes()).toEqual([])
    battle.pass(9_999).ready(1)
    expect(battle.events).toEqual([{ type: 'started', startsAt: battle.now + 3_000 }])
    battle.takeEventTypes()
    expect(battle.pass(2_999).takeEventTypes()).toEqual([])
    expect(battle.pass(1).takeEventTypes()).toEqual(['asked'])
  })

  test('a battle is cancelled when a player is not ready within ten seconds', () => {
    const battle = new TestBattle().ready(0).pass(9_999)
    expect(battle.ending).toBeUndefined()
    expect(battle.pass(1).ending).toEqual({ reason: 'CANCELLED', winner: null })
    expect(() => battle.ready(1)).toThrow('over')
  })

  test('a battle is cancelled when a ready player leaves before the start and does not return', () => {
    const battle = new TestBattle().ready(0).leave(0).ready(1)
    expect(battle.takeEventTypes()).toEqual([])
    expect(battle.pass(10_000).ending).toEqual({ reason: 'CANCELLED', winner: null })
  })

  test('a battle without answers runs through five rounds and ends in a draw', () => {
    const battle = new TestBattle().begin()
    battle.takeEventTypes()
    for (let index = 0; index < 4; index++) {
      expect(battle.pass(9_999).takeEventTypes()).toEqual([])
      expect(battle.pass(1).takeEventTypes()).toEqual(['revealed'])
      expect(battle.pass(2_500).takeEventTypes()).toEqual(['asked'])
    }
    expect(battle.pass(10_000).takeEventTypes()).toEqual(['revealed', 'ended'])
    expect(battle.ending).toEqual({ reason: 'COMPLETED', winner: null })
  })

  test('one time input has the same effect as many small ones', () => {
    const watched = new TestBattle().begin()
    for (let count = 0; count < 700; count++) watched.pass(100)
    const slept = new TestBattle().begin().pass(70_000)
    expect(slept.events).toEqual(watched.events)
    expect(slept.battle).toEqual(watched.battle)
  })

  test('the player with more points wins', () => {
    const battle = new TestBattle().begin()
    for (let index = 0; index < 5; index++) {
      battle.pass(1_000).answer(0, index)
      battle.pass(1_500).answer(1, index, index === 4 ? 0 : 2)
      battle.pass(2_500)
    }
    // Five times 500 + 450, and four times 500 + 375.
    expect(battle.scores).toEqual([4_750, 3_500])
    expect(battle.ending).toEqual({ reason: 'COMPLETED', winner: 0 })
  })

  test('a round ends as soon as both players have answered', () => {
    const battle = new TestBattle().begin().pass(400)
    battle.takeEventTypes()
    expect(battle.answer(1, 0).takeEventTypes()).toEqual(['answered'])
    expect(battle.answer(0, 0, 1).takeEventTypes()).toEqual(['answered', 'revealed'])
    expect(battle.scores).toEqual([0, 980])
  })

  test('an answer within 250 ms counts as 250 ms and is flagged', () => {
    const fast = new TestBattle().begin().answer(0, 0).pass(249).answer(1, 0, 0)
    expect(fast.scores).toEqual([987, 0])
    const { seats } = outcomeOf(fast.forfeit(1).battle)
    expect(seats.map(({ fastAnswers, answers }) => [fastAnswers, answers.length])).toEqual([
      [1, 0],
      [1, 0],
    ])
    const usual = new TestBattle().begin().pass(250).answer(0, 0).answer(1, 0, 0)
    expect(usual.scores).toEqual([987, 0])
    expect(outcomeOf(usual.forfeit(1).battle).seats.map(({ fastAnswers }) => fastAnswers)).toEqual([0, 0])
  })

  test('questions that were asked and not answered correctly are missed, and later ones are not', () => {
    const battle = new TestBattle().begin().pass(300).answer(0, 0).answer(1, 0, 1).pass(2_500)
    battle.pass(300).answer(0, 1, 0).pass(9_700).pass(2_500)
    const { seats } = outcomeOf(battle.forfeit(1).battle)
    expect(seats.map(({ missedQuestionIds }): readonly string[] => missedQuestionIds)).toEqual([
      ['question 1'],
      ['question 0', 'question 1'],
    ])
    // The second player had no time for question 1.
    expect(seats.map(({ answers }): unknown => answers)).toEqual([
      [
        { questionId: 'question 0', isCorrect: true },
        { questionId: 'question 1', isCorrect: false },
      ],
      [{ questionId: 'question 0', isCorrect: false }],
    ])
  })

  test('equal points are a draw', () => {
    const battle = new TestBattle().begin()
    for (let index = 0; index < 5; index++) battle.pass(700).answer(0, index).answer(1, index).pass(2_500)
    expect(battle.scores).toEqual([4_825, 4_825])
    expect(battle.ending).toEqual({ reason: 'COMPLETED', winner: null })
  })
})

describe('refused answers', () => {
  const code = (work: () => unknown): string => {
    try {
      work()
    } catch (error) {
      return (error as { code: string }).code
    }
    return 'TAKEN'
  }

  test('an answer before the start or after the end is refused', () => {
    const battle = new TestBattle()
    expect(code(() => battle.answer(0, 0))).toBe('BATTLE_NOT_STARTED')
    battle.ready(0).ready(1)
    expect(code(() => battle.answer(0, 0))).toBe('BATTLE_NOT_STARTED')
    battle.forfeit(1)
    expect(code(() => battle.answer(0, 0))).toBe('BATTLE_OVER')
  })

  test('an answer at the deadline is refused and one a millisecond earlier is accepted', () => {
    expect(code(() => new TestBattle().begin().pass(9_999).answer(0, 0))).toBe('TAKEN')
    const late = new TestBattle().begin()
    late.now += 10_000
    expect(code(() => late.answer(0, 0))).toBe('ANSWER_TOO_LATE')
  })

  test('a second answer to a question is refused, also after the round', () => {
    const battle = new TestBattle().begin().answer(0, 0, 1)
    expect(code(() => battle.answer(0, 0))).toBe('ALREADY_ANSWERED')
    battle.pass(10_000)
    expect(code(() => battle.answer(0, 0))).toBe('ALREADY_ANSWERED')
    expect(code(() => battle.answer(1, 0))).toBe('ANSWER_TOO_LATE')
    expect(battle.scores).toEqual([0, 0])
  })

  test('an answer to a later question or to a question of another battle is refused', () => {
    const battle = new TestBattle().begin()
    expect(code(() => battle.answer(0, 1))).toBe('WRONG_QUESTION')
    const foreign = { questionId: 'of another battle' as QuestionId, option: 2, at: battle.now }
    expect(code(() => battle.take({ type: 'answer', seat: 0, ...foreign }))).toBe('WRONG_QUESTION')
    battle.pass(12_500)
    expect(code(() => battle.answer(0, 0))).toBe('ANSWER_TOO_LATE')
  })

  test('an answer with an unknown option is refused and the player can answer again', () => {
    const battle = new TestBattle().begin()
    expect(code(() => battle.answer(0, 0, 4))).toBe('OPTION_OUT_OF_RANGE')
    expect(code(() => battle.answer(0, 0, 3))).toBe('TAKEN')
  })
})

describe('disconnects', () => {
  test('a player who returns after ten seconds loses only time', () => {
    const battle = new TestBattle().begin().pass(1_000).leave(0)
    expect(battle.takeEventTypes()).toEqual(['started', 'asked', 'left'])
    battle.answer(1, 0).pass(10_000).back(0)
    expect(battle.takeEventTypes()).toEqual(['answered', 'revealed', 'back'])
    battle.pass(1_500).answer(0, 1)
    expect(battle.scores[1]).toBe(950)
    expect(battle.ending).toBeUndefined()
  })

  test('a player who is away for thirty seconds forfeits', () => {
    const battle = new TestBattle().begin().leave(1)
    expect(battle.pass(29_999).ending).toBeUndefined()
    expect(battle.pass(1).ending).toEqual({ reason: 'FORFEIT', winner: 0 })
  })

  test('a player who disconnects more often than the limit forfeits', () => {
    const battle = new TestBattle({ rules: { maxDisconnects: 3 } }).begin()
    for (let count = 0; count < 3; count++) battle.leave(0).back(0)
    expect(battle.ending).toBeUndefined()
    expect(battle.leave(0).ending).toEqual({ reason: 'FORFEIT', winner: 1 })
  })

  test('an absent player can win if the battle ends within the grace period', () => {
    const battle = new TestBattle().begin()
    for (let index = 0; index < 5; index++)
      battle
        .answer(0, index)
        .answer(1, index, 0)
        .pass(index < 4 ? 2_500 : 0)
    expect(battle.ending?.winner).toBe(0)
    const other = new TestBattle().begin().answer(0, 0).leave(0).pass(29_000)
    expect(other.ending).toBeUndefined()
  })
})

describe('two absent players', () => {
  const slow = { questionMs: 60_000 }
  test('a battle is abandoned without a winner when both players are away for thirty seconds', () => {
    const battle = new TestBattle({ rules: slow }).begin().leave(0).pass(20_000).leave(1)
    expect(battle.pass(29_999).ending).toBeUndefined()
    expect(battle.pass(1).ending).toEqual({ reason: 'ABANDONED', winner: null })
  })

  test('the player who returns wins when the grace period of the other ends', () => {
    const late = new TestBattle({ rules: slow }).begin().leave(0).pass(20_000).leave(1).pass(15_000).back(1)
    expect(late.ending).toEqual({ reason: 'FORFEIT', winner: 1 })
    const early = new TestBattle({ rules: slow }).begin().leave(0).pass(20_000).leave(1).pass(5_000).back(1)
    expect(early.ending).toBeUndefined()
    expect(early.pass(5_000).ending).toEqual({ reason: 'FORFEIT', winner: 1 })
  })

  test('the first to leave can return late while the other player is still within the grace period', () => {
    const battle = new TestBattle({ rules: slow }).begin().leave(0).pass(20_000).leave(1).pass(15_000).back(0)
    expect(battle.ending).toBeUndefined()
    expect(battle.pass(15_000).ending).toEqual({ reason: 'FORFEIT', winner: 0 })
  })
})

describe('forfeit', () => {
  test('a forfeit makes the opponent win regardless of points', () => {
    const battle = new TestBattle().begin().answer(0, 0).answer(1, 0, 0).forfeit(0)
    expect(battle.ending).toEqual({ reason: 'FORFEIT', winner: 1 })
    expect(() => battle.forfeit(1)).toThrow('over')
  })

  test('a forfeit before the start cancels the battle', () => {
    expect(new TestBattle().ready(0).forfeit(1).ending).toEqual({ reason: 'CANCELLED', winner: null })
  })
})

describe('interruptions', () => {
  const interrupt = (battle: TestBattle, forMs: number) => {
    const since = battle.now
    battle.now += forMs
    return battle.take({ type: 'interrupted', since, at: battle.now })
  }

  test('an interruption extends the current question, which is sent again with its new end', () => {
    const battle = new TestBattle().begin().pass(4_000)
    battle.takeEventTypes()
    interrupt(battle, 7_000)
    expect(battle.events).toEqual([{ type: 'asked', index: 0, endsAt: battle.now + 6_000 }])
    battle.takeEventTypes()
    battle.back(0).back(1).pass(1_000).answer(0, 0)
    expect(battle.scores).toEqual([0, 0])
    expect(battle.pass(5_000).takeEventTypes()).toEqual(['answered', 'revealed'])
    // Four seconds before the interruption and one after it.
    expect(battle.scores).toEqual([750, 0])
  })

  test('an interruption keeps the given answers', () => {
    const battle = new TestBattle().begin().pass(1_000).answer(1, 0)
    interrupt(battle, 5_000)
    expect(() => battle.answer(1, 0)).toThrow('first answer')
    battle.answer(0, 0, 0)
    expect(battle.scores).toEqual([0, 950])
  })

  test('an interruption above the limit cancels the battle', () => {
    const battle = new TestBattle().begin().pass(1_000).answer(1, 0)
    interrupt(battle, 15_001)
    expect(battle.ending).toEqual({ reason: 'CANCELLED', winner: null })
  })

  test('a player who does not return after an interruption forfeits', () => {
    const battle = new TestBattle({ rules: { questionMs: 60_000 } }).begin()
    interrupt(battle, 5_000)
    battle.takeEventTypes()
    expect(battle.pass(1_000).back(0).takeEventTypes()).toEqual([])
    expect(battle.pass(29_000).ending).toEqual({ reason: 'FORFEIT', winner: 0 })
  })

  test('a battle interrupted in the countdown or between rounds continues in the same phase', () => {
    const counting = new TestBattle().ready(0).ready(1).pass(1_000)
    interrupt(counting, 4_000)
    expect(counting.events.at(-1)).toEqual({ type: 'started', startsAt: counting.now + 2_000 })
    const between = new TestBattle().begin().answer(0, 0).answer(1, 0).pass(500)
    interrupt(between, 4_000)
    between.takeEventTypes()
    expect(between.pass(1_999).takeEventTypes()).toEqual([])
    expect(between.pass(1).takeEventTypes()).toEqual(['asked'])
  })

  test('an interruption before the start makes both players ready up again', () => {
    const battle = new TestBattle().ready(0)
    interrupt(battle, 3_000)
    battle.ready(1)
    expect(battle.takeEventTypes()).toEqual([])
    expect(battle.ready(0).takeEventTypes()).toEqual(['started'])
  })
})
