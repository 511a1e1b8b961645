import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockCatalog, publishCatalogChange } from '../authoring/public/change-catalog.ts'
import { type PackError, PackImportError } from '../authoring/public/pack.ts'
import { addExchangedBadge, findBadges } from '../badges/public/exchange-badges.ts'
import { completeMediaImport, findStoredMedia, prepareMediaImport } from '../media/public/exchange-media.ts'
import type { MediumId } from '../media/public/medium.ts'
import { hasChanges } from '../questions/public/import-plan.ts'
import {
  type Import,
  insertCourses,
  insertLessons,
  insertMissingSubjects,
  insertPaths,
  insertQuestions,
  listKnownCategories,
  listKnownCourses,
} from './import-queries.ts'
import { loadStoredItems } from './load-authored-content.ts'
import { type AuthoredPlan, planItems } from './plan-items.ts'
import type { AuthoredPack } from './read-authored-pack.ts'

/** What an import of authored content does. It only adds: what the server has stays as it is. */
export type AuthoredReport = Record<
  'courses' | 'lessons' | 'questions' | 'paths' | 'badges' | 'media',
  AuthoredPlan
>
export type AuthoredProgress = (step: keyof AuthoredReport, done: number, total: number) => void

export interface AuthoredImport {
  /** Owns the content that the import adds. */
  ownerId: UserId
  now: Date
  onProgress?: AuthoredProgress
}

type ImportDeps = Pick<Platform, 'db' | 'replicaDb' | 'pubsub' | 'storage' | 'write' | 'config'>

const BATCH_SIZE = 100

/**
 * Adds the authored content that the server does not have, with its ids, in one transaction. Drafts stay drafts. A repeated
 * import changes nothing.
 */
export async function importAuthored(
  platform: ImportDeps,
  pack: AuthoredPack,
  { ownerId, now, onProgress = () => {} }: AuthoredImport,
): Promise<AuthoredReport> {
  // An early answer for a pack that cannot be imported, before files are stored.
  await planAuthored(platform, platform.db, pack)
  const prepared = await storeFiles(platform, pack, { ownerId, now, onProgress })
  return platform.write(async (tx) => {
    await lockCatalog(tx)
    const report = await planAuthored(platform, tx, pack)
    if (!(await completeMediaImport(tx, prepared)))
      throw new PackImportError([
        { file: 'media.yaml', line: 1, message: 'the upload took too long; try again' },
      ])
    await addContent(tx, pack, report, { import: { ownerId, now }, onProgress })
    if (Object.values(report).some(hasChanges)) await publishCatalogChange(tx, platform)
    return report
  })
}

/** Reports what `importAuthored` would do. Writes nothing. */
export async function previewAuthored(
  platform: Pick<Platform, 'db' | 'config'>,
  pack: AuthoredPack,
): Promise<AuthoredReport> {
  return planAuthored(platform, platform.db, pack)
}

async function planAuthored(
  { config }: Pick<Platform, 'config'>,
  db: Db,
  { content, badges, media }: AuthoredPack,
): Promise<AuthoredReport> {
  const errors = await findMissingReferences(db, content)
  if (errors.length > 0) throw new PackImportError(errors)
  const stored = await loadStoredItems({ db, publicUrl: config.publicUrl }, content)
  const byId = <Item extends { id: string }>(items: Item[]) => new Map(items.map((item) => [item.id, item]))
  const known = await findBadges(
    db,
    badges.map(({ badgeType }) => badgeType),
  )
  const storedMedia = await findStoredMedia(
    db,
    media.map(({ id }) => id),
  )
  const alts = new Map([...storedMedia].map(([id, { alt }]) => [id, { id, alt }]))
  return {
    courses: planItems(content.courses, ({ id }) => id, byId(stored.courses)),
    lessons: planItems(content.lessons, ({ id }) => id, byId(stored.lessons)),
    questions: planItems(
      content.questions,
      ({ key }) => key,
      new Map(stored.questions.map((question) => [question.key, question])),
    ),
    paths: planItems(content.paths, ({ id }) => id, byId(stored.paths)),
    badges: planItems(
      badges.map(({ picture: _, ...badge }) => badge),
      ({ badgeType }) => badgeType,
      known,
    ),
    media: planItems(
      media.map(({ id, alt }) => ({ id: id as string, alt })),
      ({ id }) => id,
      alts,
    ),
  }
}

