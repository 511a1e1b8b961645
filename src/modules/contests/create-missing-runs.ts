import type { Platform } from '../../platform/platform.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { type ContestSeries, draftSeriesRun, nextRunStart } from './contest-series.ts'
import { createContest } from './public/create-contest.ts'
import { findLastRun, lockSeries } from './queries.ts'

/** Creates the missing runs of a series and returns their number. Several processes can run it in parallel. */
export async function createMissingRuns(
  { write }: Pick<Platform, 'write'>,
  series: ContestSeries,
  now: Date,
): Promise<number> {
  let created = 0
  const createNextRun = () =>
    write(async (tx) => {
      await lockSeries(tx, series.key)
      const last = await findLastRun(tx, series.key)
      const startsAt = nextRunStart(last, now)
      if (!startsAt) return false
      const lastQuestions = await getStoredQuestions(tx, last?.questionIds ?? [])
      const draft = draftSeriesRun(series, startsAt, new Set(lastQuestions.map(({ prompt }) => prompt)))
      await createContest(tx, { draft, seriesKey: series.key, now })
      return true
    })
  while (await createNextRun()) created++
  return created
}
