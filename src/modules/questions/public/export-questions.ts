import type { Db } from '../../../platform/db/database.ts'
import { definedFields } from '../../../platform/defined-fields.ts'
import { type ExportedStoredQuestion, listForExport, listPackTopics } from '../queries.ts'
import type { ImportedQuestion } from './import-questions.ts'
import type { Topic } from './list-topics.ts'
import type { QuestionId } from './question.ts'

interface ExportedPool {
  topics: (Topic & { packId: string | null })[]
  questions: (ImportedQuestion & { id: QuestionId })[]
}

/** Exports all topics and the questions of a pack with their answers, for content packs only. */
export async function exportQuestions(db: Db, packId: string): Promise<ExportedPool> {
  const topics = await listPackTopics(db)
  const questions = await listForExport(db, packId)
  return { topics, questions: questions.map(toImportedQuestion) }
}

/** A stored question in the form of packs, with its other fields. */
export function toImportedQuestion<Question extends ExportedStoredQuestion>(
  question: Question,
): ImportedQuestion & Omit<Question, keyof ExportedStoredQuestion> & { id: QuestionId } {
  return toPackForm(question) as never
}

function toPackForm(question: ExportedStoredQuestion): ImportedQuestion & { id: QuestionId } {
  const { html: _, hint, skill, optionFeedback, practiceLessonId, ...plain } = question
  const optional = definedFields({
    hint: hint ?? undefined,
    skill: skill ?? undefined,
    practiceLessonId: practiceLessonId ?? undefined,
  })
  if (plain.type !== 'SINGLE_CHOICE')
    return { ...plain, ...optional, ...(optionFeedback ? { optionFeedback } : {}) }
  const { type: _type, options, correctIndex, ...rest } = plain
  return {
    ...rest,
    ...optional,
    right: options[correctIndex]!,
    wrong: options.toSpliced(correctIndex, 1),
    ...(optionFeedback
      ? { optionFeedback: [optionFeedback[correctIndex]!, ...optionFeedback.toSpliced(correctIndex, 1)] }
      : {}),
  }
}
