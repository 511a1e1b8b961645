import type { UserId } from '../../../platform/ids.ts'

export const REVISION_ACTS = ['CREATED', 'EDITED', 'PUBLISHED', 'DISCARDED', 'RESTORED'] as const
export type RevisionAct = (typeof REVISION_ACTS)[number]

/** The content whose history it is. */
export interface RevisionSubject {
  kind: 'COURSE' | 'LESSON' | 'PATH' | 'PROJECT' | 'TEST'
  /** Of a project and of a test: the id of its course. */
  subjectId: string
}

export interface Revision {
  version: number
  act: RevisionAct
  /** Null for content that was written before its history began. */
  authorId: UserId | null
  /** The first and the last of the edits that share the revision. */
  createdAt: Date
  updatedAt: Date
}
