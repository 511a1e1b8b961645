import { leagueRisen } from '../../events/leaderboards.ts'
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { assignGroups } from './league/assign-groups.ts'
import { divisionAfter, higherDivisionKey } from './league/division.ts'
import {
  listOpenWeeks,
  listWeeksWithEntrants,
  lockLeagueWeek,
  type Result,
  storeResults,
  updateWeekClosed,
} from './league/queries.ts'
import { boardAt } from './period.ts'
import { compactOldestChanges } from './rank-index/queries.ts'

/** Requests of the last moment commit before the results are stored. */
const CLOSE_DELAY_MS = 2 * MINUTE_MS
const MEMBERS_PER_BATCH = 3_000
/** One event is one job, which notifies its users. */
const USERS_PER_EVENT = 100

/** The start of the newest week that may be closed. */
function lastEndedWeek(now: Date): string {
  return boardAt('week', addMs(now, -CLOSE_DELAY_MS - 7 * DAY_MS)).startsOn
}

export async function hasLeagueWork({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  return (
    (await listOpenWeeks(db, lastEndedWeek(now))).length > 0 || (await listWeeksWithEntrants(db)).length > 0
  )
}

/**
 * Closes the weeks that have ended, oldest first, and assigns groups to learners who waited for a result. A batch is one
 * transaction. After a crash the next run continues with the groups that have no result.
 */
export async function closeLeagueWeeks(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  for (const startsOn of await listOpenWeeks(db, lastEndedWeek(now)))
    for (let isClosed = false; !isClosed; ) {
      if (signal?.aborted) return
      isClosed = await write((tx) => closeNextGroups(tx, startsOn, now))
    }
  for (const startsOn of await listWeeksWithEntrants(db))
    await write(async (tx) => {
      await lockLeagueWeek(tx, startsOn)
      await assignGroups(tx, startsOn)
    })
}

/** One batch of a week that has ended. The last one finds no group without a result, closes the week and returns true. */
async function closeNextGroups(tx: Tx, startsOn: string, now: Date): Promise<boolean> {
  await lockLeagueWeek(tx, startsOn)
  // Learners whose first XP is not compacted join before the week is closed.
  const { isAll } = await compactOldestChanges(tx, { period: 'week', startsOn })
  if (!isAll) return false
  await assignGroups(tx, startsOn)
  const results = await storeResults(tx, startsOn, MEMBERS_PER_BATCH)
  emitRisen(tx, startsOn, results)
  if (results.length > 0) return false
  await updateWeekClosed(tx, startsOn, now)
  return true
}

function emitRisen(tx: Tx, startsOn: string, results: Result[]): void {
  const byDivision = new Map<number, UserId[]>()
  for (const { userId, division, outcome } of results) {
    if (outcome !== 'ROSE') continue
    const next = divisionAfter(division, outcome)
    byDivision.set(next, [...(byDivision.get(next) ?? []), userId])
  }
  for (const [division, userIds] of byDivision)
    for (let first = 0; first < userIds.length; first += USERS_PER_EVENT)
      tx.emit(
        leagueRisen({
          startsOn,
          division: higherDivisionKey(division),
          userIds: userIds.slice(first, first + USERS_PER_EVENT),
        }),
      )
}
