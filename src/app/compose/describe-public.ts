import { describeUsers, type PublicUser } from '../../modules/profiles/describe-users.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'

/** What everybody may see of users, for the modules below `profiles/` that show them. */
export function describePublic({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return (db: Db, userIds: UserId[]): Promise<Map<UserId, PublicUser>> =>
    describeUsers(db, userIds, { publicUrl, now: now() })
}
