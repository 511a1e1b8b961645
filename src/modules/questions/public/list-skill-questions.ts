import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from './question.ts'

/** Returns the practice questions of a skill. */
export async function listSkillQuestions(db: Db, skill: string): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select id from question
    where use = 'PRACTICE' and archived_at is null and skill = ${skill} order by id`
  return rows.map(({ id }) => id)
}

/** Returns the practice questions of the skills of other questions, with these questions if they have a skill. */
export async function listRelatedQuestions(db: Db, ids: QuestionId[]): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select id from question
    where use = 'PRACTICE' and archived_at is null
      and skill in (select skill from question where id = any(${ids}::uuid[])) order by id`
  return rows.map(({ id }) => id)
}
