import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Folds the answers since the last run into the ratings of questions and learners. */
export const foldAnswersJob = defineCronJob('mastery.fold_answers')
