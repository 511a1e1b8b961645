import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from './question.ts'

interface ListPracticeSiblings {
  questionIds: QuestionId[]
  /** Determines which of several siblings is taken. */
  seed: string
}

/**
 * Returns for each question a practice question of the same topic and difficulty, and of the same skill if there is one;
 * none if the topic has no such question. Questions that practice asks after a lesson are left out. The text of a challenge
 * question in the pool is never returned, because that question may pay in a battle or contest.
 */
export async function listPracticeSiblings(
  db: Db,
  { questionIds, seed }: ListPracticeSiblings,
): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select sibling.id from question as origin cross join lateral (
      select practice.id from question as practice
      where practice.topic_id = origin.topic_id and practice.use = 'PRACTICE' and practice.practice_lesson_id is null
        and practice.difficulty = origin.difficulty and practice.archived_at is null and practice.id <> origin.id
        and not exists (
          select from question as paying
          where paying.topic_id = practice.topic_id and paying.use = 'CHALLENGE' and paying.archived_at is null
            and lower(btrim(paying.prompt)) = lower(btrim(practice.prompt)))
      order by coalesce(practice.skill = origin.skill, false) desc,
        md5(${seed}::text || origin.id::text || practice.id::text), practice.id limit 1
    ) as sibling
    where origin.id = any(${questionIds}::uuid[])`
  return rows.map(({ id }) => id)
}
