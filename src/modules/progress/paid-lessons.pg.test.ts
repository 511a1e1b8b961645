import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { DAY_MS, useSystemClock } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'

let testbed: LearningTestbed
let course: { id: string; lessons: string[] }
beforeAll(async () => {
  testbed = await createLearningTestbed({ settings: { PAID_LESSONS_PER_DAY: '2' } })
  course = await testbed.course('chain-basics')
})
afterAll(async () => {
  useSystemClock()
  await testbed.stop()
})

const complete = async (userId: UserId, lesson: string) =>
  (await testbed.call(`POST /user-lessons/${lesson}/complete`, userId, {})).body

describe('the daily limit of paid lessons', () => {
  test('a lesson above the limit counts for progress and streak, pays nothing and says so', async () => {
    const user = await testbed.addUser()
    const paid = [await complete(user, course.lessons[0]!), await complete(user, course.lessons[1]!)]
    expect(paid.map(({ data }) => data.xpEarned > 0)).toEqual([true, true])
    const { newTotalXP, newTotalGems } = paid[1].data
    const { data, message } = await complete(user, course.lessons[2]!)
    expect(data).toMatchObject({ xpEarned: 0, gemsEarned: 0, newTotalXP, newTotalGems, courseProgress: 100 })
    expect(message).toContain('2 lessons')
    // A repeated completion still pays nothing.
    expect((await complete(user, course.lessons[2]!)).data).toMatchObject({ xpEarned: 0, newTotalXP })
  })

  test('the limit applies to each day anew', async () => {
    const clock = createTestClock()
    const user = await testbed.addUser()
    for (const lesson of course.lessons.slice(0, 2)) await complete(user, lesson)
    clock.advance(DAY_MS)
    const { data } = await complete(user, course.lessons[2]!)
    expect(data.xpEarned).toBeGreaterThan(0)
    useSystemClock()
  })
})
