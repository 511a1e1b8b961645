import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from '../../questions/public/question.ts'

/** Fewer answers say little about a question. */
export const MIN_ANSWERS = 5

/** Questions by their rating, the hardest first. There is one row for each question, so a scan is bounded by the content. */
export async function listHardestQuestions(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: QuestionId[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db<{ id: QuestionId }>`
      select question_id as id from question_rating where answers >= ${MIN_ANSWERS}
      order by rating desc, question_id limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`select count(*)::int as total from question_rating where answers >= ${MIN_ANSWERS}`,
  ])
  return { ids: rows.map(({ id }) => id), total: counted!.total }
}
