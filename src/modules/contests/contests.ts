import type { Platform } from '../../platform/platform.ts'
import type { DescribeUsers } from './ranking/show-board.ts'

export const TAG = 'Contests'

/** What `app/` gives to the rooms of contests. */
export interface ContestParts {
  platform: Platform
  describeUsers: DescribeUsers
}
