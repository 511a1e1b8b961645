import type { Platform } from '../../platform/platform.ts'
import { getQuestions } from '../questions/public/get-questions.ts'
import { findLastRun, lockSeries } from './contest-queries.ts'
import { type ContestSeries, draftSeriesRun, nextRunStart } from './contest-series.ts'
import { createContest } from './public/create-contest.ts'

/** Makes the runs that are missing, and says how many. Several processes may do so at once. */
export async function createMissingRuns(
  { write }: Pick<Platform, 'write'>,
  series: ContestSeries,
  now: Date,
): Promise<number> {
  let made = 0
  const createNextRun = () =>
    write(async (tx) => {
      await lockSeries(tx, series.key)
      const last = await findLastRun(tx, series.key)
      const startsAt = nextRunStart(last, now)
      if (!startsAt) return false
      const asked = await getQuestions(tx, last?.questionIds ?? [])
      const draft = draftSeriesRun(series, startsAt, new Set(asked.map(({ prompt }) => prompt)))
      await createContest(tx, { draft, seriesKey: series.key, now })
      return true
    })
  while (await createNextRun()) made++
  return made
}
