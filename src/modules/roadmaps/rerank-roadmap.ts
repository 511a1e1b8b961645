import { z } from 'zod'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import { LlmError } from '../../platform/llm/llm-error.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
import type { Catalog } from '../catalog/public/catalog.ts'
import type { RecommendedPath } from './match-paths.ts'
import { ruleReasonOf } from './path-reason.ts'
import { findRoadmap, type RoadmapRow, updateRanked } from './queries.ts'

const MAX_TOKENS = 1_500
const REASON_LENGTH = 300
/** Longer than all attempts of a reranking job. */
const STALE_AFTER_MS = 10 * MINUTE_MS

interface RerankRoadmap {
  platform: Pick<Platform, 'db' | 'write'>
  /** Undefined if none is configured any more. */
  llm: Llm | undefined
  catalog: Catalog
  userId: UserId
  requestId: string
  signal: AbortSignal
}

/**
 * Reorders the matched paths with a language model, which writes its reasons in the language of the account. Paths are
 * neither added nor removed. If the model fails, the order of the matcher stays. A newer goal of the same user takes precedence.
 */
export async function rerankRoadmap({
  platform,
  llm,
  catalog,
  userId,
  requestId,
  signal,
}: RerankRoadmap): Promise<void> {
  const row = await findRoadmap(platform.db, userId, requestId)
  if (!row) return
  const { language } = await getUserAttributes(platform.db, userId)
  const reranked = llm ? await requestRanking(llm, { row, language, catalog, signal }) : undefined
  await platform.write((tx) => updateRanked(tx, userId, requestId, reranked ?? row))
}

interface RankingRequest {
  row: RoadmapRow
  /** Of the account, as a language tag. */
  language: string
  catalog: Catalog
  signal: AbortSignal
}

async function requestRanking(
  llm: Llm,
  { row, language, catalog, signal }: RankingRequest,
): Promise<RoadmapRow | undefined> {
  try {
    const response = await llm.complete({
      purpose: 'roadmaps.rerank',
      instructions: INSTRUCTIONS,
      data: {
        careerGoal: row.careerGoal,
        language: { tag: language, name: nameLanguage(language) },
        foundationPaths: describePaths(row.foundationPaths, catalog),
        specializationPaths: describePaths(row.specializationPaths, catalog),
      },
      schemaName: 'ranking',
      shape: Ranking,
      maxTokens: MAX_TOKENS,
      signal,
    })
    return {
      ...row,
      rankedBy: llm.model,
      foundationPaths: applyRanking(row.foundationPaths, response.foundationPaths, language),
      specializationPaths: applyRanking(row.specializationPaths, response.specializationPaths, language),
    }
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    log.warn(
      { kind: error.kind, reason: error.message },
      'roadmaps: reranking failed, using the matcher order',
    )
    return undefined
  }
}

const RankedPaths = z.array(z.object({ number: z.number(), reason: z.string() }))
const Ranking = z.object({ foundationPaths: RankedPaths, specializationPaths: RankedPaths })

const INSTRUCTIONS = `A learner has a career goal, and the learning paths of a catalog that may lead there are already found. Put each of the two lists in the order in which you would recommend it for this goal, the best first, by the numbers of the paths. For each path give a reason of one sentence, addressed to the learner, that says what in the path serves the goal. Use only what is known of the paths. Write each reason in the language that is given as language, even if the goal and the paths are in another language; titles and names of skills stay as they are.`

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Without the extensions of the tag, which no name can describe: `en-u-nu-latn` is English. */
function nameLanguage(tag: string): string | undefined {
  return languageNames.of(new Intl.Locale(tag).baseName)
}

function describePaths(chosen: RecommendedPath[], catalog: Catalog): object[] {
  return chosen.flatMap(({ id }, index) => {
    const path = catalog.paths.get(id)
    if (!path) return []
    const { title, description, skills, courses } = path
    return [{ number: index + 1, title, description, skills, courses: courses.map((course) => course.title) }]
  })
}

/** Returns each path once in the order of the model; paths that it left out follow in the order of the matcher. */
function applyRanking(
  chosen: RecommendedPath[],
  ranked: z.output<typeof RankedPaths>,
  language: string,
): RecommendedPath[] {
  const remaining = new Map(chosen.map((path, index) => [index + 1, path]))
  const ordered: RecommendedPath[] = []
  for (const { number, reason } of ranked) {
    const path = remaining.get(number)
    if (!path) continue
    remaining.delete(number)
    const text = reason.replace(/\s+/g, ' ').trim().slice(0, REASON_LENGTH).toWellFormed()
    const instead = ruleReasonOf(path.reason)
    const isWritten = text !== '' && instead !== undefined
    ordered.push({
      id: path.id,
      reason: isWritten ? { kind: 'model', text, language, instead } : path.reason,
    })
  }
  return [...ordered, ...remaining.values()]
}

/** Completes roadmaps whose reranking is overdue, with the order of the matcher. */
export async function finishStaleRoadmaps(write: Write, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STALE_AFTER_MS)
  await write(
    (tx) =>
      tx`update roadmap set status = 'completed' where status = 'generating' and created_at < ${before}`,
  )
}
