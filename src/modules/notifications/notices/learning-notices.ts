import type { badgeUnlocked } from '../../../events/badges.ts'
import type { projectAssessed } from '../../../events/capstones.ts'
import type { certificateMinted } from '../../../events/certificates.ts'
import type { changesAnnounced } from '../../../events/publishing.ts'
import type { streakMilestoneReached } from '../../../events/streaks.ts'
import type { EventData } from '../../../platform/transaction/define-event.ts'
import type { Notice } from '../notification.ts'

export function streakMilestoneNotices({
  userId,
  days,
  gems,
}: EventData<typeof streakMilestoneReached>): Notice[] {
  const type = 'STREAK_MILESTONE'
  return [{ userId, type, template: type, values: { days, gems }, link: 'streak' }]
}

export function badgeNotices({ userId, badgeType, name }: EventData<typeof badgeUnlocked>): Notice[] {
  const type = 'BADGE_EARNED'
  return [{ userId, type, template: type, values: { badge: name }, link: `badges/${badgeType}` }]
}

export function projectNotices(data: EventData<typeof projectAssessed>): Notice[] {
  const { userId, courseId, title: project, percentage } = data
  const isPassed = data.status === 'PASSED'
  const link = `courses/${courseId}/project`
  const type = 'PROJECT_ASSESSED'
  if (percentage === null) {
    const template = isPassed ? 'PROJECT_PASSED_BY_PEOPLE' : 'PROJECT_NEEDS_REVISION_BY_PEOPLE'
    return [{ userId, type, template, values: { project }, link }]
  }
  const template = isPassed ? 'PROJECT_PASSED' : 'PROJECT_NEEDS_REVISION'
  return [{ userId, type, template, values: { project, percentage }, link }]
}

export function certificateNotices(data: EventData<typeof certificateMinted>): Notice[] {
  const { userId, certificateNumber: number, courseTitle: course } = data
  const type = 'CERTIFICATE_READY'
  return [{ userId, type, template: type, values: { course, number }, link: `certificates/${number}` }]
}

export function courseChangeNotices(data: EventData<typeof changesAnnounced>): Notice[] {
  const { announcementId, courseId, title: course, notes, userIds } = data
  const type = 'COURSE_CHANGED'
  return userIds.map((userId) => ({
    userId,
    type,
    template: type,
    values: { course, notes: notes.join('\n') },
    link: `courses/${courseId}`,
    // Also if a run was repeated and a learner has begun another lesson meanwhile.
    dedupKey: `course-changed:${announcementId}`,
  }))
}
