import { Cache } from '../../../platform/cache/cache.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import type { BattleQuestion, OptionFeedback } from '../../battle-game/public/battle.ts'
import {
  distanceFromBattleBand,
  listQuestionEstimates,
  type QuestionEstimate,
  type SkillRatings,
} from '../../mastery/public/question-estimates.ts'
import { drawQuestions } from '../../questions/public/draw-questions.ts'
import { getQuestions, getStoredQuestions } from '../../questions/public/get-questions.ts'
import { gradeStoredOption } from '../../questions/public/grade-answer.ts'
import { compileFormulas, type Formula } from '../../questions/public/markdown/formulas.ts'
import {
  type Question,
  type QuestionId,
  type QuestionUse,
  shuffleOptions,
  type TopicId,
} from '../../questions/public/question.ts'
import { withMediaUrls } from '../../questions/public/with-media-urls.ts'

const MAX_QUESTIONS = 10_000
const NO_SEED = ''

interface CachedQuestion {
  question: Question
  /** Index in the unshuffled options. */
  correctIndex: number
  explanation: string
  /** Compiled when the question was stored. */
  promptHtml: string
  explanationHtml: string
  /** On each option, in the stored order. */
  optionFeedback: OptionFeedback[]
  /** Set when the first battle uses the question. */
  compiled?: CompiledFormulas
}

type CompiledFormulas = Pick<BattleQuestion, 'formulas' | 'explanationFormulas'>

interface Pool {
  ids: readonly QuestionId[]
  idsByTopic: ReadonlyMap<TopicId, readonly QuestionId[]>
}

interface Draw {
  topicId: TopicId | null
  count: number
  seed: string
  /** What the players know; a bot is not among them. */
  players: readonly SkillRatings[]
}

/** So many times the wanted questions are drawn by chance, of which those of the right difficulty are taken. */
const CHOICE = 2
/** Questions within the same twentieth are equally near. */
const DISTANCE_STEPS = 20

/** Adds ids to `chosen` until it has `count`, or all of them. */
function drawInto(
  chosen: Set<QuestionId>,
  ids: readonly QuestionId[],
  { count, seed }: Pick<Draw, 'count' | 'seed'>,
): void {
  const left = ids.filter((id) => !chosen.has(id)).length
  const wanted = Math.min(count, chosen.size + left)
  for (let turn = 0; chosen.size < wanted; turn++)
    chosen.add(ids[Number(Bun.hash(`${seed}\n${turn}`) % BigInt(ids.length))]!)
}

/** The pool of a battle. Bots are fought as often as a player likes, so their battles must not reveal challenge answers. */
export function poolFor(room: { botDifficulty: unknown }): QuestionUse {
  return room.botDifficulty === null ? 'CHALLENGE' : 'PRACTICE'
}

/** All questions at one point in time, with their answers and difficulty. Never sent to clients. */
export class QuestionSnapshot {
  readonly #byId: Map<QuestionId, CachedQuestion>
  readonly #publicUrl: string
  readonly #pools: Record<QuestionUse, Pool>
  readonly #estimates: ReadonlyMap<QuestionId, QuestionEstimate>

  constructor(
    byId: Map<QuestionId, CachedQuestion>,
    idsByUse: Record<QuestionUse, QuestionId[]>,
    estimates: ReadonlyMap<QuestionId, QuestionEstimate>,
    publicUrl: string,
  ) {
    this.#byId = byId
    this.#publicUrl = publicUrl
    this.#estimates = estimates
    const poolOf = (ids: QuestionId[]): Pool => ({
      ids,
      idsByTopic: Map.groupBy(ids, (id) => byId.get(id)!.question.topicId),
    })
    this.#pools = { CHALLENGE: poolOf(idsByUse.CHALLENGE), PRACTICE: poolOf(idsByUse.PRACTICE) }
  }

  /**
   * Draws distinct questions for a new battle, near the difficulty at which both players know about every second answer.
   * Seed and players determine the result. Topics are chosen by their challenge questions, so a draw from the practice pool
   * is completed by questions of other topics.
   */
  draw(use: QuestionUse, { topicId, ...draw }: Draw): QuestionId[] {
    const { ids, idsByTopic } = this.#pools[use]
    const chosen = new Set<QuestionId>()
    if (topicId !== null) this.#chooseInto(chosen, idsByTopic.get(topicId) ?? [], draw)
    if (topicId === null || use === 'PRACTICE') this.#chooseInto(chosen, ids, draw)
    return [...chosen]
  }

