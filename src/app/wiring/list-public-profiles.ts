import type { ListPublicProfiles } from '../../modules/accounts/public/public-profile.ts'
import { listPublicProfiles } from '../../modules/profiles/list-public-profiles.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'

/** Reads public profiles for the modules below `profiles`. */
export function createListPublicProfiles({ publicUrl }: Pick<Config, 'publicUrl'>): ListPublicProfiles {
  return (db, userIds) => listPublicProfiles(db, userIds, { publicUrl, now: now() })
}
