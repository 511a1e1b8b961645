import type { UserId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/declare.ts'
import type { Platform } from '../../platform/platform.ts'
import { listUserBalances } from '../rewards/list-user-balances.ts'
import { isDue, SETTLED_ASSETS, type SettledAsset } from './batch.ts'
import { listPositions } from './queries.ts'
import { settleUsers } from './settle-users.ts'

export const settleAll = defineJob<Record<string, never>>('settlement.settle', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 600,
})

const USERS_LOOKED_AT = 1_000
/** So many in one commit: ten batches when all of them go the same way. */
const USERS_AT_ONCE = 1_000

interface Settling {
  now: Date
  signal?: AbortSignal
}

/**
 * Walks through everybody's balances and owes the chain what it lacks. The walk only finds who may be due; what is
 * owed is reckoned anew inside the transaction that writes it down. Stopped anywhere, the next walk goes on.
 */
export async function settleRewards(
  platform: Pick<Platform, 'db' | 'write'>,
  { now, signal }: Settling,
): Promise<{ batches: number }> {
  let batches = 0
  for (const asset of SETTLED_ASSETS) {
    let owed: UserId[] = []
    const settle = async (atLeast: number) => {
      while (owed.length >= atLeast && owed.length > 0) {
        const userIds = owed.slice(0, USERS_AT_ONCE)
        owed = owed.slice(USERS_AT_ONCE)
        batches += (await platform.write((tx) => settleUsers(tx, { asset, userIds, now }))).batches
      }
    }
    for await (const userIds of dueUsers(platform, asset, { now, ...(signal ? { signal } : {}) })) {
      owed.push(...userIds)
      await settle(USERS_AT_ONCE)
    }
    await settle(1)
  }
  return { batches }
}

async function* dueUsers({ db }: Pick<Platform, 'db'>, asset: SettledAsset, { now, signal }: Settling) {
  for (let after: UserId | undefined; !signal?.aborted; ) {
    const held = await listUserBalances(db, { asset, after, limit: USERS_LOOKED_AT })
    const userIds = held.map(({ userId }) => userId)
    const positions = await listPositions(db, asset, userIds)
    const positionOf = new Map(positions.map((position) => [position.userId, position]))
    yield held
      .filter(({ userId, balance }) => isDue(balance, positionOf.get(userId), now))
      .map(({ userId }) => userId)
    if (held.length < USERS_LOOKED_AT) return
    after = userIds.at(-1)
  }
}
