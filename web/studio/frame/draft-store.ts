import { newKey } from '../../../packages/client/src/attempt.ts'

/** A version of something in the service. */
export interface Version<Fields> {
  version: number
  fields: Fields
}

/** What the author has typed and not saved, and the version that it changes. */
export interface LocalDraft<Fields> {
  fields: Fields
  base: Version<Fields>
}

interface Kept<Fields> {
  /** What the words are about, such as `course`. */
  kind: string
  userId: string
  id: string
  isSame: (one: Fields, other: Fields) => boolean
}

const TAB = 'lyceum.studio.tab'

/** The same after a reload: two tabs with the same course must not overwrite the words of each other. */
function tabId(): string {
  const id = sessionStorage.getItem(TAB) ?? newKey()
  sessionStorage.setItem(TAB, id)
  return id
}

/** The unsaved words of one tab about a course or a question, on this device. */
export class DraftStore<Fields> {
  readonly #prefix: string
  readonly #key: string
  readonly #isSame: Kept<Fields>['isSame']

  constructor({ kind, userId, id, isSame }: Kept<Fields>) {
    this.#prefix = `lyceum.studio.${kind}.${userId}.${id}.`
    this.#key = this.#prefix + tabId()
    this.#isSame = isSame
  }

  /** The words of this tab, or those of another one that may be closed. */
  read(): LocalDraft<Fields> | undefined {
    return (
      this.#parse(this.#key) ??
      this.#keys()
        .map((key) => this.#parse(key))
        .find(Boolean)
    )
  }

  /** A device without room or permission keeps nothing; the page still has the words. */
  store(draft: LocalDraft<Fields> | undefined): void {
    try {
      if (draft) localStorage.setItem(this.#key, JSON.stringify(draft))
      else localStorage.removeItem(this.#key)
    } catch {
      // The screen says that the words are not saved yet.
    }
  }

  /** These words are saved or given up. A tab with other words keeps them. */
  forget(fields: Fields): void {
    localStorage.removeItem(this.#key)
    for (const key of this.#keys()) {
      const draft = this.#parse(key)
      if (draft && this.#isSame(draft.fields, fields)) localStorage.removeItem(key)
    }
  }

  #keys(): string[] {
    return Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
  }

  #parse(key: string): LocalDraft<Fields> | undefined {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
}
