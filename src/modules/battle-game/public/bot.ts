import { createHash } from 'node:crypto'
import type { Difficulty, QuestionId } from '../../questions/public/question.ts'

export interface BotCharacter {
  username: string
  rating: number
  /** The id of the avatar. */
  pictureId: string
  /** The share of correct answers. */
  skill: number
  /** The usual answer time, as a share of the time limit. */
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
  /** Time after the question was asked; above the time limit if the bot does not answer. */
  afterMs: number
  option: number
}

/** The minimum answer time, as a share of the time limit. */
const READING_SHARE = 0.08
const SPREAD = 0.38
/** How the difficulty of a question changes the share of correct answers and the answer time. */
const EFFORT: Record<Difficulty, { skill: number; pace: number }> = {
  EASY: { skill: 1.1, pace: 0.85 },
  MEDIUM: { skill: 1, pace: 1 },
  HARD: { skill: 0.8, pace: 1.2 },
}

interface KnownQuestion {
  id: QuestionId
  difficulty: Difficulty
  options: readonly string[]
  correctIndex: number
}

/**
 * The answer of a bot. The seed determines it, so that a replay gives the same battle. Answer times are log-normally
 * distributed, like those of people: around the usual time, with a long tail.
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
  const isCorrect = chance(2) < Math.min(0.97, skill * effort.skill)
  const wrongOption = Math.floor(chance(3) * (question.options.length - 1))
  return {
    afterMs: Math.round(share * limitMs),
    option: isCorrect ? question.correctIndex : wrongOption + Number(wrongOption >= question.correctIndex),
  }
}

/** The difficulty nearest to the rating of a player. */
export function botDifficultyFor(rating: number): Difficulty {
  if (rating < 1350) return 'EASY'
  return rating > 1650 ? 'HARD' : 'MEDIUM'
}
