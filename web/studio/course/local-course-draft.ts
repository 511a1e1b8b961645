import { type CourseFields, isSame } from './course-fields.ts'

/** A version of the course in the service. */
export interface Version {
  version: number
  fields: CourseFields
}

/** What the author has typed and not saved, and the version that it changes. */
export interface LocalCourseDraft {
  fields: CourseFields
  base: Version
}

const TAB = 'lyceum.studio.tab'

/** The same after a reload: two tabs with the same course must not overwrite the words of each other. */
function tabId(): string {
  const id = sessionStorage.getItem(TAB) ?? crypto.randomUUID()
  sessionStorage.setItem(TAB, id)
  return id
}

/** The unsaved words of one tab about a course, on this device. */
export class CourseDraftStore {
  readonly #prefix: string
  readonly #key: string

  constructor(userId: string, courseId: string) {
    this.#prefix = `lyceum.studio.course.${userId}.${courseId}.`
    this.#key = this.#prefix + tabId()
  }

  /** The words of this tab, or those of another one that may be closed. */
  read(): LocalCourseDraft | undefined {
    return (
      this.#parse(this.#key) ??
      this.#keys()
        .map((key) => this.#parse(key))
        .find(Boolean)
    )
  }

  /** A device without room or permission keeps nothing; the page still has the words. */
  store(draft: LocalCourseDraft | undefined): void {
    try {
      if (draft) localStorage.setItem(this.#key, JSON.stringify(draft))
      else localStorage.removeItem(this.#key)
    } catch {
      // The screen says that the words are not saved yet.
    }
  }

  /** These words are saved or given up. A tab with other words keeps them. */
  forget(fields: CourseFields): void {
    localStorage.removeItem(this.#key)
    for (const key of this.#keys()) {
      const draft = this.#parse(key)
      if (draft && isSame(draft.fields, fields)) localStorage.removeItem(key)
    }
  }

  #keys(): string[] {
    return Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
  }

  #parse(key: string): LocalCourseDraft | undefined {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
}
