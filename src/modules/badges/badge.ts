import type { FactDeclaration } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { courseCompleted, lessonCompleted, questionAnswered } from '../learning/events.ts'
import type { streakExtended } from '../rewards/events.ts'
import { nightOf } from './night.ts'

type DataOf<Declaration> = Declaration extends FactDeclaration<infer Data> ? Data : never

/** What badges listen to: facts of lower levels by their types, those of our own level by their shape. */
interface HeardFacts {
  'learning.lesson_completed': DataOf<typeof lessonCompleted>
  'learning.course_completed': DataOf<typeof courseCompleted>
  'learning.question_answered': DataOf<typeof questionAnswered>
  'rewards.streak_extended': DataOf<typeof streakExtended>
  'capstones.project_passed': { userId: UserId; projectId: string; at: string }
  'battles.battle_won': { userId: UserId; roomId: string; at: string }
  'contests.contest_won': { userId: UserId; contestId: string; at: string }
  /** The user is the one who invited. */
  'referrals.referral_qualified': { userId: UserId; invitedUserId: UserId; at: string }
}

/** Every fact that badges hear says whom it is about and when it was. */
export interface HeardData {
  userId: UserId
  at: string
}

/** What a fact does to a badge: things that count once each, or where the user stands now. Nothing when undefined. */
export type Step = { marks: string[] } | { value: number } | undefined

export interface Badge {
  type: BadgeType
  name: string
  description: string
  requiredProgress: number
  hears: string
  /** Asked before the database is: what cannot move the badge costs no query. */
  stepFor: (data: HeardData) => Step
}

function badge<Name extends keyof HeardFacts>(
  name: string,
  description: string,
  requiredProgress: number,
  hears: Name,
  stepFor: (data: HeardFacts[Name]) => Step,
) {
  return { name, description, requiredProgress, hears, stepFor: stepFor as Badge['stepFor'] }
}

const RULES = {
  FIRST_STEPS: badge(
    'First Steps',
    'Complete your first lesson.',
    1,
    'learning.lesson_completed',
    ({ lessonId }) => ({ marks: [lessonId] }),
  ),
  QUIZ_MASTER: badge(
    'Quiz Master',
    'Answer 50 practice questions right at the first try.',
    50,
    'learning.question_answered',
    ({ isCorrect, questionId }) => (isCorrect ? { marks: [questionId] } : undefined),
  ),
  PERFECT_SCORE: badge(
    'Perfect Score',
    'Complete 5 lessons with every answer right.',
    5,
    'learning.lesson_completed',
    ({ verifiedScore, lessonId }) => (verifiedScore === 100 ? { marks: [lessonId] } : undefined),
  ),
  SEVEN_DAY_STREAK: badge(
    'Seven-Day Streak',
    'Learn on 7 days in a row.',
    7,
    'rewards.streak_extended',
    ({ currentDays }) => ({ value: currentDays }),
  ),
  THIRTY_DAY_STREAK: badge(
    'Thirty-Day Streak',
    'Learn on 30 days in a row.',
    30,
    'rewards.streak_extended',
    ({ currentDays }) => ({ value: currentDays }),
  ),
  COURSE_EXPLORER: badge(
    'Course Explorer',
    'Complete 3 courses.',
    3,
    'learning.course_completed',
    ({ courseId }) => ({ marks: [courseId] }),
  ),
  PATHFINDER: badge(
    'Pathfinder',
    'Complete every course of a learning path.',
    1,
    'learning.course_completed',
    ({ pathIds }) => (pathIds.length > 0 ? { marks: pathIds } : undefined),
  ),
  NIGHT_OWL: badge(
    'Night Owl',
    'Complete a lesson between 22:00 and 04:00 on 5 nights.',
    5,
    'learning.lesson_completed',
    ({ at, timeZone }) => {
      const night = nightOf(new Date(at), timeZone)
      return night ? { marks: [night] } : undefined
    },
  ),
  PROJECT_BUILDER: badge(
    'Project Builder',
    'Pass a capstone project.',
    1,
    'capstones.project_passed',
    ({ projectId }) => ({ marks: [projectId] }),
  ),
  BATTLE_CHAMPION: badge(
    'Battle Champion',
    'Win 10 quiz battles.',
    10,
    'battles.battle_won',
    ({ roomId }) => ({ marks: [roomId] }),
  ),
  CONTEST_WINNER: badge('Contest Winner', 'Win a contest.', 1, 'contests.contest_won', ({ contestId }) => ({
    marks: [contestId],
  })),
  SOCIAL_BUTTERFLY: badge(
    'Social Butterfly',
    'Invite 3 friends who complete their first course.',
    3,
    'referrals.referral_qualified',
    ({ invitedUserId }) => ({ marks: [invitedUserId] }),
  ),
}

export type BadgeType = keyof typeof RULES
export const BADGE_TYPES = Object.keys(RULES) as [BadgeType, ...BadgeType[]]

/** All badges, in the order in which they are shown. */
export const BADGES: readonly Badge[] = BADGE_TYPES.map((type) => ({ type, ...RULES[type] }))

const BADGES_BY_FACT = Map.groupBy(BADGES, (each) => each.hears)

/** A badge that a fact may move, and how. */
export interface BadgeStep {
  badge: Badge
  step: NonNullable<Step>
}

export function stepsFor(factName: string, data: HeardData): BadgeStep[] {
  return (BADGES_BY_FACT.get(factName) ?? []).flatMap((each) => {
    const step = each.stepFor(data)
    return step ? [{ badge: each, step }] : []
  })
}

/** Whole per cent, rounded down: 100 is a badge that is there. */
export function percentage(current: number, required: number): number {
  return Math.min(100, Math.floor((100 * current) / required))
}

const NEAR_PERCENT = 90

export function isNearCompletion(current: number, required: number): boolean {
  return current < required && percentage(current, required) >= NEAR_PERCENT
}

export function imageName(type: BadgeType): string {
  return `${type.toLowerCase().replaceAll('_', '-')}.svg`
}

export function imageUrl(publicUrl: string, type: BadgeType): string {
  return `${publicUrl}/badges/${imageName(type)}`
}
