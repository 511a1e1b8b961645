import { createHash } from 'node:crypto'
import type { UserId } from '../../platform/ids.ts'
import { type Question, shuffleOptions } from '../questions/public/question.ts'
import type { Contest } from './public/contest.ts'

/** A question as one participant sees it. */
export interface AttemptQuestion {
  id: string
  prompt: string
  options: string[]
  order: number
}

/** Names one participant's attempt: what is shuffled by it is the same every time, and another's is different. */
export function attemptSeed({ seed }: Pick<Contest, 'seed'>, userId: UserId): string {
  return `${seed}:${userId}`
}

/** Questions and options in the order of this attempt. */
export function shuffleQuestions<Item extends Pick<Question, 'id' | 'prompt' | 'options'>>(
  questions: Item[],
  seed: string,
): (Item & { order: number })[] {
  const chance = (id: string) => createHash('sha256').update(`${seed}\n${id}\norder`).digest('hex')
  return questions
    .map((question) => ({ question, chance: chance(question.id) }))
    .sort((one, other) => (one.chance < other.chance ? -1 : 1))
    .map(({ question }, index) => ({ ...shuffleOptions(question, seed), order: index + 1 }))
}
