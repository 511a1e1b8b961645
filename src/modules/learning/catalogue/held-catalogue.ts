import { nowMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import { log, workContext } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getPracticeQuestions } from '../../questions/get-questions.ts'
import type { PracticeQuestion, QuestionId } from '../../questions/question.ts'
import type { StoredSlide } from '../content/slide.ts'
import { errors } from '../errors.ts'
import type { Catalogue, LessonId } from './catalogue.ts'
import { findSlides, getVersion, readCatalogue } from './queries.ts'

const CHANNEL = 'learning.catalogue_changed'
const CHECK_MS = 5_000
const LESSONS_HELD = 1_000
const SUBSCRIBING_MS = 1_000

/** What is inside a lesson. */
export interface LessonContent {
  slides: StoredSlide[]
  questions: Map<QuestionId, PracticeQuestion>
}

interface Held {
  catalogue: Catalogue
  contents: Map<LessonId, Promise<LessonContent>>
}

/** What holding the catalogue takes of the platform. */
export type CataloguePlatform = Pick<Platform, 'db' | 'stale' | 'live'>

/**
 * The catalogue in the memory of this process: everybody reads it and hardly anybody changes it. It is dropped when
 * a live message says that it changed; in case the message was lost, its version is looked at every few seconds.
 */
export class HeldCatalogue {
  readonly #db: Db
  readonly #stale: Db
  readonly #live: Live
  #held: Promise<Held> | undefined
  /** The same, once it has been read. */
  #ready: Held | undefined
  #checking: Promise<void> | undefined
  #subscribing: Promise<void> | undefined
  #checkedAt = 0

  constructor(platform: CataloguePlatform) {
    this.#db = platform.db
    this.#stale = platform.stale
    this.#live = platform.live
  }

  /** The catalogue in force: at once when it was looked at a moment ago, which is nearly always. */
  current(): Catalogue | Promise<Catalogue> {
    if (this.#ready && nowMs() - this.#checkedAt < CHECK_MS) return this.#ready.catalogue
    return this.#current().then(({ catalogue }) => catalogue)
  }

  /** The slides of a lesson and their questions, read when somebody first opens it. */
  async contentOf(lessonId: LessonId): Promise<LessonContent> {
    const { contents } = await this.#current()
    const known = contents.get(lessonId)
    if (known) return known
    const reading = readContent(this.#db, lessonId)
    contents.set(lessonId, reading)
    reading.catch(() => contents.delete(lessonId))
    const [eldest] = contents.keys()
    if (contents.size > LESSONS_HELD) contents.delete(eldest!)
    return reading
  }

  /** For whoever has just changed it. */
  drop(): void {
    this.#held = undefined
    this.#ready = undefined
  }

  async #current(): Promise<Held> {
    // A carrier that does not answer must not hold up those who only want to read.
    this.#subscribing ??= Promise.race([this.#subscribe(), Bun.sleep(SUBSCRIBING_MS)])
    await this.#subscribing
    const held = this.#held ?? this.#read()
    if (nowMs() - this.#checkedAt < CHECK_MS) return held
    this.#checking ??= this.#check(held)
    await this.#checking
    return this.#held ?? this.#read()
  }

  /** Without it changes are seen all the same, a few seconds later. */
  async #subscribe(): Promise<void> {
    try {
      await this.#live.subscribe(CHANNEL, () => this.drop())
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'learning: changes of the catalogue are not heard')
      this.#subscribing = undefined
    }
  }

  #read(): Promise<Held> {
    this.#checkedAt = nowMs()
    const reading = forEverybody(() => readNewest(this.#db, this.#stale)).then((catalogue) => ({
      catalogue,
      contents: new Map(),
    }))
    this.#held = reading
    reading.then(
      (held) => {
        if (this.#held === reading) this.#ready = held
      },
      () => {
        if (this.#held === reading) this.#held = undefined
      },
    )
    return reading
  }

  async #check(held: Promise<Held>): Promise<void> {
    try {
      const { catalogue } = await held
      const version = await forEverybody(() => getVersion(this.#db))
      if (version !== catalogue.version && this.#held === held) this.drop()
      this.#checkedAt = nowMs()
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'learning: the version of the catalogue was not read')
    } finally {
      this.#checking = undefined
    }
  }
}

/** Not as the request that happened to ask: what it reads is for all, so it has the patience of work in the background. */
function forEverybody<Result>(read: () => Promise<Result>): Promise<Result> {
  return workContext.run({}, read)
}

const held = new WeakMap<object, HeldCatalogue>()

/** The one of this process. */
export function heldCatalogue(platform: CataloguePlatform): HeldCatalogue {
  const known = held.get(platform)
  if (known) return known
  const made = new HeldCatalogue(platform)
  held.set(platform, made)
  return made
}

/** Tells every process that holds it. */
export function announceCatalogue(platform: CataloguePlatform): void {
  heldCatalogue(platform).drop()
  platform.live.publish(CHANNEL, {})
}

/**
 * Rewards are paid by what it says, so a replica may carry it, but the primary says which version is in force: an
 * older one does not count.
 */
async function readNewest(db: Db, stale: Db): Promise<Catalogue> {
  if (stale === db) return readCatalogue(db)
  const [version, catalogue] = await Promise.all([getVersion(db), readCatalogue(stale)])
  return catalogue.version < version ? readCatalogue(db) : catalogue
}

async function readContent(db: Db, lessonId: LessonId): Promise<LessonContent> {
  const slides = await findSlides(db, lessonId)
  if (!slides) throw errors.lesson_not_found()
  const ids = slides.flatMap((slide) => (slide.type === 'QUIZ' ? [slide.questionId] : []))
  const questions = await getPracticeQuestions(db, ids)
  return { slides, questions: new Map(questions.map((question) => [question.id, question])) }
}
