import type { Platform } from '../../../platform/platform.ts'
import { getQuestions } from '../../questions/get-questions.ts'
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
      const last = await findLastRun(tx, series.key)
      const startsAt = nextStart(last, now)
      if (!startsAt) return false
      const asked = await getQuestions(tx, last?.questionIds ?? [])
      const draft = runOf(series, startsAt, new Set(asked.map(({ prompt }) => prompt)))
      await createContest(tx, { draft, seriesKey: series.key, now })
      return true
    })
  while (await renewOnce()) made++
  return made
}
