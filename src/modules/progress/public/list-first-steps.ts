import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** A first step counts within this time after the sign-up, so that older sign-ups have no advantage. */
export const FIRST_STEP_DAYS = 90

export interface FirstSteps {
  userId: UserId
  hasLesson: boolean
  hasCourse: boolean
}

/** Whether each user completed a lesson, and a course, before a time of their own. */
export function listFirstSteps(db: Db, asked: { userId: UserId; before: Date }[]): Promise<FirstSteps[]> {
  return db<FirstSteps>`
    select asked."userId",
      exists (
        select from lesson_completion where user_id = asked."userId" and completed_at < asked.before
      ) as "hasLesson",
      exists (
        select from enrollment where user_id = asked."userId" and completed_at < asked.before
      ) as "hasCourse"
    from jsonb_to_recordset(${asked}::jsonb) as asked ("userId" uuid, before timestamptz)`
}
