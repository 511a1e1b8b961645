import type { battleFinished } from '../../events/battles.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** Records the answers of the players of a battle for mastery. */
export const recordBattleAnswersJob = defineJob<ReturnType<typeof battleFinished>>('battles.record_answers')
