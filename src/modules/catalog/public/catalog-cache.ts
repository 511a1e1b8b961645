import { nowMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { log, workContext } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PubSub } from '../../../platform/pubsub/pubsub.ts'
import { errors } from '../../authoring/errors.ts'
import { getPracticeQuestions } from '../../questions/public/get-questions.ts'
import type { PracticeQuestion, QuestionId } from '../../questions/public/question.ts'
import { findSlides, getCatalogVersion, readCatalog } from '../queries.ts'
import type { Catalog, LessonId } from './catalog.ts'
import type { StoredSlide } from './slide.ts'

const CHANNEL = 'catalog.changed'
const VERSION_CHECK_INTERVAL_MS = 5_000
const MAX_CACHED_LESSONS = 1_000
const SUBSCRIBE_TIMEOUT_MS = 1_000

/** What is inside a lesson. */
export interface LessonContent {
  slides: StoredSlide[]
  questions: Map<QuestionId, PracticeQuestion>
}

interface CachedCatalog {
  catalog: Catalog
  contents: Map<LessonId, Promise<LessonContent>>
}

/** What holding the catalogue takes of the platform. */
export type CatalogCacheDeps = Pick<Platform, 'db' | 'replicaDb' | 'pubsub'>

/**
 * The catalogue in the memory of this process: everybody reads it and hardly anybody changes it. It is dropped when
 * a live message says that it changed; in case the message was lost, its version is looked at every few seconds.
 */
export class CatalogCache {
  readonly #db: Db
  readonly #replicaDb: Db
  readonly #pubsub: PubSub
  #cached: Promise<CachedCatalog> | undefined
  /** The same, once it has been read. */
  #ready: CachedCatalog | undefined
  #checking: Promise<void> | undefined
  #subscribing: Promise<void> | undefined
  #checkedAt = 0

  constructor(platform: CatalogCacheDeps) {
    this.#db = platform.db
    this.#replicaDb = platform.replicaDb
    this.#pubsub = platform.pubsub
  }

  /** The catalogue in force: at once when it was looked at a moment ago, which is nearly always. */
  current(): Catalog | Promise<Catalog> {
    if (this.#ready && nowMs() - this.#checkedAt < VERSION_CHECK_INTERVAL_MS) return this.#ready.catalog
    return this.#current().then(({ catalog }) => catalog)
  }

  /** The slides of a lesson and their questions, read when somebody first opens it. */
  async getLessonContent(lessonId: LessonId): Promise<LessonContent> {
    const { contents } = await this.#current()
    const known = contents.get(lessonId)
    if (known) return known
    const reading = readLessonContent(this.#db, lessonId)
    contents.set(lessonId, reading)
    reading.catch(() => contents.delete(lessonId))
    const [oldest] = contents.keys()
    if (contents.size > MAX_CACHED_LESSONS) contents.delete(oldest!)
    return reading
  }

  /** For whoever has just changed it. */
  invalidate(): void {
    this.#cached = undefined
    this.#ready = undefined
  }

  async #current(): Promise<CachedCatalog> {
    // A carrier that does not answer must not hold up those who only want to read.
    this.#subscribing ??= Promise.race([this.#subscribe(), Bun.sleep(SUBSCRIBE_TIMEOUT_MS)])
    await this.#subscribing
    const held = this.#cached ?? this.#read()
    if (nowMs() - this.#checkedAt < VERSION_CHECK_INTERVAL_MS) return held
    this.#checking ??= this.#check(held)
    await this.#checking
    return this.#cached ?? this.#read()
  }

  /** Without it changes are seen all the same, a few seconds later. */
  async #subscribe(): Promise<void> {
    try {
      await this.#pubsub.subscribe(CHANNEL, () => this.invalidate())
    } catch (error) {
      log.warn({ fault: String(error) }, 'catalog: subscribing to changes failed, polling the version')
      this.#subscribing = undefined
    }
  }

  #read(): Promise<CachedCatalog> {
    this.#checkedAt = nowMs()
    const reading = inBackground(() => readNewestCatalog(this.#db, this.#replicaDb)).then((catalog) => ({
      catalog,
      contents: new Map(),
    }))
    this.#cached = reading
    reading.then(
      (held) => {
        if (this.#cached === reading) this.#ready = held
      },
      () => {
        if (this.#cached === reading) this.#cached = undefined
      },
    )
    return reading
  }

  async #check(held: Promise<CachedCatalog>): Promise<void> {
    try {
      const { catalog } = await held
      const version = await inBackground(() => getCatalogVersion(this.#db))
      if (version !== catalog.version && this.#cached === held) this.invalidate()
      this.#checkedAt = nowMs()
    } catch (error) {
      log.warn({ fault: String(error) }, 'catalog: version check failed')
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

/** The one of this process. */
export function catalogCache(platform: CatalogCacheDeps): CatalogCache {
  const known = cachesByPlatform.get(platform)
  if (known) return known
  const created = new CatalogCache(platform)
  cachesByPlatform.set(platform, created)
  return created
}

/** Tells every process that holds it. */
export function invalidateCatalog(platform: CatalogCacheDeps): void {
  catalogCache(platform).invalidate()
  platform.pubsub.publish(CHANNEL, {})
}

/**
 * Rewards are paid by what it says, so a replica may carry it, but the primary says which version is in force: an
 * older one does not count.
 */
async function readNewestCatalog(db: Db, replicaDb: Db): Promise<Catalog> {
  if (replicaDb === db) return readCatalog(db)
  const [version, catalog] = await Promise.all([getCatalogVersion(db), readCatalog(replicaDb)])
  return catalog.version < version ? readCatalog(db) : catalog
}

async function readLessonContent(db: Db, lessonId: LessonId): Promise<LessonContent> {
  const slides = await findSlides(db, lessonId)
  if (!slides) throw errors.lesson_not_found()
  const ids = slides.flatMap((slide) => (slide.type === 'QUIZ' ? [slide.questionId] : []))
  const questions = await getPracticeQuestions(db, ids)
  return { slides, questions: new Map(questions.map((question) => [question.id, question])) }
}
