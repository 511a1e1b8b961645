import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Day } from '../streaks/public/streak.ts'
import type { ReviewCardId } from './scheduler.ts'

export interface ReviewSettings {
  targetRetentionPercent: number
  dailyLimit: number
}

export interface ReviewLearner extends ReviewSettings {
  /** The day of the last review that did not come later than its day. */
  lastDay: Day | null
  answersOfLastDay: number
  /** The reviews of other days to which an answer can still come. */
  otherDays: Record<Day, number>
  recentTimesMs: number[]
  lastCardId: ReviewCardId | null
  lastNumber: number | null
}

/** The values of a learner without a row; the same as the defaults of the table. */
export const NEW_LEARNER: ReviewLearner = {
  targetRetentionPercent: 90,
  dailyLimit: 60,
  lastDay: null,
  answersOfLastDay: 0,
  otherDays: {},
  recentTimesMs: [],
  lastCardId: null,
  lastNumber: null,
}

export async function getLearner(db: Db, userId: UserId): Promise<ReviewLearner> {
  const [row] = await db<ReviewLearner>`
    select target_retention_percent as "targetRetentionPercent", daily_limit as "dailyLimit", last_day::text as "lastDay",
      answers_of_last_day as "answersOfLastDay", other_days as "otherDays", to_jsonb(recent_times_ms) as "recentTimesMs",
      last_card_id as "lastCardId", last_number as "lastNumber"
    from review_learner where user_id = ${userId}`
  return row ?? NEW_LEARNER
}

/** Does nothing if the learner has a row. */
export async function insertLearner(tx: Tx, userId: UserId): Promise<void> {
  await tx`insert into review_learner (user_id) values (${userId}) on conflict (user_id) do nothing`
}

export async function upsertSettings(tx: Tx, userId: UserId, settings: ReviewSettings): Promise<void> {
  await tx`
    insert into review_learner (user_id, target_retention_percent, daily_limit)
    values (${userId}, ${settings.targetRetentionPercent}, ${settings.dailyLimit})
    on conflict (user_id) do update set target_retention_percent = excluded.target_retention_percent,
      daily_limit = excluded.daily_limit`
}

/** Takes one answer back from the count of the day, and leaves nothing to undo. */
export async function updateUndone(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    update review_learner set answers_of_last_day = greatest(0, answers_of_last_day - 1), last_card_id = null,
      last_number = null
    where user_id = ${userId}`
}
