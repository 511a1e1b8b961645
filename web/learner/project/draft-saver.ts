import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { type DraftFields, isSame, type LocalDraft } from './local-draft.ts'

const TYPING_MS = 1_200
const RETRY_MS = 10_000

/** `device`: the service does not have the last words yet. `unsafe`: neither has the device. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'device' | 'unsafe'

export interface SaverDeps {
  /** Stores the words on the device; returns false if it cannot. */
  store: (draft: LocalDraft) => boolean
  /** The service has these words: the device need not keep them. */
  forget: (saved: LocalDraft) => void
  /** Saves the draft in the place of the version `base`. Returns the `updatedAt` of the saved draft. */
  send: (body: DraftBody & { baseUpdatedAt: string | null }) => Promise<string>
  /** The draft that the service has instead of `base`, if this is why it refused. */
  changedDraftOf: (fault: unknown) => LocalDraft | undefined
  /** Another device has saved other words. Nothing is sent until `resume`. */
  onConflict: (theirs: LocalDraft) => void
  onState: (state: SaveState) => void
}

export type DraftBody = ReturnType<typeof draftBody>

/**
 * Every key stroke is stored on the device at once, and in the service after a pause. The copy on the device goes away
 * only when the service has the same words. One request at a time: of two, the older could arrive last.
 */
export class DraftSaver {
  readonly #deps: SaverDeps
  #fields: DraftFields
  /** The words that the service has of this page. */
  #saved: DraftFields
  #base: string | null
  /** The service does not have the words of `#fields`. */
  #isChanged: boolean
  #isPaused = false
  #isStored = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #queue: Promise<void> = Promise.resolve()

  constructor(
    deps: SaverDeps,
    fields: DraftFields,
    { base, isChanged }: { base: string | null; isChanged: boolean },
  ) {
    this.#deps = deps
    this.#fields = fields
    this.#saved = fields
    this.#base = base
    this.#isChanged = isChanged
  }

  get fields(): DraftFields {
    return this.#fields
  }

  change(fields: DraftFields): void {
    this.#fields = fields
    this.#isChanged = true
    this.#keep()
    this.#saveAfter(TYPING_MS)
  }

  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#queue = this.#queue.then(() => this.#saveNext())
    return this.#queue
  }

  /** Nothing is sent until `resume`. Resolves when no request is under way. */
  pause(): Promise<void> {
    this.#isPaused = true
    clearTimeout(this.#timer)
    return this.#queue
  }

  /** `base` is the version of the service that these words replace, if it is another one now. */
  resume(base = this.#base): void {
    this.#isPaused = false
    this.#base = base
    if (this.#isChanged) this.#saveAfter(0)
  }

  /** Another part of the page has changed the draft in the service, for example its files. */
  rebase(updatedAt: string): void {
    this.#base = updatedAt
    if (this.#isChanged) this.#keep()
  }

  /** The screen is left: sends what is not saved, once. */
  leave(): void {
    void this.save().then(() => clearTimeout(this.#timer))
  }

  #keep(): void {
    this.#isStored = this.#deps.store({ ...this.#fields, basedOn: this.#base })
    this.#deps.onState(this.#isStored ? 'device' : 'unsafe')
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isPaused) this.#timer = setTimeout(() => void this.save(), ms)
  }

  async #saveNext(): Promise<void> {
    if (!this.#isChanged || this.#isPaused) return
    const sent = this.#fields
    this.#deps.onState('saving')
    try {
      const isWhole = await this.#sendOrRebase(sent)
      if (isWhole === undefined) return
      this.#saved = sent
      if (isWhole && isSame(sent, this.#fields)) {
        this.#isChanged = false
        this.#deps.forget({ ...sent, basedOn: this.#base })
        this.#deps.onState('saved')
      } else this.#keep()
    } catch (fault) {
      this.#keep()
      if (!isRefusal(fault)) this.#saveAfter(RETRY_MS)
    }
  }

  /**
   * Returns whether the service has all of the words; undefined if another device has saved others. If the other version has
   * the words of this page, only its files are new, or the response to an earlier request was lost.
   */
  async #sendOrRebase(sent: DraftFields): Promise<boolean | undefined> {
    for (;;) {
      try {
        return await this.#send(sent)
      } catch (fault) {
        const theirs = this.#deps.changedDraftOf(fault)
        if (!theirs) throw fault
        const { submissionType } = sent
        const known = [sent, this.#saved, { ...this.#saved, submissionType }]
        if (!known.some((words) => isSame(words, theirs))) {
          this.#isPaused = true
          this.#keep()
          this.#deps.onConflict(theirs)
          return undefined
        }
        this.#base = theirs.basedOn
      }
    }
  }

  /** Returns whether the service has all of the words. It may refuse an address: the notes are saved without it. */
  async #send(sent: DraftFields): Promise<boolean> {
    const body = draftBody(sent)
    const { submissionType, notes } = body
    try {
      this.#base = await this.#deps.send({ ...body, baseUpdatedAt: this.#base })
      return isComplete(sent)
    } catch (fault) {
      const isOther = !isRefusal(fault) || this.#deps.changedDraftOf(fault) !== undefined
      if (isOther || Object.keys(body).length === 2) throw fault
      this.#base = await this.#deps.send({ submissionType, notes, baseUpdatedAt: this.#base })
      return false
    }
  }
}

/** Sending the same again would be refused again. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof LyceumError && [400, 403, 404, 409, 413, 415, 422].includes(fault.status)
}

const isAddress = (text: string) =>
  text.trim() === '' || /^https:\/\/[^\s/]+\.[^\s/]+\/?\S*$/.test(text.trim())
const isComplete = ({ repositoryUrl, url }: DraftFields) => isAddress(repositoryUrl) && isAddress(url)

/** The fields for the service. Half an address would be refused, and with it the notes. */
function draftBody({ submissionType, repositoryUrl, url, notes }: DraftFields) {
  return {
    submissionType,
    notes,
    ...(submissionType === 'GITHUB_REPO' && isAddress(repositoryUrl) ? { repositoryUrl } : {}),
    ...(submissionType.endsWith('_URL') && isAddress(url) ? { url } : {}),
  }
}
