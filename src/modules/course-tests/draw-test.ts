import { createHash } from 'node:crypto'
import type { TestQuestion } from '../questions/public/list-test-questions.ts'
import type { QuestionId } from '../questions/public/question.ts'

interface DrawTest {
  pool: TestQuestion[]
  count: number
  /** The questions of earlier attempts, the oldest attempt first. */
  earlier: QuestionId[][]
  /** Determines the result. */
  seed: string
}

/**
 * Draws the questions of a test one after the other. A question that no earlier attempt asked comes first, then one of
 * the oldest attempt. Among them every skill comes once, then skills and difficulties in the proportions of the pool.
 */
export function drawTest({ pool, count, earlier, seed }: DrawTest): QuestionId[] {
  const lastAttempt = new Map(earlier.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  const skills = new Proportions(pool.map(skillOf))
  const difficulties = new Proportions(pool.map(({ difficulty }) => difficulty))
  const chances = new Map(pool.map(({ id }) => [id, chanceOf(seed, id)]))
  const left = new Set(pool)
  const drawn: QuestionId[] = []
  while (drawn.length < count && left.size > 0) {
    const ranked = [...left].map((question) => ({
      question,
      rank: [
        lastAttempt.get(question.id) ?? 0,
        skills.isDrawn(skillOf(question)) ? 1 : 0,
        skills.excess(skillOf(question)),
        difficulties.excess(question.difficulty),
        chances.get(question.id)!,
      ],
    }))
    const { question } = ranked.reduce((best, each) => (isBefore(each.rank, best.rank) ? each : best))
    left.delete(question)
    skills.count(skillOf(question))
    difficulties.count(question.difficulty)
    drawn.push(question.id)
  }
  // The order of drawing tells the skill and the difficulty, so it is not shown.
  return drawn.sort((one, other) => chances.get(one)! - chances.get(other)!)
}

const skillOf = ({ skill }: TestQuestion) => skill ?? ''

function isBefore(one: number[], other: number[]): boolean {
  const index = one.findIndex((value, at) => value !== other[at])
  return index >= 0 && one[index]! < other[index]!
}

/** A number from 0 to 1 that depends on the seed and the question only. */
function chanceOf(seed: string, id: string): number {
  return createHash('sha256').update(`${seed}\n${id}\ndraw`).digest().readUIntBE(0, 6) / 2 ** 48
}

/** How many of each kind were drawn, in relation to their share of the pool. */
class Proportions {
  readonly #inPool = new Map<string, number>()
  readonly #drawn = new Map<string, number>()

  constructor(kinds: string[]) {
    for (const kind of kinds) this.#inPool.set(kind, (this.#inPool.get(kind) ?? 0) + 1)
  }

  count(kind: string): void {
    this.#drawn.set(kind, this.#drawnOf(kind) + 1)
  }

  isDrawn(kind: string): boolean {
    return this.#drawnOf(kind) > 0
  }

  /** The kind with the smallest value is next (Sainte-Laguë). */
  excess(kind: string): number {
    return (2 * this.#drawnOf(kind) + 1) / this.#inPool.get(kind)!
  }

  #drawnOf(kind: string): number {
    return this.#drawn.get(kind) ?? 0
  }
}
