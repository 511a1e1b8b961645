import type { ProjectId } from '../modules/capstones/project.ts'
import type { SubmissionId } from '../modules/capstones/public/submission.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Told once for a learner and a project. */
export const projectPassed = defineEvent<{
  userId: UserId
  projectId: ProjectId
  courseId: string
  at: string
}>('capstones.project_passed')

/** Told for every result: of an assessment, and of people who looked at it afterwards. */
export const projectAssessed = defineEvent<{
  userId: UserId
  projectId: ProjectId
  courseId: string
  submissionId: SubmissionId
  title: string
  status: 'PASSED' | 'NEEDS_REVISION'
  /** Null when only people have judged it. */
  percentage: number | null
  /** What was paid just now. */
  xp: number
  gems: number
  at: string
}>('capstones.project_assessed')
