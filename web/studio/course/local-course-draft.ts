import type { CourseFields } from './course-fields.ts'

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

export const courseDraftKey = (userId: string, courseId: string) =>
  `lyceum.studio.course.${userId}.${courseId}`

export function readCourseDraft(key: string): LocalCourseDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A device without room or permission keeps nothing; the page still has the words. */
export function storeCourseDraft(key: string, draft: LocalCourseDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // The screen says that the words are not saved yet.
  }
}
