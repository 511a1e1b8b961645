import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Compacts score changes for one minute: see `rank-index/compact-score-changes.ts`. */
export const compactScoreChangesJob = defineCronJob('leaderboards.compact_score_changes')

/** Stores the results of the league of weeks that have ended: see `close-league-weeks.ts`. */
export const closeLeagueWeeksJob = defineCronJob('leaderboards.close_league_weeks', { timeLimitSeconds: 540 })
