import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A course or a lesson could not be published at the time that its author chose. */
export const publicationRefused = defineEvent<{
  courseId: string
  title: string
  /** The author who chose the time, and the owner of the course. */
  userIds: UserId[]
  /** The code of the refusal. */
  reason: string
  at: string
}>('publishing.publication_refused')

/** Some learners of a course are told what changed in it. */
export const changesAnnounced = defineEvent<{
  announcementId: string
  courseId: string
  title: string
  /** Those that concern the learners, the oldest first. */
  notes: string[]
  userIds: UserId[]
  at: string
}>('publishing.changes_announced')

/** An author submitted a course for review. */
export const reviewRequested = defineEvent<{
  courseId: string
  title: string
  /** The author. */
  userId: UserId
  reviewerIds: UserId[]
  at: string
}>('publishing.review_requested')

/** A reviewer approved a submission, or returned it with comments. */
export const reviewDecided = defineEvent<{
  courseId: string
  title: string
  status: 'APPROVED' | 'RETURNED'
  /** The first comment. */
  comment: string | null
  /** The author who submitted, and the owner of the course. */
  userIds: UserId[]
  at: string
}>('publishing.review_decided')
