import { MINUTE_MS, nowMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { drawQuestions } from '../questions/draw-questions.ts'
import { getQuestions } from '../questions/get-questions.ts'
import {
  type Question,
  type QuestionId,
  shuffleOptions,
  type TopicId,
  unshuffledOption,
} from '../questions/question.ts'
import { revealAnswers } from '../questions/reveal-answers.ts'
import type { BattleQuestion } from './game/battle.ts'

const HELD_MS = MINUTE_MS
const MOST = 10_000
const NO_SEED = ''

interface HeldQuestion {
  question: Question
  /** By the order of the question itself. */
  correctIndex: number
  explanation: string
}

/** The questions as they were at one look, with their answers: for the server alone. */
export class HeldQuestions {
  readonly #byId: Map<QuestionId, HeldQuestion>

  constructor(byId: Map<QuestionId, HeldQuestion>) {
    this.#byId = byId
  }

  /** Ids for a new battle, decided by the seed. */
  draw({ topicId, count, seed }: { topicId: TopicId | null; count: number; seed: string }): QuestionId[] {
    return [...this.#byId.values()]
      .filter(({ question }) => topicId === null || question.topicId === topicId)
      .map(({ question }) => ({ id: question.id, place: Bun.hash(`${seed}\n${question.id}`) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .slice(0, count)
      .map(({ id }) => id)
  }

  /** In the order of the ids, options in the order of this battle. Those of another edition are read. */
  async questions(db: Db, seed: string, ids: QuestionId[]): Promise<BattleQuestion[]> {
    const missing = ids.filter((id) => !this.#byId.has(id))
    const read = missing.length > 0 ? await load(db, missing) : undefined
    return ids.map((id) => shuffled((this.#byId.get(id) ?? read?.get(id))!, seed))
  }
}

/**
 * Holds the questions in the memory of the server: every battle needs some, and they change with the content only. What
 * is new or gone in it shows after a minute at most.
 */
export class QuestionPool {
  #held: { at: number; questions: HeldQuestions } | undefined
  #loading: Promise<HeldQuestions> | undefined

  current(db: Db): Promise<HeldQuestions> | HeldQuestions {
    const held = this.#held
    if (held && nowMs() >= held.at && nowMs() - held.at <= HELD_MS) return held.questions
    this.#loading ??= this.#load(db).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(db: Db): Promise<HeldQuestions> {
    const all = await drawQuestions(db, { use: 'CHALLENGE', count: MOST, seed: NO_SEED })
    const ids = all.map(({ id }) => id)
    const questions = new HeldQuestions(await load(db, ids))
    this.#held = { at: nowMs(), questions }
    return questions
  }
}

async function load(db: Db, ids: QuestionId[]): Promise<Map<QuestionId, HeldQuestion>> {
  const questions = await getQuestions(db, ids)
  const solutions = await revealAnswers(db, { seed: NO_SEED, questionIds: ids })
  return new Map(
    questions.map((question, index) => {
      const { correctIndex, explanation } = solutions[index]!
      const own = unshuffledOption(question, NO_SEED, correctIndex)!
      return [question.id, { question, correctIndex: own, explanation }]
    }),
  )
}

function shuffled({ question, correctIndex, explanation }: HeldQuestion, seed: string): BattleQuestion {
  const { id, difficulty, prompt, options } = shuffleOptions(question, seed)
  const place = options.findIndex((_, shown) => unshuffledOption(question, seed, shown) === correctIndex)
  return { id, difficulty, prompt, options, correctIndex: place, explanation }
}
