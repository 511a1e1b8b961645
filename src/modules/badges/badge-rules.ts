import type { courseCompleted, lessonCompleted, questionAnswered } from '../../events/progress.ts'
import type { streakExtended, streakRepaired } from '../../events/streaks.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import { nightOf } from './learning-night.ts'

/** The events that badges handle, with the fields that the rules use. */
interface BadgeEvents {
  'progress.lesson_completed': EventData<typeof lessonCompleted>
  'progress.course_completed': EventData<typeof courseCompleted>
  'progress.question_answered': EventData<typeof questionAnswered>
  'streaks.streak_extended': EventData<typeof streakExtended>
  'streaks.streak_repaired': EventData<typeof streakRepaired>
  'capstones.project_passed': { userId: UserId; projectId: string; at: string }
  'battles.battle_won': { userId: UserId; roomId: string; at: string }
  'contests.contest_won': { userId: UserId; contestId: string; at: string }
  /** `userId` is the inviter. */
  'referrals.referral_qualified': { userId: UserId; invitedUserId: UserId; at: string }
}

/** The fields that all these events have. */
export interface BadgeEvent {
  userId: UserId
  at: string
}

/** The effect of an event on a badge: items that count once each, or a value that replaces the current one. */
export type ProgressStep = { items: string[] } | { value: number }

interface Rule {
  events: (keyof BadgeEvents)[]
  /** Returns undefined for an event that does not count; such an event needs no query. */
  stepFor: (data: BadgeEvent) => ProgressStep | undefined
}

function rule<Name extends keyof BadgeEvents>(
  events: Name | Name[],
  stepFor: (data: BadgeEvents[Name]) => ProgressStep | undefined,
): Rule {
  return { events: [events].flat(), stepFor: stepFor as Rule['stepFor'] }
}

/** What a badge can count. A badge definition is a rule kind and a required number. */
const RULES = {
  LESSONS_COMPLETED: rule('progress.lesson_completed', ({ lessonId }) => ({ items: [lessonId] })),
  PERFECT_LESSONS: rule('progress.lesson_completed', ({ verifiedScore, lessonId }) =>
    verifiedScore === 100 ? { items: [lessonId] } : undefined,
  ),
  NIGHTS_LEARNED: rule('progress.lesson_completed', (lesson) => {
    const { at, occurredAt = at, timeZone, occurredInTimeZone = timeZone } = lesson
    const night = nightOf(new Date(occurredAt), occurredInTimeZone)
    return night ? { items: [night] } : undefined
  }),
  QUESTIONS_RIGHT: rule('progress.question_answered', ({ isCorrect, questionId }) =>
    isCorrect ? { items: [questionId] } : undefined,
  ),
  COURSES_COMPLETED: rule('progress.course_completed', ({ courseId }) => ({ items: [courseId] })),
  PATHS_COMPLETED: rule('progress.course_completed', ({ pathIds }) =>
    pathIds.length > 0 ? { items: pathIds } : undefined,
  ),
  STREAK_DAYS: rule(['streaks.streak_extended', 'streaks.streak_repaired'], ({ currentDays }) => ({
    value: currentDays,
  })),
  PROJECTS_PASSED: rule('capstones.project_passed', ({ projectId }) => ({ items: [projectId] })),
  BATTLES_WON: rule('battles.battle_won', ({ roomId }) => ({ items: [roomId] })),
  CONTESTS_WON: rule('contests.contest_won', ({ contestId }) => ({ items: [contestId] })),
  REFERRALS_QUALIFIED: rule('referrals.referral_qualified', ({ invitedUserId }) => ({
    items: [invitedUserId],
  })),
}

export type RuleKind = keyof typeof RULES
export const RULE_KINDS = Object.keys(RULES) as [RuleKind, ...RuleKind[]]

export const BADGE_EVENTS: ReadonlySet<string> = new Set(Object.values(RULES).flatMap(({ events }) => events))

/** Returns the step for each rule kind that an event advances. */
export function stepsForEvent(eventName: string, data: BadgeEvent): { kind: RuleKind; step: ProgressStep }[] {
  return kindsOf(eventName).flatMap((kind) => {
    const step = RULES[kind].stepFor(data)
    return step ? [{ kind, step }] : []
  })
}

function kindsOf(eventName: string): RuleKind[] {
  return RULE_KINDS.filter((kind) => RULES[kind].events.some((event) => event === eventName))
}
