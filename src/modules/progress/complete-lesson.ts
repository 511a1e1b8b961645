import { courseCompleted, lessonCompleted } from '../../events/progress.ts'
import { orNull } from '../../platform/http/schemas.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { getOwnTimeZones } from '../accounts/public/own-account.ts'
import { timeZoneAt } from '../accounts/public/time-zones.ts'
import type { Catalog, Course, CourseId, Lesson, PathId } from '../catalog/public/catalog.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { type Reward, rewardUser } from '../ledger/public/reward-user.ts'
import { extendStreak } from '../streaks/public/extend-streak.ts'
import { getStreak } from '../streaks/public/get-streak.ts'
import {
  type CompletionId,
  countCompleted,
  isLocked,
  progressPercentage,
  verifiedScore,
} from './course-progress.ts'
import { errors } from './errors.ts'
import { listCompletedCourseIds } from './public/list-completed-course-ids.ts'
import { resolveOccurredAt } from './public/resolve-occurred-at.ts'
import {
  countAnswers,
  countEarlierAnswers,
  insertCompletion,
  type LockedProgress,
  lockPaidLessons,
  lockProgress,
  updateEnrollmentCompleted,
} from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'
import {
  type AnswerCounts,
  isAnswered,
  type JudgedVersion,
  requireLessonScore,
} from './require-lesson-score.ts'

export interface CompleteLesson {
  userId: UserId
  catalog: Catalog
  course: Course
  lesson: Lesson
  timeSpentSeconds: number | undefined
  /** The score that the client reports. It is stored but has no effect on rewards. */
  score: number | undefined
  /** 0 is no limit. */
  paidLessonsPerDay: number
  /** When the learner completed it, if the device was offline. It decides the day of the streak and the night of a badge. */
  occurredAt?: Date | undefined
  now: Date
}

/** `DAILY_LIMIT`: the user has reached the daily limit of paid lessons. `OWN_COURSE`: the user wrote the course. */
export type UnpaidReason = 'DAILY_LIMIT' | 'OWN_COURSE'

const BadgeSchema = z
  .object({ badgeType: z.string(), name: z.string(), description: z.string(), imageUrl: z.string() })
  .openapi('UnlockedBadge')

export const LessonResultSchema = z
  .object({
    lessonId: z.string(),
    courseId: z.string(),
    xpEarned: z.number().int(),
    gemsEarned: z.number().int(),
    newTotalXP: z.number().int(),
    newTotalGems: z.number().int(),
    courseProgress: z.number().int().openapi({ description: 'Percent, rounded down' }),
    streakDays: z.number().int(),
    unlockedBadge: orNull(BadgeSchema),
    unlockedBadges: z.array(BadgeSchema),
  })
  .openapi('LessonResult')

/** Badges follow from the events of the transaction. */
export type LessonResult = Omit<z.output<typeof LessonResultSchema>, 'unlockedBadge' | 'unlockedBadges'> & {
  /** Why a first completion paid nothing. */
  unpaidReason: UnpaidReason | null
}

/** Completes a lesson and enrolls the user if needed. A repeated completion pays nothing and returns the current totals. */
export async function completeLesson(tx: Tx, request: CompleteLesson): Promise<LessonResult> {
  const { userId, catalog, course, lesson, now } = request
  const [progress, timeZones, answers] = await Promise.all([
    lockProgress(tx, { userId, courseId: course.id, now }, (completed) => {
      if (isLocked(course, lesson, completed)) throw errors.lesson_locked()
    }),
    getOwnTimeZones(tx, userId),
    countAnswers(tx, userId, lesson.questionIds),
    requireCourseAccess(tx, userId, course, now),
  ])
  const at = resolveOccurredAt(request.occurredAt, { now, enrolledAt: progress.enrolledAt })
  const { current: timeZone } = timeZones
  const activity = { at, zone: timeZoneAt(timeZones, at) }

  const isFirst = !progress.completed.has(lesson.id)
  const judged = isFirst ? await requireCompletedVersion(tx, request, answers) : undefined
  progress.completed.add(lesson.id)
  const isFinish =
    !progress.completedAt && countCompleted(course, progress.completed) === course.lessons.length
  const completionId: CompletionId = newId()
  const unpaidReason = isFirst ? await findUnpaidReason(tx, request) : null
  const isPaid = unpaidReason === null

  // Emitted before the rewards, so that handlers receive the lesson before its XP.
  if (judged) {
    tx.emit(
      lessonCompleted({
        userId,
        lessonId: lesson.id,
        courseId: course.id,
        completionId,
        xp: isPaid ? lesson.xpReward : 0,
        timeZone,
        verifiedScore: verifiedScore(judged.version, judged.answers),
        ...(at < now ? { occurredAt: at.toISOString(), occurredInTimeZone: activity.zone } : {}),
        at: now.toISOString(),
      }),
    )
  }
  // The statements are independent, so they are pipelined in one round trip. The streak is locked before the ledger,
  // as everywhere else. The last reward has the totals.
  const [streak, paid, bonus, totals] = await Promise.all([
    isFirst
      ? extendStreak(tx, { userId, timeZone, activity, now })
      : getStreak(tx, { userId, timeZone, now }),
    isFirst ? rewardLesson(tx, request, { completionId, isPaid, at }) : undefined,
    isFinish ? finishCourse(tx, { userId, catalog, course, progress, isPaid, now }) : undefined,
    isFirst || isFinish ? undefined : getTotals(tx, userId),
  ])
  const last = bonus ?? paid
  return {
    lessonId: lesson.id,
    courseId: course.id,
    xpEarned: (paid?.xp ?? 0) + (bonus?.xp ?? 0),
    gemsEarned: (paid?.gems ?? 0) + (bonus?.gems ?? 0),
    newTotalXP: last?.newTotalXP ?? totals!.totalXP,
    newTotalGems: (last?.newTotalGems ?? totals!.totalGems) + (streak.milestone?.gems ?? 0),
    courseProgress: progressPercentage(course, progress.completed),
    streakDays: streak.currentDays,
    unpaidReason,
  }
}