/** The courses of paths and the categories that neither the pack nor the server has. */
async function findMissingReferences(
  db: Db,
  { courses, paths, categories }: AuthoredPack['content'],
): Promise<PackError[]> {
  const ids = new Set(courses.map(({ id }) => id))
  const references = paths.flatMap((path) => path.courses).filter((course) => !ids.has(course))
  const known = await listKnownCourses(db, references)
  const knownCategories = (await listKnownCategories(db)).union(new Set(categories.map(({ key }) => key)))
  const categoryErrors = (file: string, category: string): PackError[] =>
    knownCategories.has(category)
      ? []
      : [
          {
            file,
            line: 1,
            message: `category: "${category}" is neither on this server nor in categories.yaml`,
          },
        ]
  return [
    ...courses.flatMap(({ id, category }) => categoryErrors(`courses/${id}/course.yaml`, category)),
    ...paths.flatMap(({ id, category }) => categoryErrors(`paths/${id}.yaml`, category)),
    ...paths.flatMap((path) =>
      path.courses
        .filter((course) => !ids.has(course) && !known.has(course))
        .map((course) => ({
          file: `paths/${path.id}.yaml`,
          line: 1,
          message: `courses: this server has no course "${course}"; import its pack first`,
        })),
    ),
  ]
}

/** Before the transaction: a file without a row is harmless, but a row must not refer to a missing file. */
async function storeFiles(
  platform: ImportDeps,
  { media, badges, drawings }: AuthoredPack,
  { ownerId, now, onProgress = () => {} }: AuthoredImport,
): Promise<MediumId[]> {
  const { storage } = platform
  for (const [name, bytes] of drawings)
    if (!(await storage.get(`media/${name}`))) await storage.put(`media/${name}`, bytes, 'image/svg+xml')
  for (const { pictureKey, picture } of badges)
    if (pictureKey && picture && !(await storage.get(pictureKey)))
      await storage.put(pictureKey, picture, 'image/webp')
  const { prepared, beingDeleted } = await prepareMediaImport(
    platform,
    media.map((medium) => ({ ...medium, ownerId })),
    { now, onStored: (done) => onProgress('media', done, media.length) },
  )
  if (beingDeleted.length > 0)
    throw new PackImportError(
      beingDeleted.map((id) => ({
        file: 'media.yaml',
        line: 1,
        message: `the medium ${id} was deleted on this server and its files are being removed; try again later`,
      })),
    )
  return prepared
}

async function addContent(
  tx: Tx,
  { content, badges }: AuthoredPack,
  report: AuthoredReport,
  { import: run, onProgress }: { import: Import; onProgress: AuthoredProgress },
): Promise<void> {
  await insertMissingSubjects(tx, content)
  const newOf = <Item>(kind: keyof AuthoredReport, items: Item[], keyOf: (item: Item) => string) => {
    const added = new Set(report[kind].added)
    return items.filter((item) => added.has(keyOf(item)))
  }
  const idOf = ({ id }: { id: string }) => id
  const placed = [...Map.groupBy(content.lessons, ({ courseId }) => courseId).values()].flatMap((ofCourse) =>
    ofCourse.map((lesson, index) => ({ ...lesson, position: index + 1 })),
  )
  const newQuestions = newOf('questions', content.questions, ({ key }) => key)
  const newCourses = newOf('courses', content.courses, idOf)
  const newLessons = newOf('lessons', placed, idOf)
  await inBatches(newQuestions, 'questions', onProgress, (batch) => insertQuestions(tx, batch, run))
  await inBatches(newCourses, 'courses', onProgress, (batch) => insertCourses(tx, batch, run))
  await inBatches(newLessons, 'lessons', onProgress, (batch) => insertLessons(tx, batch, run))
  await insertPaths(tx, newOf('paths', content.paths, idOf), run)
  for (const { picture: _, ...badge } of newOf('badges', badges, ({ badgeType }) => badgeType))
    await addExchangedBadge(tx, badge, run.now)
}

async function inBatches<Item>(
  items: Item[],
  step: keyof AuthoredReport,
  onProgress: AuthoredProgress,
  insert: (batch: Item[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const batch = items.slice(from, from + BATCH_SIZE)
    await insert(batch)
    onProgress(step, from + batch.length, items.length)
  }
}
