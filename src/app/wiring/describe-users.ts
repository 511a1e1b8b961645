import { listPublicProfiles, type PublicProfile } from '../../modules/profiles/list-public-profiles.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'

/** Reads public profiles for the modules below `profiles/`. */
export function createDescribeUsers({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return (db: Db, userIds: UserId[]): Promise<Map<UserId, PublicProfile>> =>
    listPublicProfiles(db, userIds, { publicUrl, now: now() })
}
