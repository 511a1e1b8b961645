import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { type QuestionFields, questionBody, questionFieldsOf } from '../lesson/question-fields.ts'
import { tagsOf } from './tags.ts'

export const USES = ['CHALLENGE', 'PRACTICE'] as const

/** A question of the bank as its author types it. */
export interface BankFields {
  question: QuestionFields
  /** Empty for the general topic of the installation. */
  topicId: string
  /** Separated by commas. */
  tags: string
  use: Api.EditedQuestion['use']
  /** The course whose test asks the question. */
  courseId?: string
}

export const EMPTY: BankFields = {
  question: questionFieldsOf(undefined),
  topicId: '',
  tags: '',
  use: 'CHALLENGE',
}

export function bankFieldsOf(question: Api.EditedQuestion): BankFields {
  const { topicId, tags, use, courseId } = question
  const fields = { question: questionFieldsOf(question), topicId, tags: tags.join(', '), use }
  return courseId === null ? fields : { ...fields, courseId }
}

/** The request that creates the question. */
export function draftOf({ question, topicId, tags, use, courseId }: BankFields): Api.QuestionDraft {
  const place = { ...(topicId ? { topicId } : {}), ...(courseId ? { courseId } : {}) }
  return { ...questionBody(question), ...place, tags: tagsOf(tags), use }
}

export const isSame = (one: BankFields, other: BankFields): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other))

/** What never changes. */
const FIXED: readonly string[] = ['type', 'use', 'courseId']

/** Only what the author has changed. */
export function patchOf(fields: BankFields, base: BankFields): Api.QuestionPatch {
  const before = draftOf(base) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(draftOf(fields)).filter(
      ([name, value]) => !FIXED.includes(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}

/** The form shows one sentence for the whole question, also if the service names a part of it. */
export async function withOneSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof LyceumError) || fault.details.length === 0) throw fault
    const { code, status, requestId, details } = fault
    const sentence = details.map(({ field, message }) => `${field}: ${message}`).join(' · ')
    throw new LyceumError(code, sentence, { status, requestId, cause: fault })
  }
}
