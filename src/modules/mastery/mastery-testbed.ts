import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { foldAnswers } from './fold-answers.ts'
import { listMastery, listQuestionRatings, type QuestionRating, type SkillMastery } from './queries.ts'

/** Counts all pending answers. The job of a service may be at work on them. */
export async function countAnswers({ db, write }: Pick<Platform, 'db' | 'write'>): Promise<void> {
  await waitUntil(async () => {
    await foldAnswers({ write })
    return (await db`select from mastery_answer limit 1`).length === 0
  })
}

/** The counted answers and the rating of a user in each skill. */
export async function masteryOf(db: Db, userId: UserId): Promise<SkillMastery[]> {
  return [...(await listMastery(db, [userId]))]
}

/** The ratings of questions; those without an answer are left out. */
export async function ratingsOf(db: Db, ids: QuestionRating['questionId'][]): Promise<QuestionRating[]> {
  return [...(await listQuestionRatings(db, ids))]
}
