import type { Db } from '../../platform/db/database.ts'
import type { z } from '../../platform/zod.ts'
import type { EditedLesson } from '../authoring/public/content-draft.ts'
import { countSubmissions } from '../capstones/public/count-submissions.ts'
import { listCriterionStats } from '../capstones/public/list-criterion-stats.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { countCertificates } from '../certificates/public/list-certificates.ts'
import { getTestStats } from '../course-tests/public/get-test-stats.ts'
import { getEnrollmentStats, listEnrollmentDays } from '../progress/public/enrollment-stats.ts'
import { listLessonCompletions, listLessonStarts } from '../progress/public/lesson-stats.ts'
import { questionIdsOf } from './course-questions.ts'
import type { CourseStatsSchema } from './course-stats-schema.ts'
import { ofGroup, shareOf } from './min-learners.ts'
import { lastDaysOf, type Period } from './period.ts'
import { type LessonContents, readSlideStats } from './slide-stats.ts'

export type CourseStats = Omit<z.output<typeof CourseStatsSchema>, 'from' | 'to'>

interface ReadCourseStats extends Period {
  courseId: CourseId
  lessons: EditedLesson[]
  contents: LessonContents
}

/** Runs one statement after the other, so that a read of a large course takes one connection. */
export async function readCourseStats(
  db: Db,
  { courseId, lessons, contents, since, until }: ReadCourseStats,
): Promise<CourseStats> {
  const period = { courseId, since, until }
  const shown = lastDaysOf(period)
  const lessonIds = lessons.map(({ id }) => id)
  const questionIds = lessons.flatMap(questionIdsOf)
  const enrollments = await getEnrollmentStats(db, period)
  const completions = await listLessonCompletions(db, period)
  const starts = await listLessonStarts(db, { ...period, lessonIds, questionIds })
  const slideStats = await readSlideStats(db, contents, { since, until })
  const test = await getTestStats(db, period)
  const submissions = await countSubmissions(db, period)
  const criteria = await listCriterionStats(db, period)
  const certificates = await countCertificates(db, period)
  const days = await listEnrollmentDays(db, { courseId, since: shown.since, until: shown.until })
  const { enrolled, completed } = enrollments
  const startedBy = new Map(starts.map(({ lessonId, started }) => [lessonId, started]))
  const completionsOf = new Map(completions.map((row) => [row.lessonId, row]))
  const countsOf = new Map(days.map((row) => [row.day, row]))
  return {
    learners: {
      enrolled,
      started: startedBy.get(null) ?? 0,
      completed,
      completedShare: shareOf(completed, enrolled),
      medianDaysToComplete: ofGroup(enrollments.medianDays, { group: completed, digits: 1 }),
    },
    lessons: lessons.map(({ id, title, status }) => {
      const row = completionsOf.get(id)
      const started = startedBy.get(id) ?? 0
      return {
        lessonId: id,
        title,
        status,
        started,
        startedShare: shareOf(started, enrolled),
        completed: row?.completed ?? 0,
        completedShare: shareOf(row?.completed ?? 0, enrolled),
        medianSeconds: ofGroup(row?.medianSeconds ?? null, { group: row?.timed ?? 0, digits: 0 }),
        ...(slideStats.get(id) ?? { plays: 0, slides: [] }),
      }
    }),
    test: {
      attempts: test.attempts,
      submitted: test.submitted,
      passed: test.passed,
      passedShare: ofGroup(test.passed / test.submitted, { group: test.learners, digits: 3 }),
      medianScore: ofGroup(test.medianScore, { group: test.learners, digits: 1 }),
    },
    submissions,
    criteria: criteria.map(({ criterion, maxPoints, assessed, learners, averagePoints, full }) => ({
      criterion,
      maxPoints,
      assessed,
      averagePoints: ofGroup(averagePoints, { group: learners, digits: 1 }),
      fullPointsShare: ofGroup(full / assessed, { group: learners, digits: 3 }),
    })),
    certificates,
    days: shown.days.map((day) => {
      const row = countsOf.get(day)
      return { day, enrolled: row?.enrolled ?? 0, completed: row?.completed ?? 0 }
    }),
  }
}