  /** Adds questions to `chosen` in the order in which chance draws them. Without estimates these are the first ones. */
  #chooseInto(
    chosen: Set<QuestionId>,
    ids: readonly QuestionId[],
    { count, seed, players }: Omit<Draw, 'topicId'>,
  ): void {
    const wanted = count - chosen.size
    const drawn = new Set(chosen)
    drawInto(drawn, ids, { count: chosen.size + CHOICE * wanted, seed })
    const candidates = [...drawn].slice(chosen.size)
    const stepOf = (id: QuestionId) =>
      Math.ceil(DISTANCE_STEPS * distanceFromBattleBand(this.#estimates.get(id), players))
    // The sort is stable, so chance decides between questions that are equally near.
    const nearest = new Set(candidates.toSorted((one, other) => stepOf(one) - stepOf(other)).slice(0, wanted))
    for (const id of candidates) if (nearest.has(id)) chosen.add(id)
  }

  /** The questions in the given order, options shuffled by the seed. Reads questions that the snapshot lacks. */
  async questions(db: Db, seed: string, ids: QuestionId[]): Promise<BattleQuestion[]> {
    const missing = ids.filter((id) => !this.#byId.has(id))
    const read = missing.length > 0 ? await load(db, missing, this.#publicUrl) : undefined
    return ids.map((id) => shuffled((this.#byId.get(id) ?? read?.get(id))!, seed))
  }
}

/**
 * Caches all challenge and practice questions in memory: every battle needs some, and they change only with the content. A change is
 * visible after at most one minute.
 */
export class QuestionCache {
  readonly #cache = new Cache<'all', QuestionSnapshot>({ maxSize: 1, ttlMs: MINUTE_MS })
  readonly #publicUrl: string

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl
  }

  current(db: Db): Promise<QuestionSnapshot> | QuestionSnapshot {
    return this.#cache.load('all', async () => {
      const idsOf = async (use: QuestionUse) =>
        (await drawQuestions(db, { use, count: MAX_QUESTIONS, seed: NO_SEED })).map(({ id }) => id)
      const idsByUse = { CHALLENGE: await idsOf('CHALLENGE'), PRACTICE: await idsOf('PRACTICE') }
      const ids = [...idsByUse.CHALLENGE, ...idsByUse.PRACTICE]
      const byId = await load(db, ids, this.#publicUrl)
      return new QuestionSnapshot(byId, idsByUse, await listQuestionEstimates(db, ids), this.#publicUrl)
    })
  }
}

async function load(db: Db, ids: QuestionId[], publicUrl: string): Promise<Map<QuestionId, CachedQuestion>> {
  const questions = await getQuestions(db, ids)
  const stored = await getStoredQuestions(db, ids)
  return new Map(
    questions.map((question, index) => {
      const solved = stored[index]!
      assert(solved.type === 'SINGLE_CHOICE', `the question ${question.id} has the type ${solved.type}`)
      const { correctIndex, explanation, html, options } = solved
      const optionFeedback = options.map((_, option) => feedbackOn(solved, option))
      const texts = { promptHtml: html.prompt, explanationHtml: html.explanation, optionFeedback }
      return [question.id, { question, correctIndex, explanation, ...withMediaUrls(texts, publicUrl) }]
    }),
  )
}

function feedbackOn(question: Parameters<typeof gradeStoredOption>[0], option: number): OptionFeedback {
  const { feedback, feedbackHtml } = gradeStoredOption(question, option)
  return { feedback, feedbackHtml }
}

/** Shuffles indexes in place of the options, so that the correct index is found without comparing texts. */
function shuffled(cached: CachedQuestion, seed: string): BattleQuestion {
  const { question, correctIndex, explanation, promptHtml, explanationHtml, optionFeedback } = cached
  const { id, difficulty, prompt, options } = question
  const order = shuffleOptions({ id, options: options.map((_, index) => String(index)) }, seed).options
  return {
    id,
    difficulty,
    prompt,
    promptHtml,
    options: order.map((index) => options[Number(index)]!),
    correctIndex: order.indexOf(String(correctIndex)),
    explanation,
    explanationHtml,
    optionFeedback: order.map((index) => optionFeedback[Number(index)]!),
    ...formulasOf(cached),
  }
}

/**
 * Compiles the formulas of a question once, when a battle uses it: the pool may have thousands, and no frame waits for a
 * compiler. They are sorted, because the order in which they are stored would tell the order of the options.
 */
function formulasOf(cached: CachedQuestion): CompiledFormulas {
  const { question, explanation } = cached
  cached.compiled ??= {
    formulas: sortedBySource(compileFormulas([question.prompt, ...question.options])),
    explanationFormulas: compileFormulas([explanation]),
  }
  return cached.compiled
}

function sortedBySource(formulas: Formula[] | undefined): Formula[] | undefined {
  return formulas?.sort((one, other) => (one.source < other.source ? -1 : 1))
}
