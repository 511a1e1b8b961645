import { Cache } from '../../../platform/cache/cache.ts'
import { monotonicMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { log, workContext } from '../../../platform/log.ts'
import { OutageLog } from '../../../platform/outage-log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PubSub } from '../../../platform/pubsub/pubsub.ts'
import { getEditedQuestions, getPracticeQuestions } from '../../questions/public/get-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'
import { errors } from '../errors.ts'
import { findSlides, getCatalogVersion, readCatalog } from '../queries.ts'
import type { Catalog, LessonId } from './catalog.ts'
import type { StoredSlide } from './slide.ts'

const CHANNEL = 'catalog.changed'
const VERSION_CHECK_INTERVAL_MS = 5_000
const MAX_CACHED_LESSONS = 1_000
const SUBSCRIBE_TIMEOUT_MS = 1_000

export interface LessonContent {
  slides: StoredSlide[]
  questions: Map<QuestionId, StoredQuestion>
  /** Questions of earlier publications that learners may have open. */
  earlierQuestions: Map<QuestionId, StoredQuestion>
}

interface CachedCatalog {
  catalog: Catalog
  contents: Cache<LessonId, LessonContent>
}

export type CatalogCacheDeps = Pick<Platform, 'db' | 'replicaDb' | 'pubsub'>

/**
 * The catalog in the memory of this process. A pubsub message invalidates it when the catalog changes. The version is
 * also checked every five seconds, because a message may be lost.
 */
export class CatalogCache {
  readonly #db: Db
  readonly #replicaDb: Db
  readonly #pubsub: PubSub
  readonly #outage = new OutageLog('catalog')
  #cached: Promise<CachedCatalog> | undefined
  /** The value of `#cached` after it was read. */
  #ready: CachedCatalog | undefined
  #checking: Promise<void> | undefined
  #subscribing: Promise<void> | undefined
  #checkedAt = 0

  constructor(platform: CatalogCacheDeps) {
    this.#db = platform.db
    this.#replicaDb = platform.replicaDb
    this.#pubsub = platform.pubsub
  }

  /** Returns the current catalog: without a promise if the version was checked recently. */
  current(): Catalog | Promise<Catalog> {
    if (this.#ready && monotonicMs() - this.#checkedAt < VERSION_CHECK_INTERVAL_MS) return this.#ready.catalog
    return this.#current().then(({ catalog }) => catalog)
  }

  /** Returns the slides and questions of a lesson. The first call for a lesson reads them. */
  async getLessonContent(lessonId: LessonId): Promise<LessonContent> {
    const { contents } = await this.#current()
    return contents.load(lessonId, () => readPublishedContent(this.#db, lessonId))
  }

  invalidate(): void {
    this.#cached = undefined
    this.#ready = undefined
  }

  async #current(): Promise<CachedCatalog> {
    // Reads do not wait for a pubsub server that does not answer.
    this.#subscribing ??= Promise.race([this.#subscribe(), Bun.sleep(SUBSCRIBE_TIMEOUT_MS)])
    await this.#subscribing
    const cached = this.#cached ?? this.#read()
    if (monotonicMs() - this.#checkedAt < VERSION_CHECK_INTERVAL_MS) return cached
    this.#checking ??= this.#check(cached)
    await this.#checking
    return this.#cached ?? this.#read()
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#pubsub.subscribe(CHANNEL, () => this.invalidate())
    } catch (error) {
      log.warn({ error: String(error) }, 'catalog: subscribing to changes failed, polling the version')
      this.#subscribing = undefined
    }
  }

  #read(): Promise<CachedCatalog> {
    this.#checkedAt = monotonicMs()
    const reading = inBackground(() => readNewestCatalog(this.#db, this.#replicaDb)).then((catalog) => ({
      catalog,
      contents: new Cache<LessonId, LessonContent>({ maxSize: MAX_CACHED_LESSONS }),
    }))
    this.#cached = reading
    reading.then(
      (cached) => {
        if (this.#cached === reading) this.#ready = cached
      },
      () => {
        if (this.#cached === reading) this.#cached = undefined
      },
    )
    return reading
  }

  async #check(cached: Promise<CachedCatalog>): Promise<void> {
    try {
      const { catalog } = await cached
      const version = await inBackground(() => getCatalogVersion(this.#db))
      if (version !== catalog.version && this.#cached === cached) this.invalidate()
      this.#checkedAt = monotonicMs()
      this.#outage.succeeded()
    } catch (error) {
      // Each read checks again meanwhile.
      this.#outage.failed(error, 'version check failed')
    } finally {
      this.#checking = undefined
    }
  }
}

/** Runs outside the request's context: the result is shared, so the read must not end with that request's deadline. */
function inBackground<Result>(read: () => Promise<Result>): Promise<Result> {
  return workContext.run({}, read)
}

const cachesByPlatform = new WeakMap<object, CatalogCache>()

/** Returns the cache of this process. */
export function catalogCache(platform: CatalogCacheDeps): CatalogCache {
  return cachesByPlatform.getOrInsertComputed(platform, () => new CatalogCache(platform))
}

/** Invalidates the cache of this process and of all others. */
export function invalidateCatalog(platform: CatalogCacheDeps): void {
  catalogCache(platform).invalidate()
  platform.pubsub.publish(CHANNEL, {})
}

/**
 * Reads the catalog from the replica, but takes the version from the primary. Rewards depend on the catalog, so an
 * older version than the primary's is not used.
 */
async function readNewestCatalog(db: Db, replicaDb: Db): Promise<Catalog> {
  if (replicaDb === db) return readCatalog(db)
  const [version, catalog] = await Promise.all([getCatalogVersion(db), readCatalog(replicaDb)])
  return catalog.version < version ? readCatalog(db) : catalog
}

async function readPublishedContent(db: Db, lessonId: LessonId): Promise<LessonContent> {
  const found = await findSlides(db, lessonId)
  if (!found) throw errors.lesson_not_found()
  const { slides, earlierQuestionIds } = found
  const [questions, earlierQuestions] = await Promise.all([
    getPracticeQuestions(db, questionIdsOf(slides)),
    getPracticeQuestions(db, earlierQuestionIds),
  ])
  return { slides, questions: byId(questions), earlierQuestions: byId(earlierQuestions) }
}

/** Reads the questions of slides with their unpublished changes. */
export async function readEditedContent(db: Db, slides: StoredSlide[]): Promise<LessonContent> {
  const questions = await getEditedQuestions(db, questionIdsOf(slides))
  return { slides, questions: byId(questions), earlierQuestions: new Map() }
}

function questionIdsOf(slides: StoredSlide[]): QuestionId[] {
  return slides.flatMap((slide) => (slide.type === 'QUIZ' ? [slide.questionId] : []))
}

function byId(questions: StoredQuestion[]): Map<QuestionId, StoredQuestion> {
  return new Map(questions.map((question) => [question.id, question]))
}
