import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Learners who rose to a division of the league with the results of a week. */
export const leagueRisen = defineEvent<{
  startsOn: string
  /** Never the lowest one. */
  division: 'SILVER' | 'GOLD' | 'PEARL' | 'MARBLE' | 'OLIVE' | 'LAUREL'
  userIds: UserId[]
}>('leaderboards.league_risen')
