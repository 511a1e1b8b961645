import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A user became a co-author of a course. */
export const coAuthorAdded = defineEvent<{
  userId: UserId
  courseId: string
  title: string
  at: string
}>('authoring.co_author_added')

/** A course has another owner. The previous owner, if there was one, stays as a co-author. */
export const courseTransferred = defineEvent<{
  courseId: string
  title: string
  ownerId: UserId
  previousOwnerId: UserId | null
  at: string
}>('authoring.course_transferred')
