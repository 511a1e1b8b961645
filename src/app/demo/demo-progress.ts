import { findAccountByEmail } from '../../modules/accounts/public/account.ts'
import type { Course } from '../../modules/catalog/public/catalog.ts'
import { catalogCache } from '../../modules/catalog/public/catalog-cache.ts'
import { claimCertificate } from '../../modules/certificates/claim-certificate.ts'
import { completeLesson } from '../../modules/progress/complete-lesson.ts'
import { listCompletedLessonIds } from '../../modules/progress/public/list-completed-lesson-ids.ts'
import { now } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'

/** A short free course that the guides do not use, so that their lessons still pay the demo users. */
const COURSE_KEY = 'personal-finance'
const STUDENT_NAME = 'Demo Learner'

/**
 * Lets the demo users learn: the learner completes a course and claims its certificate, the rival begins it. So they
 * have XP, gems, badges and notifications to show. A user who has learned as much keeps that.
 */
export async function createDemoProgress(platform: Platform): Promise<void> {
  const { courses } = await catalogCache(platform).current()
  const course = [...courses.values()].find(({ key }) => key === COURSE_KEY)
  if (!course) return
  await learn(platform, 'rival@lyceum.local', course, 2)
  await learn(platform, 'learner@lyceum.local', course, course.lessons.length)
}

/** Completes the first lessons of the course, and claims the certificate with the last one. */
async function learn(platform: Platform, email: string, course: Course, count: number): Promise<void> {
  const account = await findAccountByEmail(platform.db, email)
  if (!account || account.suspendedAt) return
  const completed = new Set(await listCompletedLessonIds(platform.db, account.id, [course.id]))
  const missing = course.lessons.slice(0, count).filter(({ id }) => !completed.has(id))
  if (missing.length === 0) return
  try {
    for (const lesson of missing) await completeOne(platform, account.id, { course, lesson })
    if (count === course.lessons.length) await claim(platform, account.id, course)
  } catch (error) {
    // An author may have changed the course so that its lessons need answers. The service starts all the same.
    if (!(error instanceof Refusal)) throw error
    log.warn({ code: error.code, email }, 'demo: the demo user cannot complete the course')
  }
}

async function completeOne(
  platform: Platform,
  userId: UserId,
  { course, lesson }: { course: Course; lesson: Course['lessons'][number] },
): Promise<void> {
  const catalog = await catalogCache(platform).current()
  const timeSpentSeconds = lesson.minutes * 60
  const { paidLessonsPerDay } = platform.config
  const request = { userId, catalog, course, lesson, timeSpentSeconds, score: undefined, paidLessonsPerDay }
  await platform.write((tx) => completeLesson(tx, { ...request, now: now() }))
}

async function claim({ write, config }: Platform, userId: UserId, { id }: Course): Promise<void> {
  const details = { courseId: id, studentName: STUDENT_NAME, publicUrl: config.publicUrl }
  await write((tx) => claimCertificate(tx, { userId, ...details, now: now() }))
}
