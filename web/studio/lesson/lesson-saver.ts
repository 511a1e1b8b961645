import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { type DraftSlide, isSameLesson, type LessonDraft, type SavedLesson } from './draft.ts'
import type { StoredDraft } from './local-drafts.ts'
import { planSave, type SavePlan } from './plan-save.ts'

const TYPING_MS = 1_000
const RETRY_MS = 8_000
/** Of the requests whose answers were lost. */
const MAX_UNANSWERED = 100

/**
 * `saved`: the service has everything. `incomplete`: it has everything but unfinished slides, which are on the device.
 * `device`: the service does not answer. `unsafe`: neither has the device stored the last words. `refused`: the service
 * does not accept the lesson. `conflict`: another version waits for a decision.
 */
export type SaveState =
  | 'saved'
  | 'changed'
  | 'saving'
  | 'incomplete'
  | 'device'
  | 'unsafe'
  | 'refused'
  | 'conflict'

export interface SaverDeps {
  /** Stores the draft on the device. Throws if it cannot. */
  store: (stored: StoredDraft) => Promise<void>
  /** The service has everything: the device need not keep it. */
  forget: () => Promise<void>
  sendLesson: (body: Api.LessonPatch, version: number) => Promise<Api.EditedLesson>
  sendQuestion: (id: string, body: Api.QuestionPatch, version: number) => Promise<Api.EditedQuestion>
  /** Another version was saved elsewhere. Nothing is sent until `resolve`. */
  onConflict: () => void
  onState: (state: SaveState, fault?: unknown) => void
  /** New questions have got their ids. */
  onSaved: (saved: SavedLesson, ids: ReadonlyMap<string, string>) => void
}

/**
 * Every key stroke is stored on the device at once, and in the service one second after the last one. One request at a
 * time: of two, the older could arrive last. Each request names the version that it replaces.
 */
export class LessonSaver {
  readonly #deps: SaverDeps
  #draft: LessonDraft
  #saved: SavedLesson
  #isPaused = false
  #isChanged: boolean
  /** Counts the changes. */
  #revision = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #queue: Promise<void> = Promise.resolve()
  #writing: Promise<void> | undefined
  #mustWriteAgain = false
  /** What the service has after a request whose answer did not arrive, if it got the request. */
  #unanswered: LessonDraft[] = []

  constructor(deps: SaverDeps, draft: LessonDraft, saved: SavedLesson, isChanged: boolean) {
    this.#deps = deps
    this.#draft = draft
    this.#saved = saved
    this.#isChanged = isChanged
  }

  get draft(): LessonDraft {
    return this.#draft
  }

  get saved(): SavedLesson {
    return this.#saved
  }

  /** The service has every word. */
  get isSaved(): boolean {
    return !this.#isChanged
  }

  change(draft: LessonDraft): void {
    this.#draft = draft
    this.#isChanged = true
    this.#revision++
    this.#keep()
    if (!this.#isPaused) this.#deps.onState('changed')
    this.#saveAfter(TYPING_MS)
  }

  /** Resolves when everything that is complete is in the service, or cannot be. */
  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#queue = this.#queue.then(() => this.#saveNext())
    return this.#queue
  }

