import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

export const TAG = 'Contests'

/** Public profiles by user id; deleted users are missing and not shown. */
export type DescribeUsers = (
  db: Db,
  userIds: UserId[],
) => Promise<ReadonlyMap<UserId, { username: string; avatarUrl: string }>>

/** Dependencies of contests, provided by `app/`. */
export interface ContestDeps {
  platform: Platform
  describeUsers: DescribeUsers
}
