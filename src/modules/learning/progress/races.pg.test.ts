import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { figure } from '../../../../test/harness/figures.ts'
import { createMeeting } from '../../../../test/harness/races.ts'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { auditLedger } from '../../rewards/audit/audit-ledger.ts'
import { rewardUser } from '../../rewards/ledger/reward-user.ts'
import { getLesson } from '../catalogue/catalogue.ts'
import { heldCatalogue } from '../catalogue/held-catalogue.ts'
import { createLearningBed, type LearningBed } from '../learning-testbed.ts'
import { answerQuestion } from './answer-question.ts'
import { completeLesson } from './complete-lesson.ts'
import { enrollLearner } from './enroll-learner.ts'

let bed: LearningBed
let course: { id: string; lessons: string[] }
beforeAll(async () => {
  bed = await createLearningBed()
  course = await bed.course('chain-basics')
})
afterAll(() => bed.stop())

const NOW = new Date('2026-11-02T08:00:00Z')

async function complete(userId: UserId, lessonId: string) {
  const catalogue = await heldCatalogue(bed.platform).current()
  return bed.platform.write.telling((tx) =>
    completeLesson(tx, {
      userId,
      catalogue,
      ...getLesson(catalogue, lessonId),
      timeSpentSeconds: undefined,
      score: undefined,
      hasPremium: bed.parts.hasPremium,
      now: NOW,
    }),
  )
}

/** Runs all, at most so many at once. */
async function inCrowd<Item>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

async function balanceOf(userId: UserId): Promise<Record<string, number>> {
  const rows = await bed.platform.db<{ asset: string; balance: bigint }>`
    select asset, balance from ledger_balance where account = ${`user:${userId}`}`
  return Object.fromEntries(rows.map(({ asset, balance }) => [asset, Number(balance)]))
}

describe('a hundred identical completions at once', () => {
  test('pay once, tell once, and all answer with the true totals', async () => {
    const user = await bed.addUser()
    const told = await Promise.all(Array.from({ length: 100 }, () => complete(user, course.lessons[0]!)))
    const results = told.map(({ result }) => result)
    expect(results.filter(({ xpEarned }) => xpEarned === 20)).toHaveLength(1)
    expect(results.filter(({ xpEarned }) => xpEarned === 0)).toHaveLength(99)
    expect(
      new Set(results.map((result) => `${result.newTotalXP} ${result.newTotalGems} ${result.streakDays}`)),
    ).toEqual(new Set(['20 5 1']))
    expect(await balanceOf(user)).toEqual({ XP: 20, GEM: 5 })
    const facts = told.flatMap((one): Fact[] => one.facts).map(({ name }) => name)
    expect(facts.filter((name) => name === 'learning.lesson_completed')).toHaveLength(1)
    expect(facts.filter((name) => name === 'learning.enrolled')).toHaveLength(1)
  })

  test('of a whole course, lesson by lesson, pay every lesson and the bonus once', async () => {
    const user = await bed.addUser()
    for (const lesson of course.lessons) {
      await Promise.all(Array.from({ length: 30 }, () => complete(user, lesson)))
    }
    expect(await balanceOf(user)).toEqual({ XP: 150, GEM: 37 })
  })

  test('would pay more than once without the lock and the unique rows: the naive way is seen to lose', async () => {
    const user = await bed.addUser()
    const meeting = createMeeting(10)
    const naive = async (tx: Tx) => {
      const [done] = await tx`select 1 from lesson_completion where user_id = ${user}`
      await meeting()
      if (done) return
      await rewardUser(tx, {
        userId: user,
        xp: 20,
        gems: 5,
        source: `naive:${newId()}`,
        reason: 'naive',
        now: NOW,
      })
      await tx`
        insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
        values (${newId()}, ${user}, ${course.lessons[0]!}, ${course.id}, ${NOW}) on conflict do nothing`
    }
    await Promise.all(Array.from({ length: 10 }, () => bed.platform.write(naive)))
    expect((await balanceOf(user)).XP).toBeGreaterThan(20)
  })
})

test('a thousand learners who complete the same lesson, a hundred at once, are each paid once and the books agree', async () => {
  const users = await Promise.all(Array.from({ length: 1_000 }, () => bed.addUser()))
  const started = performance.now()
  await inCrowd(users, 100, (user) => complete(user, course.lessons[0]!))
  const seconds = (performance.now() - started) / 1000
  figure(
    `completions: ${Math.round(1_000 / seconds)} a second with ${bed.platform.database.poolSize} connections`,
  )
  const rows = await bed.platform.db<{ xp: number; gems: number; count: number }>`
    select coalesce(xp.balance, 0)::int as xp, coalesce(gem.balance, 0)::int as gems, count(*)::int as count
    from unnest(${users}::uuid[]) as learner (id)
    left join ledger_balance xp on xp.account = 'user:' || learner.id and xp.asset = 'XP'
    left join ledger_balance gem on gem.account = 'user:' || learner.id and gem.asset = 'GEM'
    group by 1, 2`
  expect(rows).toEqual([{ xp: 20, gems: 5, count: 1_000 }])
  expect(await auditLedger(bed.platform.database)).toMatchObject({ ok: true, faults: [] })
}, 120_000)

test('of fifty who enroll one learner at once there is one enrollment, and all are given it', async () => {
  const user = await bed.addUser()
  const catalogue = await heldCatalogue(bed.platform).current()
  const { course: found } = getLesson(catalogue, course.lessons[0]!)
  const told = await Promise.all(
    Array.from({ length: 50 }, () =>
      bed.platform.write.telling((tx) =>
        enrollLearner(tx, { userId: user, course: found, hasPremium: bed.parts.hasPremium, now: NOW }),
      ),
    ),
  )
  expect(new Set(told.map(({ result }) => result.id)).size).toBe(1)
  expect(told.flatMap(({ facts }) => facts)).toHaveLength(1)
  const rows = await bed.platform.db`select id from enrollment where user_id = ${user}`
  expect(rows).toHaveLength(1)
})

test('of many answers at once one is the first: one is remembered, and one fact is told', async () => {
  const user = await bed.addUser()
  const held = heldCatalogue(bed.platform)
  const found = getLesson(await held.current(), course.lessons[0]!)
  const { questions } = await held.contentOf(found.lesson.id)
  const question = questions.get(found.lesson.questionIds[0]!)!
  const told = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      bed.platform.write.telling((tx) =>
        answerQuestion(tx, {
          userId: user,
          ...found,
          question,
          selectedOption: index % 4,
          hasPremium: bed.parts.hasPremium,
          now: NOW,
        }),
      ),
    ),
  )
  const facts = told.flatMap((one) => one.facts)
  expect(facts).toHaveLength(1)
  const rows = await bed.platform.db<{ isCorrect: boolean }>`
    select is_correct as "isCorrect" from lesson_answer where user_id = ${user}`
  expect(rows).toEqual([{ isCorrect: (facts[0]!.data as { isCorrect: boolean }).isCorrect }])
  expect(told.filter(({ result }) => result.isCorrect)).toHaveLength(10)
})
