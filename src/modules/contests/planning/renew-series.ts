import type { Platform } from '../../../platform/platform.ts'
import { type ContestSeries, nextStart, runOf } from './contest-series.ts'
import { createContest } from './create-contest.ts'
import { findLastRun, lockSeries } from './queries.ts'

/** Makes the runs that are missing, and says how many. Several processes may do so at once. */
export async function renewSeries(
  { write }: Pick<Platform, 'write'>,
  series: ContestSeries,
  now: Date,
): Promise<number> {
  let made = 0
  const renewOnce = () =>
    write(async (tx) => {
      await lockSeries(tx, series.key)
      const startsAt = nextStart(await findLastRun(tx, series.key), now)
      if (!startsAt) return false
      await createContest(tx, { draft: runOf(series, startsAt), seriesKey: series.key, now })
      return true
    })
  while (await renewOnce()) made++
  return made
}
