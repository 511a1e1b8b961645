import { createHash } from 'node:crypto'
import type { Id } from '../../../platform/ids.ts'

export type TopicId = Id<'Topic'>
export type QuestionId = Id<'Question'>

export const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

/** PRACTICE is shown with its answer in lessons; CHALLENGE decides contests and battles. */
export type QuestionUse = 'PRACTICE' | 'CHALLENGE'

/** A question as anybody may see it: without its answer. */
export interface Question {
  id: QuestionId
  topicId: TopicId
  difficulty: Difficulty
  prompt: string
  options: string[]
}

/** A question of a lesson, where the answer is part of the learning. */
export interface PracticeQuestion extends Question {
  correctIndex: number
  explanation: string
}

/** The options in the order of an attempt: the same for the same seed, and as good as random between seeds. */
export function shuffleOptions<Shown extends Pick<Question, 'id' | 'options'>>(
  question: Shown,
  seed: string,
): Shown {
  const order = optionOrder(question, seed)
  return { ...question, options: order.map((index) => question.options[index]!) }
}

/** Which option of the question itself was chosen, given its place among the shuffled ones. */
export function unshuffledOption(
  question: Pick<Question, 'id' | 'options'>,
  seed: string,
  selectedOption: number,
): number | undefined {
  return optionOrder(question, seed)[selectedOption]
}

function optionOrder({ id, options }: Pick<Question, 'id' | 'options'>, seed: string): number[] {
  const order = options.map((_, index) => index)
  const chance = createHash('sha256').update(`${seed}\n${id}`).digest()
  for (let last = order.length - 1; last > 0; last--) {
    // Four bytes a step: eight options need seven steps, and the digest has bytes for eight.
    const other = chance.readUInt32BE(4 * (last - 1)) % (last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
