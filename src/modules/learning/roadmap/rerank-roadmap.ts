import { z } from 'zod'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { LlmFault } from '../../../platform/llm/fault.ts'
import type { Llm } from '../../../platform/llm/llm.ts'
import { log } from '../../../platform/log.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ChosenPath } from './match-paths.ts'
import { findGenerating, type RoadmapRow, updateGenerated, updateGeneratingBefore } from './queries.ts'

const MAX_TOKENS = 1_500
const REASON_LENGTH = 300
/** Longer than all tries of a model together. */
const PATIENCE_MS = 10 * MINUTE_MS

interface RerankRoadmap {
  db: Db
  /** Undefined when none is configured any more. */
  llm: Llm | undefined
  catalogue: Catalogue
  userId: UserId
  requestId: string
  signal: AbortSignal
}

/**
 * Lets a language model put in order what the matcher has found. Nothing is added and nothing is lost by it, and when
 * the model does not help, the matcher's order stays. A newer goal of the same user wins in any case.
 */
export async function rerankRoadmap({
  db,
  llm,
  catalogue,
  userId,
  requestId,
  signal,
}: RerankRoadmap): Promise<void> {
  const row = await findGenerating(db, userId, requestId)
  if (!row) return
  const reranked = llm ? await askForOrder(llm, row, catalogue, signal) : undefined
  await updateGenerated(db, userId, requestId, reranked ?? row)
}

async function askForOrder(
  llm: Llm,
  row: RoadmapRow,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<RoadmapRow | undefined> {
  try {
    const answer = await llm.complete({
      purpose: 'learning.rerank_roadmap',
      instructions: INSTRUCTIONS,
      data: {
        careerGoal: row.careerGoal,
        foundationPaths: described(row.foundationPaths, catalogue),
        specializationPaths: described(row.specializationPaths, catalogue),
      },
      schemaName: 'ranking',
      shape: Ranking,
      maxTokens: MAX_TOKENS,
      signal,
    })
    return {
      ...row,
      rankedBy: llm.model,
      foundationPaths: inOrder(row.foundationPaths, answer.foundationPaths),
      specializationPaths: inOrder(row.specializationPaths, answer.specializationPaths),
    }
  } catch (fault) {
    if (!(fault instanceof LlmFault)) throw fault
    log.warn(
      { kind: fault.kind, reason: fault.message },
      'learning: a roadmap keeps the order of the matcher',
    )
    return undefined
  }
}

const RankedPaths = z.array(z.object({ number: z.number(), reason: z.string() }))
const Ranking = z.object({ foundationPaths: RankedPaths, specializationPaths: RankedPaths })

const INSTRUCTIONS = `A learner has a career goal, and the learning paths of a catalogue that may lead there are already found. Put each of the two lists in the order in which you would recommend it for this goal, the best first, by the numbers of the paths. For each path give a reason of one sentence, addressed to the learner, that says what in the path serves the goal. Use only what is known of the paths, and the language of the goal.`

function described(chosen: ChosenPath[], catalogue: Catalogue): object[] {
  return chosen.flatMap(({ id }, index) => {
    const path = catalogue.paths.get(id)
    if (!path) return []
    const { title, description, skills, courses } = path
    return [{ number: index + 1, title, description, skills, courses: courses.map((course) => course.title) }]
  })
}

/** In the order of the model, each once; what it left out follows as the matcher had it. */
function inOrder(chosen: ChosenPath[], ranked: z.output<typeof RankedPaths>): ChosenPath[] {
  const left = new Map(chosen.map((path, index) => [index + 1, path]))
  const ordered: ChosenPath[] = []
  for (const { number, reason } of ranked) {
    const path = left.get(number)
    if (!path) continue
    left.delete(number)
    const said = reason.replace(/\s+/g, ' ').trim().slice(0, REASON_LENGTH).toWellFormed()
    ordered.push({ id: path.id, reason: said || path.reason })
  }
  return [...ordered, ...left.values()]
}

/** The sweep: what has waited too long keeps the order of the matcher. */
export async function endWaitingRoadmaps(db: Db, now: Date): Promise<void> {
  await updateGeneratingBefore(db, new Date(now.getTime() - PATIENCE_MS))
}
