import { createHash } from 'node:crypto'
import type { Difficulty, QuestionId } from '../../questions/public/question.ts'

export interface BotCharacter {
  username: string
  rating: number
  /** Names its picture. */
  pictureId: string
  /** How often it is right. */
  skill: number
  /** Where in the time of a question it usually answers, as a share of it. */
  answerTimeShare: number
}

export const BOTS: Record<Difficulty, BotCharacter> = {
  EASY: {
    username: 'Pip',
    rating: 1200,
    pictureId: '00000000-0000-7000-8000-000000000001',
    skill: 0.45,
    answerTimeShare: 0.55,
  },
  MEDIUM: {
    username: 'Quill',
    rating: 1500,
    pictureId: '00000000-0000-7000-8000-000000000002',
    skill: 0.68,
    answerTimeShare: 0.42,
  },
  HARD: {
    username: 'Minerva',
    rating: 1800,
    pictureId: '00000000-0000-7000-8000-000000000003',
    skill: 0.88,
    answerTimeShare: 0.3,
  },
}

export interface BotPlan {
  /** After the question was asked; beyond its time when the bot has no answer. */
  afterMs: number
  option: number
}

/** Nobody reads faster than this. */
const READING_SHARE = 0.08
const SPREAD = 0.38
/** What a harder question costs: how often it is right, and how long it thinks. */
const EFFORT: Record<Difficulty, { skill: number; pace: number }> = {
  EASY: { skill: 1.1, pace: 0.85 },
  MEDIUM: { skill: 1, pace: 1 },
  HARD: { skill: 0.8, pace: 1.2 },
}

/** What a bot has to know of a question: more than a player does. */
interface KnownQuestion {
  id: QuestionId
  difficulty: Difficulty
  options: readonly string[]
  correctIndex: number
}

/**
 * What a bot does with a question: decided by the seed alone, so that a battle that is played again from its
 * inputs goes the same way. Its times are spread as people's are: mostly around its pace, with a long tail.
 */
export function planBotAnswer(
  difficulty: Difficulty,
  seed: string,
  question: KnownQuestion,
  limitMs: number,
): BotPlan {
  const bytes = createHash('sha256').update(`bot\n${seed}\n${question.id}`).digest()
  const chance = (index: number) => (bytes.readUInt32BE(4 * index) + 0.5) / 2 ** 32
  const { skill, answerTimeShare } = BOTS[difficulty]
  const effort = EFFORT[question.difficulty]

  const normal = Math.sqrt(-2 * Math.log(chance(0))) * Math.cos(2 * Math.PI * chance(1))
  const share = READING_SHARE + (answerTimeShare * effort.pace - READING_SHARE) * Math.exp(SPREAD * normal)
  const isRight = chance(2) < Math.min(0.97, skill * effort.skill)
  const slip = Math.floor(chance(3) * (question.options.length - 1))
  return {
    afterMs: Math.round(share * limitMs),
    option: isRight ? question.correctIndex : slip + Number(slip >= question.correctIndex),
  }
}

/** The one nearest to a player's strength. */
export function botDifficultyFor(rating: number): Difficulty {
  if (rating < 1350) return 'EASY'
  return rating > 1650 ? 'HARD' : 'MEDIUM'
}
