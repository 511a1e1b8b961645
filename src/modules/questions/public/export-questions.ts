import type { Db } from '../../../platform/db/database.ts'
import { listForExport, listTopics } from '../queries.ts'
import type { ImportedQuestion } from './import-questions.ts'
import type { QuestionId, TopicId } from './question.ts'

interface ExportedPool {
  topics: { id: TopicId; key: string; title: string }[]
  questions: (ImportedQuestion & { id: QuestionId })[]
}

/** The whole pool as an author wrote it, answers included: for a content pack and for nothing else. */
export async function exportQuestions(db: Db): Promise<ExportedPool> {
  const topics = await listTopics(db)
  const rows = await listForExport(db)
  return {
    topics,
    questions: rows.map(({ options, correctIndex, ...plain }) => ({
      ...plain,
      right: options[correctIndex]!,
      wrong: options.toSpliced(correctIndex, 1),
    })),
  }
}