  /** Does this when no request is under way. A save that is asked for meanwhile waits until it is done. */
  betweenSaves<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work)
    this.#queue = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  /** The author has decided between two versions: `draft` replaces the version `saved`. */
  resolve(draft: LessonDraft, saved: SavedLesson): void {
    this.#saved = saved
    this.#isPaused = false
    this.change(draft)
    this.#saveAfter(0)
  }

  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#timer)
    this.#deps.onState('conflict')
  }

  /** The version after publishing or archiving, until the lesson is read again. */
  rebase(version: number): void {
    this.#saved = { ...this.#saved, version }
    if (this.#isChanged) this.#keep()
  }

  /** The service has the words of the last save with other ids and versions. What was typed since then stays. */
  follow(saved: SavedLesson): void {
    const before = this.#saved.draft.slides
    const slides = saved.draft.slides.map((slide, at) => ({ ...slide, key: before[at]?.key ?? slide.key }))
    const ids = new Map<string, string>()
    for (const slide of slides)
      if (slide.type === 'QUIZ' && slide.questionId !== undefined) ids.set(slide.key, slide.questionId)
    this.#saved = { ...saved, draft: { ...saved.draft, slides } }
    this.#draft = withIds(this.#draft, ids)
    if (this.#isChanged) this.#keep()
    this.#deps.onSaved(this.#saved, ids)
  }

  /**
   * A version that this page does not know may come from a request of this page whose answer was lost. Then the draft goes
   * on from it; false if another page or author has saved it.
   */
  takeUnanswered(saved: SavedLesson): boolean {
    const sent = this.#unanswered.find((draft) => isSameLesson(draft, saved.draft))
    if (!sent) return false
    this.#unanswered = []
    this.#saved = { ...this.#saved, draft: sent }
    this.#isPaused = false
    this.follow(saved)
    this.#deps.onState('changed')
    this.#saveAfter(0)
    return true
  }

  /** The version of the service replaces what is on the screen and on the device. */
  async replace(saved: SavedLesson): Promise<void> {
    clearTimeout(this.#timer)
    this.#saved = saved
    this.#draft = saved.draft
    this.#isChanged = false
    this.#revision++
    await this.#writing
    await this.#deps.forget().catch(() => undefined)
    if (!this.#isChanged) this.#deps.onState('saved')
  }

  /** The screen is left: sends what is not saved, once. */
  leave(): void {
    void this.save().then(() => clearTimeout(this.#timer))
  }

  /** One write at a time; the last words are written after it. */
  #keep(): void {
    if (this.#writing) {
      this.#mustWriteAgain = true
      return
    }
    this.#writing = this.#deps
      .store({ draft: this.#draft, base: this.#saved })
      .catch((fault) => this.#deps.onState('unsafe', fault))
      .then(() => {
        this.#writing = undefined
        if (!this.#mustWriteAgain) return
        this.#mustWriteAgain = false
        if (this.#isChanged) this.#keep()
      })
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isPaused) this.#timer = setTimeout(() => void this.save(), ms)
  }

  async #saveNext(): Promise<void> {
    if (!this.#isChanged || this.#isPaused) return
    const revision = this.#revision
    const plan = planSave(this.#draft, this.#saved)
    this.#deps.onState('saving')
    try {
      await this.#send(plan)
    } catch (fault) {
      this.#keep()
      if (fault instanceof LyceumError && fault.status === 412) {
        this.pause()
        this.#deps.onConflict()
      } else if (isRefusal(fault)) this.#deps.onState('refused', fault)
      else {
        const asked = { ...plan.fields, slides: plan.slides }
        this.#unanswered = [...this.#unanswered, asked].slice(-MAX_UNANSWERED)
        this.#deps.onState('device', fault)
        this.#saveAfter(RETRY_MS)
      }
      return
    }
    this.#unanswered = []
    if (this.#revision !== revision) {
      // Typed during the request: the timer of that key stroke saves it.
      this.#keep()
      this.#deps.onState('changed')
      return
    }
    if (!plan.isWhole) {
      this.#keep()
      this.#deps.onState('incomplete')
      return
    }
    this.#isChanged = false
    await this.#writing
    await this.#deps.forget().catch(() => undefined)
    // A key may have been pressed meanwhile.
    if (this.#isChanged) this.#keep()
    else this.#deps.onState('saved')
  }

  async #send({ slides, lesson, questions, fields }: SavePlan): Promise<void> {
    if (lesson) {
      const after = await this.#deps.sendLesson(lesson, this.#saved.version)
      this.#takeSavedLesson(after, lesson.slides ? slides : this.#saved.draft.slides, fields)
    }
    for (const { id, version, body, question } of questions) {
      const after = await this.#deps.sendQuestion(id, body, version)
      const known = { ...this.#saved.questions, [id]: { version: after.version, question } }
      this.#saved = { ...this.#saved, questions: known }
      this.#takeSavedSlides(slides)
    }
  }

  /** A new question has its id from now on; the next save refers to it. */
  #takeSavedLesson(after: Api.EditedLesson, slides: DraftSlide[], fields: Omit<LessonDraft, 'slides'>): void {
    const ids = new Map<string, string>()
    const questions = { ...this.#saved.questions }
    const stored = slides.map((slide, index) => {
      const id = after.slides[index]?.questionId
      if (slide.type !== 'QUIZ' || typeof id !== 'string' || slide.questionId === id) return slide
      ids.set(slide.key, id)
      questions[id] = { version: 1, question: slide.question }
      return { ...slide, questionId: id }
    })
    this.#saved = { version: after.version, draft: { ...fields, slides: stored }, questions }
    if (ids.size > 0) this.#draft = withIds(this.#draft, ids)
    this.#deps.onSaved(this.#saved, ids)
  }

  #takeSavedSlides(slides: DraftSlide[]): void {
    const byKey = new Map(slides.map((slide) => [slide.key, slide]))
    const { draft } = this.#saved
    const merged = draft.slides.map((slide) => {
      const sent = byKey.get(slide.key)
      if (sent?.type !== 'QUIZ' || slide.type !== 'QUIZ') return slide
      return { ...sent, questionId: slide.questionId }
    })
    this.#saved = { ...this.#saved, draft: { ...draft, slides: merged } }
  }
}

export function withIds(draft: LessonDraft, ids: ReadonlyMap<string, string>): LessonDraft {
  const slides = draft.slides.map((slide) => {
    const questionId = ids.get(slide.key)
    return slide.type === 'QUIZ' && questionId !== undefined ? { ...slide, questionId } : slide
  })
  return { ...draft, slides }
}

/** Sending the same again would be refused again. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof LyceumError && [400, 401, 403, 404, 409, 413, 415, 422].includes(fault.status)
}
