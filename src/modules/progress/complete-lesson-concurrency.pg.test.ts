import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import type { UserId } from '../../platform/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getLesson } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { answerQuestion } from './answer-question.ts'
import { completeLesson } from './complete-lesson.ts'
import { enrollLearner } from './enroll-learner.ts'

let testbed: LearningTestbed
let course: { id: string; lessons: string[] }
beforeAll(async () => {
  testbed = await createLearningTestbed()
  course = await testbed.course('chain-basics')
})
afterAll(() => testbed.stop())

const NOW = new Date('2026-11-02T08:00:00Z')

async function complete(userId: UserId, lessonId: string) {
  const catalog = await catalogCache(testbed.platform).current()
  return testbed.platform.write.withEvents((tx) =>
    completeLesson(tx, {
      userId,
      catalog,
      ...getLesson(catalog, lessonId),
      timeSpentSeconds: undefined,
      score: undefined,
      paidLessonsPerDay: 0,
      now: NOW,
    }),
  )
}

async function runConcurrently<Item>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

async function balanceOf(userId: UserId): Promise<Record<string, number>> {
  const rows = await testbed.platform.db<{ asset: string; balance: bigint }>`
    select asset, balance from ledger_balance where account = ${`user:${userId}`}`
  return Object.fromEntries(rows.map(({ asset, balance }) => [asset, Number(balance)]))
}

describe('100 concurrent completions of one lesson', () => {
  test('100 concurrent completions pay once, emit one event and all return the current totals', async () => {
    const user = await testbed.addUser()
    const writes = await Promise.all(Array.from({ length: 100 }, () => complete(user, course.lessons[0]!)))
    const results = writes.map(({ result }) => result)
    expect(results.filter(({ xpEarned }) => xpEarned === 20)).toHaveLength(1)
    expect(results.filter(({ xpEarned }) => xpEarned === 0)).toHaveLength(99)
    expect(
      new Set(results.map((result) => `${result.newTotalXP} ${result.newTotalGems} ${result.streakDays}`)),
    ).toEqual(new Set(['20 5 1']))
    expect(await balanceOf(user)).toEqual({ XP: 20, GEM: 5 })
    const events = writes.flatMap((one): DomainEvent[] => one.events).map(({ name }) => name)
    expect(events.filter((name) => name === 'progress.lesson_completed')).toHaveLength(1)
  })

  test('30 concurrent completions of each lesson of a course pay every lesson and the bonus once', async () => {
    const user = await testbed.addUser()
    for (const lesson of course.lessons) {
      await Promise.all(Array.from({ length: 30 }, () => complete(user, lesson)))
    }
    expect(await balanceOf(user)).toEqual({ XP: 150, GEM: 37 })
  })

  test('an unsafe control without the lock and the unique rows pays a lesson more than once', async () => {
    const user = await testbed.addUser()
    const barrier = createBarrier(10)
    const unsafeControl = async (tx: Tx) => {
      const [done] = await tx`select 1 from lesson_completion where user_id = ${user}`
      await barrier()
      if (done) return
      await rewardUser(tx, {
        userId: user,
        xp: 20,
        gems: 5,
        source: `unsafe-control:${newId()}`,
        reason: 'unsafe control',
        now: NOW,
      })
      await tx`
        insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
        values (${newId()}, ${user}, ${course.lessons[0]!}, ${course.id}, ${NOW}) on conflict do nothing`
    }
    await Promise.all(Array.from({ length: 10 }, () => testbed.platform.write(unsafeControl)))
    expect((await balanceOf(user)).XP).toBeGreaterThan(20)
  })
})

test('1,000 users who complete a lesson, 100 at a time, are each paid once and the ledger audit passes', async () => {
  const users = await Promise.all(Array.from({ length: 1_000 }, () => testbed.addUser()))
  const started = performance.now()
  await runConcurrently(users, 100, (user) => complete(user, course.lessons[0]!))
  const seconds = (performance.now() - started) / 1000
  reportMeasurement(
    `completions: ${Math.round(1_000 / seconds)} a second with ${testbed.platform.database.poolSize} connections`,
  )
  const rows = await testbed.platform.db<{ xp: number; gems: number; count: number }>`
    select coalesce(xp.balance, 0)::int as xp, coalesce(gem.balance, 0)::int as gems, count(*)::int as count
    from unnest(${users}::uuid[]) as learner (id)
    left join ledger_balance xp on xp.account = 'user:' || learner.id and xp.asset = 'XP'
    left join ledger_balance gem on gem.account = 'user:' || learner.id and gem.asset = 'GEM'
    group by 1, 2`
  expect(rows).toEqual([{ xp: 20, gems: 5, count: 1_000 }])
  expect(await auditLedger(testbed.platform.database)).toMatchObject({ ok: true, faults: [] })
})

test('50 concurrent enrollments of one user create one row and all return it', async () => {
  const user = await testbed.addUser()
  const catalog = await catalogCache(testbed.platform).current()
  const { course: found } = getLesson(catalog, course.lessons[0]!)
  const writes = await Promise.all(
    Array.from({ length: 50 }, () =>
      testbed.platform.write.withEvents((tx) => enrollLearner(tx, { userId: user, course: found, now: NOW })),
    ),
  )
  expect(new Set(writes.map(({ result }) => result.id)).size).toBe(1)
  const rows = await testbed.platform.db`select id from enrollment where user_id = ${user}`
  expect(rows).toHaveLength(1)
})

test('40 concurrent answers to one question store one answer and emit one event', async () => {
  const user = await testbed.addUser()
  const cache = catalogCache(testbed.platform)
  const found = getLesson(await cache.current(), course.lessons[0]!)
  const { questions } = await cache.getLessonContent(found.lesson.id)
  const question = questions.get(found.lesson.questionIds[0]!)!
  const writes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      testbed.platform.write.withEvents((tx) =>
        answerQuestion(tx, {
          userId: user,
          ...found,
          question,
          request: { selectedOption: index % 4 },
          now: NOW,
        }),
      ),
    ),
  )
  const events = writes.flatMap((one) => one.events)
  expect(events).toHaveLength(1)
  const rows = await testbed.platform.db<{ isCorrect: boolean }>`
    select is_correct as "isCorrect" from lesson_answer where user_id = ${user}`
  expect(rows).toEqual([{ isCorrect: (events[0]!.data as { isCorrect: boolean }).isCorrect }])
  expect(writes.filter(({ result }) => result.isCorrect)).toHaveLength(10)
})
