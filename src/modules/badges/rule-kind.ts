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

/** What a fact does to a badge: things that count once each, or where the user stands now. */
export type Step = { marks: string[] } | { value: number }

interface Rule {
  hears: keyof HeardFacts
  /** Asked before the database is: what cannot move a badge is undefined, and costs no query. */
  stepFor: (data: HeardData) => Step | undefined
}

function rule<Name extends keyof HeardFacts>(
  hears: Name,
  stepFor: (data: HeardFacts[Name]) => Step | undefined,
): Rule {
  return { hears, stepFor: stepFor as Rule['stepFor'] }
}

/** What a badge can count. A badge is one of these and a number; `definitions/` says which there are. */
const RULES = {
  LESSONS_COMPLETED: rule('learning.lesson_completed', ({ lessonId }) => ({ marks: [lessonId] })),
  PERFECT_LESSONS: rule('learning.lesson_completed', ({ verifiedScore, lessonId }) =>
    verifiedScore === 100 ? { marks: [lessonId] } : undefined,
  ),
  NIGHTS_LEARNED: rule('learning.lesson_completed', ({ at, timeZone }) => {
    const night = nightOf(new Date(at), timeZone)
    return night ? { marks: [night] } : undefined
  }),
  QUESTIONS_RIGHT: rule('learning.question_answered', ({ isCorrect, questionId }) =>
    isCorrect ? { marks: [questionId] } : undefined,
  ),
  COURSES_COMPLETED: rule('learning.course_completed', ({ courseId }) => ({ marks: [courseId] })),
  PATHS_COMPLETED: rule('learning.course_completed', ({ pathIds }) =>
    pathIds.length > 0 ? { marks: pathIds } : undefined,
  ),
  STREAK_DAYS: rule('rewards.streak_extended', ({ currentDays }) => ({ value: currentDays })),
  PROJECTS_PASSED: rule('capstones.project_passed', ({ projectId }) => ({ marks: [projectId] })),
  BATTLES_WON: rule('battles.battle_won', ({ roomId }) => ({ marks: [roomId] })),
  CONTESTS_WON: rule('contests.contest_won', ({ contestId }) => ({ marks: [contestId] })),
  REFERRALS_QUALIFIED: rule('referrals.referral_qualified', ({ invitedUserId }) => ({
    marks: [invitedUserId],
  })),
}

export type RuleKind = keyof typeof RULES
export const RULE_KINDS = Object.keys(RULES) as [RuleKind, ...RuleKind[]]

/** The facts that badges hear. */
export const HEARD_FACTS: ReadonlySet<string> = new Set(Object.values(RULES).map(({ hears }) => hears))

/** How a fact moves every badge of a kind, of those kinds that it moves. */
export function stepsOfKinds(factName: string, data: HeardData): { kind: RuleKind; step: Step }[] {
  return (KINDS_BY_FACT.get(factName) ?? []).flatMap((kind) => {
    const step = RULES[kind].stepFor(data)
    return step ? [{ kind, step }] : []
  })
}

const KINDS_BY_FACT = Map.groupBy(RULE_KINDS, (kind): string => RULES[kind].hears)
