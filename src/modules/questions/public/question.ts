import type { Id } from '../../../platform/ids.ts'
import { shuffledOrder } from './shuffle.ts'

export type TopicId = Id<'Topic'>
export type QuestionId = Id<'Question'>

export const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

/** PRACTICE: shown with its answer in lessons. CHALLENGE: for contests and battles. */
export type QuestionUse = 'PRACTICE' | 'CHALLENGE'

/** TEST: for the test of one course. */
export type ImportedUse = QuestionUse | 'TEST'

/** A single-choice question without its answer, for battles. */
export interface Question {
  id: QuestionId
  topicId: TopicId
  difficulty: Difficulty
  prompt: string
  options: string[]
}

/** Shuffles the options. The order depends on the seed and the question only. */
export function shuffleOptions<Shown extends Pick<Question, 'id' | 'options'>>(
  question: Shown,
  seed: string,
): Shown {
  const order = shuffledOrder(question.options.length, seed, question.id)
  return { ...question, options: order.map((index) => question.options[index]!) }
}

/** Converts an index in the shuffled options to an index in the original options. */
export function unshuffledOption(
  question: Pick<Question, 'id' | 'options'>,
  seed: string,
  selectedOption: number,
): number | undefined {
  return shuffledOrder(question.options.length, seed, question.id)[selectedOption]
}
