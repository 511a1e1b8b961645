import type { UserId } from '../../../platform/ids.ts'

export interface HistoryRequest {
  userIds: UserId[]
  /** Of one user, the oldest first. */
  limitPerUser: number
}

/** What a user has done, by the ids that the facts of it told. Users who did nothing of the kind may be missing. */
export interface CompletedItems {
  userId: UserId
  itemIds: string[]
}
