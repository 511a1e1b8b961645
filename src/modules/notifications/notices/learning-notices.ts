import type { Notice } from '../notification.ts'
import type { HeardFacts } from './heard-facts.ts'

export function streakMilestone({
  userId,
  days,
  gems,
}: HeardFacts['streaks.streak_milestone_reached']): Notice[] {
  const type = 'STREAK_MILESTONE'
  return [{ userId, type, template: type, values: { days, gems }, link: 'streak' }]
}

export function badgeUnlocked({ userId, badgeType, name }: HeardFacts['badges.badge_unlocked']): Notice[] {
  const type = 'BADGE_EARNED'
  return [{ userId, type, template: type, values: { badge: name }, link: `badges/${badgeType}` }]
}

export function projectAssessed(data: HeardFacts['capstones.project_assessed']): Notice[] {
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

export function certificateMinted(data: HeardFacts['certificates.certificate_minted']): Notice[] {
  const { userId, certificateNumber: number, courseTitle: course } = data
  const type = 'CERTIFICATE_READY'
  return [{ userId, type, template: type, values: { course, number }, link: `certificates/${number}` }]
}
