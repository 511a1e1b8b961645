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
  readonly #ids: readonly QuestionId[]
  readonly #idsOf: ReadonlyMap<TopicId, readonly QuestionId[]>

  constructor(byId: Map<QuestionId, HeldQuestion>) {
    this.#byId = byId
    this.#ids = [...byId.keys()]
    this.#idsOf = Map.groupBy(this.#ids, (id) => byId.get(id)!.question.topicId)
  }

  /** Ids for a new battle, decided by the seed: as good as random, and each at most once. */
  draw({ topicId, count, seed }: { topicId: TopicId | null; count: number; seed: string }): QuestionId[] {
    const ids = topicId === null ? this.#ids : (this.#idsOf.get(topicId) ?? [])
    const chosen = new Set<QuestionId>()
    const wanted = Math.min(count, ids.length)
    for (let turn = 0; chosen.size < wanted; turn++)
      chosen.add(ids[Number(Bun.hash(`${seed}\n${turn}`) % BigInt(ids.length))]!)
    return [...chosen]
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

/** The order is asked for once, by numbers in place of the options. */
function shuffled({ question, correctIndex, explanation }: HeldQuestion, seed: string): BattleQuestion {
  const { id, difficulty, prompt, options } = question
  const order = shuffleOptions({ id, options: options.map((_, index) => String(index)) }, seed).options
  return {
    id,
    difficulty,
    prompt,
    options: order.map((index) => options[Number(index)]!),
    correctIndex: order.indexOf(String(correctIndex)),
    explanation,
  }
}
