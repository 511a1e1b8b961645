import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { getTimeZone } from '../../identity/accounts/get-time-zone.ts'
import { getTotals } from '../../rewards/ledger/get-totals.ts'
import { type Reward, rewardUser } from '../../rewards/ledger/reward-user.ts'
import { extendStreak } from '../../rewards/streak/extend-streak.ts'
import { getStreakDays } from '../../rewards/streak/get-streak-days.ts'
import type { Catalogue, Course, CourseId, Lesson, PathId } from '../catalogue/catalogue.ts'
import { errors } from '../errors.ts'
import { courseCompleted, enrolled, lessonCompleted } from '../events.ts'
import type { HasPremium } from '../learning.ts'
import { checkAccess } from './check-access.ts'
import { type CompletionId, countCompleted, isLocked, progressPercentage, verifiedScore } from './progress.ts'
import {
  countAnswers,
  insertCompletion,
  type LockedProgress,
  listCompletedCourses,
  lockProgress,
  updateEnrollmentCompleted,
} from './queries.ts'

export interface CompleteLesson {
  userId: UserId
  catalogue: Catalogue
  course: Course
  lesson: Lesson
  timeSpentSeconds: number | undefined
  /** What the client says the quiz came to: kept as a hint, and earns nothing. */
  score: number | undefined
  hasPremium: HasPremium
  now: Date
}

export interface LessonResult {
  lessonId: string
  courseId: string
  xpEarned: number
  gemsEarned: number
  newTotalXP: number
  newTotalGems: number
  courseProgress: number
  streakDays: number
}

/** Completes a lesson for a learner. Completing again pays nothing and answers with the true totals. */
export async function completeLesson(tx: Tx, given: CompleteLesson): Promise<LessonResult> {
  const { userId, catalogue, course, lesson, hasPremium, now } = given
  const at = now.toISOString()
  const [progress, timeZone, answers] = await Promise.all([
    lockProgress(tx, { userId, courseId: course.id, now }),
    getTimeZone(tx, userId),
    countAnswers(tx, userId, lesson.questionIds),
    checkAccess(tx, hasPremium, userId, course),
  ])
  if (isLocked(course, lesson, progress.completed)) throw errors.lesson_locked()
  if (progress.isNewlyEnrolled) tx.emit(enrolled({ userId, courseId: course.id, at }))

  const isFirst = !progress.completed.has(lesson.id)
  progress.completed.add(lesson.id)
  const isFinish =
    !progress.completedAt && countCompleted(course, progress.completed) === course.lessons.length
  const completionId: CompletionId = newId()

  // Told before the rewards are, so that whoever reacts hears of the lesson before its XP.
  if (isFirst) {
    tx.emit(
      lessonCompleted({
        userId,
        lessonId: lesson.id,
        courseId: course.id,
        completionId,
        xp: lesson.xpReward,
        timeZone,
        verifiedScore: verifiedScore(lesson, answers),
        at,
      }),
    )
  }
  // None of these needs another's answer, so they share a round trip. The streak is locked before the ledger, as
  // everywhere; the last payment knows the totals.
  const [streak, paid, bonus, held] = await Promise.all([
    isFirst ? extendStreak(tx, { userId, timeZone, now }) : getStreakDays(tx, { userId, timeZone, now }),
    isFirst ? payLesson(tx, given, completionId) : undefined,
    isFinish ? finishCourse(tx, { userId, catalogue, course, progress, now }) : undefined,
    isFirst || isFinish ? undefined : getTotals(tx, userId),
  ])
  const last = bonus ?? paid
  return {
    lessonId: lesson.id,
    courseId: course.id,
    xpEarned: (paid?.xp ?? 0) + (bonus?.xp ?? 0),
    gemsEarned: (paid?.gems ?? 0) + (bonus?.gems ?? 0),
    newTotalXP: last?.newTotalXP ?? held!.totalXP,
    newTotalGems: (last?.newTotalGems ?? held!.totalGems) + (streak.milestone?.gems ?? 0),
    courseProgress: progressPercentage(course, progress.completed),
    streakDays: streak.currentDays,
  }
}

async function payLesson(
  tx: Tx,
  { userId, course, lesson, timeSpentSeconds, score, now }: CompleteLesson,
  completionId: CompletionId,
): Promise<Reward> {
  const completion = {
    id: completionId,
    userId,
    lessonId: lesson.id,
    courseId: course.id,
    timeSpentSeconds: timeSpentSeconds === undefined ? null : Math.floor(timeSpentSeconds),
    claimedScore: score === undefined ? null : Math.round(score),
  }
  const [, reward] = await Promise.all([
    insertCompletion(tx, completion, now),
    rewardUser(tx, {
      userId,
      xp: lesson.xpReward,
      gems: lesson.gemReward,
      source: `lesson:${completionId}`,
      reason: 'lesson completed',
      now,
    }),
  ])
  return reward
}

interface FinishCourse {
  userId: UserId
  catalogue: Catalogue
  course: Course
  progress: LockedProgress
  now: Date
}

/** The last lesson is done for the first time: the bonus is paid, and stays paid when lessons are added later. */
async function finishCourse(
  tx: Tx,
  { userId, catalogue, course, progress, now }: FinishCourse,
): Promise<Reward> {
  const [, reward, completedCourses] = await Promise.all([
    updateEnrollmentCompleted(tx, progress.enrollmentId, now),
    rewardUser(tx, {
      userId,
      xp: course.bonusXp,
      gems: course.bonusGems,
      source: `course:${progress.enrollmentId}`,
      reason: 'course completed',
      now,
    }),
    listCompletedCourses(tx, userId),
  ])
  const pathIds = finishedPaths(catalogue, course, new Set([...completedCourses, course.id]))
  tx.emit(courseCompleted({ userId, courseId: course.id, pathIds, at: now.toISOString() }))
  return reward
}

function finishedPaths(catalogue: Catalogue, course: Course, completed: ReadonlySet<CourseId>): PathId[] {
  return course.pathIds.filter((id) =>
    catalogue.paths.get(id)!.courses.every((member) => completed.has(member.id)),
  )
}
