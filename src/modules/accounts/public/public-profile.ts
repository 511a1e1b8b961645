import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** What every user may see of another user. */
export interface PublicProfile {
  username: string
  avatarUrl: string
  totalGems: number
  currentStreak: number
  /** The user agreed to a profile page that visitors without an account can read. */
  isProfilePublic: boolean
}

/**
 * Reads many public profiles in one query. Deleted and suspended users are missing from the map. `app/` injects the
 * function of the profiles module, which is above the modules that show other users.
 */
export type ListPublicProfiles = (db: Db, userIds: UserId[]) => Promise<ReadonlyMap<UserId, PublicProfile>>

/** The part of `ListPublicProfiles` that shows other players and participants. */
export type DescribeUsers = (
  db: Db,
  userIds: UserId[],
) => Promise<ReadonlyMap<UserId, Pick<PublicProfile, 'username' | 'avatarUrl'>>>