interface JudgedAnswers {
  version: JudgedVersion
  answers: AnswerCounts
}

/**
 * Returns the version of the lesson that the learner completed: the current one, or an earlier one that the learner saw and
 * answered. Throws if the answers are not what the lesson requires.
 */
async function requireCompletedVersion(
  tx: Tx,
  { userId, lesson }: CompleteLesson,
  answers: AnswerCounts,
): Promise<JudgedAnswers> {
  const earlier = isAnswered(lesson, answers) ? [] : lesson.earlier
  for (const version of earlier) {
    const found = await countEarlierAnswers(tx, userId, version, lesson.questionIds)
    if (found.isSeen && isAnswered(version, found)) return { version, answers: found }
  }
  requireLessonScore(lesson, answers)
  return { version: lesson, answers }
}

/** Null if the lesson pays. The count of paid lessons of the day (UTC) is stable until commit. */
async function findUnpaidReason(
  tx: Tx,
  { userId, course, paidLessonsPerDay, now }: CompleteLesson,
): Promise<UnpaidReason | null> {
  if (course.authorIds.includes(userId)) return 'OWN_COURSE'
  if (paidLessonsPerDay === 0) return null
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  return (await lockPaidLessons(tx, { userId, since: today })) < paidLessonsPerDay ? null : 'DAILY_LIMIT'
}

async function rewardLesson(
  tx: Tx,
  { userId, course, lesson, timeSpentSeconds, score, now }: CompleteLesson,
  { completionId, isPaid, at }: { completionId: CompletionId; isPaid: boolean; at: Date },
): Promise<Reward> {
  const completion = {
    id: completionId,
    userId,
    lessonId: lesson.id,
    courseId: course.id,
    completedAt: now,
    timeSpentSeconds: timeSpentSeconds === undefined ? null : Math.floor(timeSpentSeconds),
    claimedScore: score === undefined ? null : Math.round(score),
    isPaid,
    occurredAt: at < now ? at : null,
  }
  const [, reward] = await Promise.all([
    insertCompletion(tx, completion),
    rewardUser(tx, {
      userId,
      xp: isPaid ? lesson.xpReward : 0,
      gems: isPaid ? lesson.gemReward : 0,
      source: `lesson:${completionId}`,
      reason: 'lesson completed',
      now,
    }),
  ])
  return reward
}

interface FinishCourse extends Pick<CompleteLesson, 'userId' | 'catalog' | 'course' | 'now'> {
  progress: LockedProgress
  /** Whether the lesson that finishes the course is paid; the bonus follows it. */
  isPaid: boolean
}

/** Marks the course as completed and pays its bonus. Both stay if lessons are added later. */
async function finishCourse(
  tx: Tx,
  { userId, catalog, course, progress, isPaid, now }: FinishCourse,
): Promise<Reward> {
  const [, reward, completedCourses] = await Promise.all([
    updateEnrollmentCompleted(tx, { enrollmentId: progress.enrollmentId, now }),
    rewardUser(tx, {
      userId,
      xp: isPaid ? course.bonusXp : 0,
      gems: isPaid ? course.bonusGems : 0,
      source: `course:${progress.enrollmentId}`,
      reason: 'course completed',
      now,
    }),
    listCompletedCourseIds(tx, userId),
  ])
  const pathIds = finishedPaths(catalog, course, new Set([...completedCourses, course.id]))
  tx.emit(courseCompleted({ userId, courseId: course.id, pathIds, at: now.toISOString() }))
  return reward
}

function finishedPaths(catalog: Catalog, course: Course, completed: ReadonlySet<CourseId>): PathId[] {
  return course.pathIds.filter((id) =>
    catalog.paths.get(id)!.courses.every((member) => completed.has(member.id)),
  )
}
