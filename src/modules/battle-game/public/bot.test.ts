import { describe, expect, test } from 'bun:test'
import { DIFFICULTIES } from '../../questions/public/question.ts'
import { TestBattle, testQuestions } from '../game-testbed.ts'
import { BOTS, botDifficultyFor, planBotAnswer } from './bot.ts'

const [question] = testQuestions()

describe('planBotAnswer', () => {
  test('a bot answers the same for the same seed and differently for another seed', () => {
    const plan = (seed: string) => planBotAnswer('MEDIUM', seed, question!, 10_000)
    expect(plan('one')).toEqual(plan('one'))
    expect(new Set(Array.from({ length: 20 }, (_, seed) => plan(String(seed)).afterMs)).size).toBeGreaterThan(
      15,
    )
  })

  test('a stronger bot has more correct answers and answers faster', () => {
    const stats = DIFFICULTIES.map((difficulty) => {
      const plans = Array.from({ length: 4_000 }, (_, seed) =>
        planBotAnswer(difficulty, String(seed), question!, 10_000),
      )
      const right = plans.filter(({ option }) => option === question!.correctIndex).length / plans.length
      const times = plans.map(({ afterMs }) => afterMs).sort((one, other) => one - other)
      return {
        difficulty,
        right,
        middle: times[2_000]!,
        least: times[0]!,
        spread: times[3_600]! - times[400]!,
      }
    })
    for (const { difficulty, right, least, spread } of stats) {
      expect(Math.abs(right - BOTS[difficulty].skill)).toBeLessThan(0.03)
      // No answer comes before the reading time, and answer times vary.
      expect(least).toBeGreaterThan(800)
      expect(spread).toBeGreaterThan(1_000)
    }
    const middles = stats.map(({ middle }) => middle)
    expect(middles).toEqual(middles.toSorted((one, other) => other - one))
  })

  test('a bot has fewer correct answers for harder questions', () => {
    const rightOf = (difficulty: 'EASY' | 'HARD') =>
      Array.from({ length: 2_000 }, (_, seed) =>
        planBotAnswer('MEDIUM', String(seed), { ...question!, difficulty }, 10_000),
      ).filter(({ option }) => option === question!.correctIndex).length
    expect(rightOf('HARD')).toBeLessThan(rightOf('EASY') - 200)
  })

  test('a bot chooses only existing options', () => {
    for (let seed = 0; seed < 500; seed++) {
      const { option } = planBotAnswer(
        'EASY',
        String(seed),
        { ...question!, options: ['a', 'b'], correctIndex: 1 },
        10_000,
      )
      expect([0, 1]).toContain(option)
    }
  })

  test('a battle against a bot runs to its end without inputs for the bot', () => {
    const battle = new TestBattle({ bot: { difficulty: 'HARD', seed: 'a seed' } }).begin()
    for (let index = 0; index < 5; index++) {
      battle.answer(0, index)
      while (battle.battle.phase.name === 'QUESTION') battle.pass(100)
      battle.pass(2_500)
    }
    expect(battle.ending?.reason).toBe('COMPLETED')
    expect(battle.scores[0]).toBeGreaterThan(4_900)
    expect(battle.scores[1]).toBeGreaterThan(0)
  })

  test('the bot difficulty follows the rating of the player', () => {
    expect([900, 1_500, 2_000].map(botDifficultyFor)).toEqual(['EASY', 'MEDIUM', 'HARD'])
  })
})
