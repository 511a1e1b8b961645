import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted once per user and project. */
export const projectPassed = defineEvent<{
  userId: UserId
  projectId: Id<'Project'>
  courseId: string
  at: string
}>('capstones.project_passed')

/** Emitted for every result: of an assessment and of a manual review. */
export const projectAssessed = defineEvent<{
  userId: UserId
  projectId: Id<'Project'>
  courseId: string
  submissionId: Id<'ProjectSubmission'>
  title: string
  status: 'PASSED' | 'NEEDS_REVISION'
  /** Null if only a reviewer judged the submission. */
  percentage: number | null
  /** The reward paid with this result; 0 if the reward was paid before. */
  xp: number
  gems: number
  at: string
}>('capstones.project_assessed')
