import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

/** The public profile fields that a board shows. */
export interface LeaderboardUser {
  username: string
  avatarUrl: string
  totalGems: number
  currentStreak: number
  /** Visitors without an account see the name. */
  isProfilePublic: boolean
}

export interface LeaderboardDeps {
  platform: Platform
  /** One query for all users. A board does not show users that are missing from the result. */
  describeUsers: (db: Db, userIds: UserId[]) => Promise<ReadonlyMap<UserId, LeaderboardUser>>
}
