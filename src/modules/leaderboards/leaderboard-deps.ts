import type { Platform } from '../../platform/platform.ts'
import type { ListPublicProfiles } from '../accounts/public/public-profile.ts'

export interface LeaderboardDeps {
  platform: Platform
  /** One query for all users. A board does not show users that are missing from the result. */
  listPublicProfiles: ListPublicProfiles
}
