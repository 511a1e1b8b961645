import { STATUSES, type Status } from '../courses/course-search.ts'
import { QUESTION_TYPES, type QuestionType } from '../lesson/question-fields.ts'

/** The filters of the question bank in the URL. */
export interface QuestionSearch {
  q?: string
  status?: Status
  type?: QuestionType
  topic?: string
  tag?: string
  /** `all` also lists the published questions that came with the installation. */
  of?: 'all'
  page?: number
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : `${value}`

export function readPageSearch({ page }: Record<string, unknown>): { page?: number } {
  return Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}
}

/** A new question may be one of the test of a course. */
export function readTestSearch({ course }: Record<string, unknown>): { course?: string } {
  return typeof course === 'string' && course !== '' ? { course } : {}
}

export function readQuestionSearch(search: Record<string, unknown>): QuestionSearch {
  const [q, topic, tag] = [text(search.q), text(search.topic), text(search.tag)]
  const { status, type, of } = search
  return {
    ...(q ? { q } : {}),
    ...(STATUSES.includes(status as Status) ? { status: status as Status } : {}),
    ...(QUESTION_TYPES.includes(type as QuestionType) ? { type: type as QuestionType } : {}),
    ...(topic ? { topic } : {}),
    ...(tag ? { tag } : {}),
    ...(of === 'all' ? { of } : {}),
    ...readPageSearch(search),
  }
}

export const isFiltered = ({ q, status, type, topic, tag, of, page }: QuestionSearch): boolean =>
  Boolean(q || status || type || topic || tag || of || page)

/** The filters as the service names them. */
export function questionFilter({ q, status, type, topic, tag }: QuestionSearch) {
  return {
    ...(q ? { search: q } : {}),
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(topic ? { topicId: topic } : {}),
    ...(tag ? { tag } : {}),
  }
}
