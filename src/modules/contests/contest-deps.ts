import type { Platform } from '../../platform/platform.ts'
import type { DescribeUsers } from '../accounts/public/public-profile.ts'

export const TAG = 'Contests'

/** Dependencies of contests, provided by `app/`. */
export interface ContestDeps {
  platform: Platform
  /** Users that are missing from the result are not shown. */
  describeUsers: DescribeUsers
}
