import type { Platform } from '../../platform/platform.ts'
import type { DescribeUsers } from './leaderboard.ts'

export const TAG = 'Contests'

/** What `app/` gives to the rooms of contests. */
export interface ContestDeps {
  platform: Platform
  describeUsers: DescribeUsers
}
