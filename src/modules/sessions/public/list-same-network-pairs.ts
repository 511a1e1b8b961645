import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { clientNetwork } from '../../../platform/rate-limits/client-network.ts'

const SESSIONS_PER_USER = 20
/** Addresses are reassigned to other people. */
const MAX_AGE_MS = 30 * DAY_MS

/** The pairs among these users that signed in from the same client network recently. */
export async function listSameNetworkPairs(
  db: Db,
  userIds: UserId[],
  now: Date,
): Promise<[UserId, UserId][]> {
  const rows = await db<{ userId: UserId; address: string }>`
    select distinct given.user_id as "userId", address
    from unnest(${userIds}::uuid[]) as given (user_id), lateral (
      select address from session
      where session.user_id = given.user_id and created_at > ${addMs(now, -MAX_AGE_MS)} and address is not null
      order by created_at desc limit ${SESSIONS_PER_USER}
    ) as recent`
  const byNetwork = Map.groupBy(rows, ({ address }) => clientNetwork(address))
  return [...byNetwork.values()].flatMap((users) => {
    const ids = [...new Set(users.map(({ userId }) => userId))]
    return ids.flatMap((one, index) => ids.slice(index + 1).map((other): [UserId, UserId] => [one, other]))
  })
}
