import type { ListPublicProfiles } from '../../modules/accounts/public/public-profile.ts'
import { listPublicProfiles } from '../../modules/profiles/list-public-profiles.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'

/** For the modules below `profiles` that show other users. */
export function createDescribeUsers({ publicUrl }: Pick<Config, 'publicUrl'>): ListPublicProfiles {
  return (db, userIds) => listPublicProfiles(db, userIds, { publicUrl, now: now() })
}
