import type { Db } from '../../../platform/db/database.ts'
import { listForExport } from '../queries.ts'
import type { ImportedQuestion } from './import-questions.ts'
import { listTopics, type Topic } from './list-topics.ts'
import type { QuestionId } from './question.ts'

interface ExportedPool {
  topics: Topic[]
  questions: (ImportedQuestion & { id: QuestionId })[]
}

/** Exports the pool with its answers, for content packs only. */
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
