import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** For each user: the user and everybody who gave the role of an administrator, directly or through others. */
type RoleLines = ReadonlyMap<UserId, ReadonlySet<UserId>>

/**
 * Reads from the audit log who made these users administrators, who made those, and so on; the newest change counts. The setup
 * and the command line give a role without an actor, so they begin a line.
 */
export async function listRoleLines(db: Db, userIds: UserId[]): Promise<RoleLines> {
  const rows = await db<{ userId: UserId; member: UserId }>`
    with recursive line (user_id, member) as (
      select id, id from unnest(${userIds}::uuid[]) as given (id)
      union
      select line.user_id, giver.actor_id
      from line cross join lateral (
        select actor_id from audit_entry
        where audit_entry.user_id = line.member and action = 'user.role_changed' and after ->> 'role' = 'ADMIN'
        order by id desc limit 1
      ) giver
      where giver.actor_id is not null
    )
    select user_id as "userId", member from line`
  const lines = new Map<UserId, Set<UserId>>(userIds.map((userId) => [userId, new Set()]))
  for (const { userId, member } of rows) lines.get(userId)!.add(member)
  return lines
}

/**
 * False for the same user, and if one administrator could have made both: a person with several accounts would decide alone.
 */
export function areIndependent(lines: RoleLines, one: UserId, other: UserId): boolean {
  const [first, second] = [lines.get(one), lines.get(other)]
  return first !== undefined && second !== undefined && first.isDisjointFrom(second)
}
