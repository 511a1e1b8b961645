import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { hasChanges, type KindPlan, toKindPlan } from '../../questions/public/import-plan.ts'
import { applyQuestions, applyTopics } from '../../questions/public/import-questions.ts'
import { lockCatalog, publishCatalogChange } from '../public/change-catalog.ts'
import type { Pack } from '../public/pack.ts'
import { type PackPlan, planPack } from './plan-import.ts'
import {
  archiveCourses,
  archiveLessons,
  archivePaths,
  replacePathCourses,
  upsertCategories,
  upsertCourses,
  upsertLessons,
  upsertPaths,
} from './queries.ts'

const KINDS = ['categories', 'topics', 'questions', 'courses', 'lessons', 'paths'] as const
/** What an import does, or what it would do. */
export type ImportReport = Record<(typeof KINDS)[number], KindPlan> & { pictures: number }

/** Called after every batch, in the order of the report. */
export type ImportProgress = (step: keyof ImportReport, done: number, total: number) => void

export interface ImportOptions {
  now: Date
  /** Archives what the pack had at its last import and no longer has. Otherwise it stays. */
  archiveMissing?: boolean
  onProgress?: ImportProgress
  /** Runs in the same transaction, for content of other modules in the pack. */
  alsoImport?: (tx: Tx) => Promise<void>
}

type ImportDeps = Pick<Platform, 'db' | 'replicaDb' | 'pubsub' | 'storage' | 'write'>

const BATCH_SIZE = 100

/**
 * Imports a pack in one transaction. Content with a known key is updated and keeps its id, so progress stays. Content of
 * other packs and of authors does not change. A repeated import of the same pack changes nothing.
 */
export async function importPack(
  platform: ImportDeps,
  pack: Pack,
  { now, archiveMissing = false, onProgress = () => {}, alsoImport }: ImportOptions,
): Promise<ImportReport> {
  // Before the transaction: an image without a row is harmless, but a row must not refer to a missing image.
  await storeImages(platform, pack.media, onProgress)
  return platform.write(async (tx) => {
    await lockCatalog(tx)
    const plan = await planPack(tx, pack, archiveMissing)
    await applyPlan(tx, plan, now, onProgress)
    await alsoImport?.(tx)
    const report = toReport(plan, pack)
    if (KINDS.some((kind) => hasChanges(report[kind]))) await publishCatalogChange(tx, platform)
    return report
  })
}

/** Reports what `importPack` would do, from the same plan. Writes nothing. */
export async function previewImport(
  { db }: Pick<Platform, 'db'>,
  pack: Pack,
  archiveMissing: boolean,
): Promise<ImportReport> {
  return toReport(await planPack(db, pack, archiveMissing), pack)
}

function toReport(plan: PackPlan, { media }: Pack): ImportReport {
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, toKindPlan(plan[kind])]))
  return { ...kinds, pictures: media.size } as ImportReport
}

async function storeImages(
  { storage }: ImportDeps,
  media: Pack['media'],
  onProgress: ImportProgress,
): Promise<void> {
  let done = 0
  for (const [name, bytes] of media) {
    // The name is a digest of the content, so an existing file is equal.
    if (!(await storage.get(`media/${name}`))) await storage.put(`media/${name}`, bytes, 'image/svg+xml')
    onProgress('pictures', ++done, media.size)
  }
}

/** Writes the rows of the plan and nothing else. */
async function applyPlan(tx: Tx, plan: PackPlan, now: Date, onProgress: ImportProgress): Promise<void> {
  const { packId, categories, topics, questions, courses, lessons, paths } = plan
  const reportDone = (step: 'topics' | 'questions' | 'paths') =>
    onProgress(step, plan[step].rows.length, plan[step].rows.length)
  await upsertCategories(tx, categories.rows, packId)
  await applyTopics(tx, topics, packId)
  reportDone('topics')
  await applyQuestions(tx, questions, { packId, now })
  reportDone('questions')
  await inBatches(courses.rows, 'courses', onProgress, (batch) => upsertCourses(tx, batch, { packId, now }))
  await archiveCourses(tx, courses.archived, now)
  await inBatches(lessons.rows, 'lessons', onProgress, (batch) => upsertLessons(tx, batch))
  await archiveLessons(tx, lessons.archived, now)
  await upsertPaths(tx, paths.rows, packId)
  const members = paths.rows.flatMap(({ key: path, courses }) =>
    courses.map((course, index) => ({ path, course, position: index + 1 })),
  )
  await replacePathCourses(tx, members)
  await archivePaths(tx, paths.archived, now)
  reportDone('paths')
}

async function inBatches<Row>(
  rows: Row[],
  step: keyof ImportReport,
  onProgress: ImportProgress,
  upsert: (batch: Row[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const batch = rows.slice(from, from + BATCH_SIZE)
    await upsert(batch)
    onProgress(step, from + batch.length, rows.length)
  }
}
