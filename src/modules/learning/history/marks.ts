import type { UserId } from '../../../platform/ids.ts'

export interface AskedMarks {
  userIds: UserId[]
  /** Of one user, the oldest first. */
  most: number
}

/** What a user has done, by the ids that the facts of it told. Users who did nothing of the kind may be missing. */
export interface Marks {
  userId: UserId
  marks: string[]
}
