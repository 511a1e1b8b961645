import type { UserId } from '../../../platform/ids.ts'

/** Users whose ids are greater than one, in the order of their ids. */
export interface PageOfUsers {
  after: string
  limit: number
  /** Of one user. */
  most: number
}

/** What a user has done, by the ids that the facts of it told. Users who did nothing of the kind may be missing. */
export interface Marks {
  userId: UserId
  marks: string[]
}
