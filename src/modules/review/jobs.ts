import type { battleFinished } from '../../events/battles.ts'
import type { contestResult } from '../../events/contests.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Adds the questions of a settled contest to the cards of one participant. */
export const addContestQuestionsJob = defineJob<ReturnType<typeof contestResult>>(
  'review.add_contest_questions',
)

/** Adds questions similar to those that the players of a battle missed. */
export const addMissedQuestionsJob = defineJob<ReturnType<typeof battleFinished>>(
  'review.add_missed_questions',
)
