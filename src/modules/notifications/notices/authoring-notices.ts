import type { coAuthorAdded, courseTransferred } from '../../../events/authoring.ts'
import type { publicationRefused, reviewDecided, reviewRequested } from '../../../events/publishing.ts'
import type { EventData } from '../../../platform/transaction/define-event.ts'
import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/en.ts'

export function coAuthorNotices({ userId, courseId, title }: EventData<typeof coAuthorAdded>): Notice[] {
  const values = { course: title }
  return [{ userId, type: 'SYSTEM', template: 'COURSE_CO_AUTHOR', values, link: studioLink(courseId) }]
}

/** The new owner and the previous one. */
export function transferNotices(data: EventData<typeof courseTransferred>): Notice[] {
  const { courseId, title, ownerId, previousOwnerId } = data
  const common = { type: 'SYSTEM', values: { course: title }, link: studioLink(courseId) } as const
  const received: Notice = { ...common, userId: ownerId, template: 'COURSE_RECEIVED' }
  if (previousOwnerId === null) return [received]
  const mentions = { userId: ownerId, as: 'author' }
  return [received, { ...common, userId: previousOwnerId, template: 'COURSE_GIVEN', mentions }]
}

/** The text for each refusal. Any other one means that the author may no longer publish the content. */
const REFUSED_TEMPLATES: Record<string, TemplateName> = {
  COURSE_HAS_NO_LESSONS: 'SCHEDULE_WITHOUT_LESSONS',
  REWARD_NEEDS_ADMIN: 'SCHEDULE_ABOVE_LIMIT',
  DAILY_REWARD_BUDGET_SPENT: 'SCHEDULE_ABOVE_BUDGET',
  REVIEW_OUTDATED: 'SCHEDULE_AFTER_EDIT',
  REVIEW_REQUIRED: 'SCHEDULE_WITHOUT_REVIEW',
}

export function publicationRefusedNotices(data: EventData<typeof publicationRefused>): Notice[] {
  const { courseId, title: content, userIds, reason } = data
  const template = REFUSED_TEMPLATES[reason] ?? 'SCHEDULE_WITHOUT_RIGHTS'
  return userIds.map((userId) => ({
    userId,
    type: 'SYSTEM',
    template,
    values: { content },
    link: studioLink(courseId),
  }))
}

export function reviewRequestedNotices(data: EventData<typeof reviewRequested>): Notice[] {
  const { courseId, title: course, userId: authorId, reviewerIds } = data
  return reviewerIds.map((userId) => ({
    userId,
    type: 'SYSTEM',
    template: 'REVIEW_REQUESTED',
    values: { course },
    mentions: { userId: authorId, as: 'author' },
    link: studioLink(courseId),
  }))
}

export function reviewDecidedNotices(data: EventData<typeof reviewDecided>): Notice[] {
  const { courseId, title: course, status, comment, userIds } = data
  const common = { type: 'SYSTEM', link: studioLink(courseId) } as const
  if (status === 'APPROVED')
    return userIds.map((userId) => ({ ...common, userId, template: 'REVIEW_APPROVED', values: { course } }))
  const values = { course, comment: comment ?? '' }
  return userIds.map((userId) => ({ ...common, userId, template: 'REVIEW_RETURNED', values }))
}

const studioLink = (courseId: string) => `studio/courses/${courseId}`
