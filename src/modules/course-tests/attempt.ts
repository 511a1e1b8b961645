import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import type { QuestionId } from '../questions/public/question.ts'

export type TestAttemptId = Id<'TestAttempt'>

export interface TestAttempt {
  id: TestAttemptId
  userId: UserId
  courseId: CourseId
  number: number
  seed: string
  questionIds: QuestionId[]
  passPercent: number
  startedAt: Date
  deadlineAt: Date
  answers: GivenAnswer[]
  submittedAt: Date | null
  correctIds: QuestionId[] | null
  score: number | null
  isPassed: boolean | null
}

/** Generous: a test asks what a learner knows, not how fast the learner reads. */
const MS_PER_QUESTION = 5 * MINUTE_MS
/** A submission that left the client before the deadline counts. */
const GRACE_MS = 30 * SECOND_MS

export function timeLimitMs(questionCount: number): number {
  return questionCount * MS_PER_QUESTION
}

export const ATTEMPT_STATUSES = ['OPEN', 'SUBMITTED', 'EXPIRED'] as const
type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

export function statusOf({ submittedAt, deadlineAt }: TestAttempt, now: Date): AttemptStatus {
  if (submittedAt) return 'SUBMITTED'
  return now > addMs(deadlineAt, GRACE_MS) ? 'EXPIRED' : 'OPEN'
}

/** The pause begins with the submission, or when an unsubmitted attempt expires. */
export function nextAttemptAt({ submittedAt, deadlineAt }: TestAttempt, pauseMs: number): Date {
  return addMs(submittedAt ?? addMs(deadlineAt, GRACE_MS), pauseMs)
}

/** The rounded-down percentage of right answers. */
export function scoreOf(correctCount: number, questionCount: number): number {
  return Math.floor((100 * correctCount) / questionCount)
}
