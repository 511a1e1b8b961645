/** What an export contains. */
export interface Selection {
  /** Also drafts. Archived content and changes that are not published are never exported. */
  drafts: boolean
  /** Only this course. */
  courseId: string | null
  /** Only what belongs to this user. */
  ownerId: string | null
}

export const EVERYTHING: Selection = { drafts: true, courseId: null, ownerId: null }
