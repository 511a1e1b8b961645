import { createHash } from 'node:crypto'
import type { Db } from '../../src/platform/db/database.ts'

/** An id that depends on the text only. */
function stableId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Gives the questions of course tests ids that depend on their keys only. An id decides which questions are drawn and how
 * their options are shuffled, so a test with fixed seeds then has the same result in every run. Nothing may refer to the
 * questions yet.
 */
export async function stabilizeTestQuestions(db: Db, seed: string): Promise<void> {
  const rows = await db<{ id: string; text: string }>`
    select id, course_key || ' ' || key as text from question where use = 'TEST'`
  await renameQuestions(db, rows, seed)
}

/** The same for the questions of contests, which may not have been read yet. Their seed is fixed, too. */
export async function stabilizeContests(db: Db, seed: string): Promise<void> {
  const rows = await db<{ id: string; text: string }>`
    select question.id, series_key || ' ' || starts_at || ' ' || prompt as text
    from contest, unnest(question_ids) as asked (id) join question using (id)`
  const renamed = await renameQuestions(db, rows, seed)
  await db`
    update contest set seed = ${seed}, question_ids = (
      select array_agg(renamed.new_id order by position)
      from unnest(question_ids) with ordinality as asked (old_id, position)
      join jsonb_to_recordset(${renamed}::jsonb) as renamed (old_id uuid, new_id uuid) using (old_id))`
}

async function renameQuestions(db: Db, rows: readonly { id: string; text: string }[], seed: string) {
  const renamed = rows.map(({ id, text }) => ({ old_id: id, new_id: stableId(`${seed} ${text}`) }))
  await db`
    update question set id = new_id
    from jsonb_to_recordset(${renamed}::jsonb) as renamed (old_id uuid, new_id uuid) where id = old_id`
  return renamed
}
