import { addMs } from '../../platform/clock.ts'
import { newId, newToken } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import { isLargeEnough } from '../catalog/public/course-test-rules.ts'
import { listTestQuestions } from '../questions/public/list-test-questions.ts'
import { hasPremium } from '../subscriptions/public/has-premium.ts'
import { nextAttemptAt, statusOf, type TestAttempt, timeLimitMs } from './attempt.ts'
import { findAttempt, insertAttempt, listAttempts } from './attempt-queries.ts'
import { drawTest } from './draw-test.ts'
import { errors } from './errors.ts'
import type { CourseTestRequest } from './get-test.ts'
import { refuseInsiders } from './refuse-insiders.ts'

/** Starts an attempt with questions that earlier attempts did not ask. While one is open, it returns that one. */
export async function startAttempt(
  tx: Tx,
  { userId, course, pauseMs, now }: CourseTestRequest,
): Promise<TestAttempt> {
  // The lock makes two starts at once one attempt, and lets account erasure see every attempt.
  const account = await lockOwnAccount(tx, userId)
  await refuseInsiders(tx, account, course.id)
  const [attempts, pool] = await Promise.all([
    listAttempts(tx, userId, course.id),
    listTestQuestions(tx, course.key),
  ])
  const last = attempts.at(-1)
  if (last && statusOf(last, now) === 'OPEN') return last
  if (attempts.some(({ isPassed }) => isPassed)) throw errors.test_already_passed()
  const { questionCount, passPercent } = course.test
  if (!isLargeEnough(pool.length, questionCount)) throw errors.course_has_no_test()
  if (course.isPremium && !(await hasPremium(tx, userId, now))) throw errors.test_premium_required()
  const next = last && nextAttemptAt(last, pauseMs)
  if (next && next > now)
    throw errors.test_pause({ retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1000) })

  const seed = newToken()
  const id: TestAttempt['id'] = newId()
  await insertAttempt(tx, {
    id,
    userId,
    courseId: course.id,
    number: (last?.number ?? 0) + 1,
    seed,
    questionIds: drawTest({
      pool,
      count: questionCount,
      earlier: attempts.map(({ questionIds }) => questionIds),
      seed,
    }),
    passPercent,
    startedAt: now,
    deadlineAt: addMs(now, timeLimitMs(questionCount)),
  })
  return (await findAttempt(tx, id, userId))!
}
