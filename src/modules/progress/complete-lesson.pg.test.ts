import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { badgeUnlocked } from '../../events/badges.ts'
import { lessonCompleted } from '../../events/progress.ts'
import { DAY_MS, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'

let testbed: LearningTestbed
let user: UserId
let course: { id: string; lessons: string[] }
beforeAll(async () => {
  testbed = await createLearningTestbed()
  course = await testbed.course('chain-basics')
})
afterAll(() => testbed.stop())
beforeEach(async () => {
  user = await testbed.addUser('Africa/Nairobi')
  testbed.lastEvents = []
})

const complete = (lesson: string | undefined, body: unknown = {}, learner = user) =>
  testbed.call(`POST /user-lessons/${lesson}/complete`, learner, body)

describe('POST /user-lessons/:lessonId/complete', () => {
  test('the first completion pays the reward, starts the streak and enrolls the user', async () => {
    const { status, body } = await complete(course.lessons[0], { timeSpentSeconds: 240, score: 80 })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: {
        lessonId: course.lessons[0],
        courseId: course.id,
        xpEarned: 20,
        gemsEarned: 5,
        newTotalXP: 20,
        newTotalGems: 5,
        courseProgress: 33,
        streakDays: 1,
        unlockedBadge: null,
        unlockedBadges: [],
      },
      message: expect.any(String),
    })
    const mine = await testbed.call('GET /user-courses', user)
    expect(mine.body.data).toEqual([
      {
        id: expect.any(String),
        courseId: course.id,
        title: 'Chain basics',
        coverUrl: expect.any(String),
        cover: null,
        progressPercentage: 33,
        completedLessons: 1,
        totalLessons: 3,
        nextLessonId: course.lessons[1],
        enrolledAt: expect.any(String),
        completedAt: null,
      },
    ])
    const [row] = await testbed.platform.db`
      select time_spent_seconds as time, claimed_score as score from lesson_completion where user_id = ${user}`
    expect(row).toEqual({ time: 240, score: 80 })
  })

  test('a repeated completion pays nothing and returns the current totals', async () => {
    await complete(course.lessons[0])
    await complete(course.lessons[1])
    const { status, body } = await complete(course.lessons[0])
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      xpEarned: 0,
      gemsEarned: 0,
      newTotalXP: 50,
      newTotalGems: 5,
      courseProgress: 66,
      streakDays: 1,
    })
    expect(testbed.lastEvents).toEqual([])
  })

  test('the last lesson completes the course and pays the bonus once', async () => {
    const earned = []
    for (const lesson of course.lessons) earned.push((await complete(lesson)).body.data)
    expect(
      earned.map(({ xpEarned, gemsEarned, courseProgress }) => [xpEarned, gemsEarned, courseProgress]),
    ).toEqual([
      [20, 5, 33],
      [30, 0, 66],
      [100, 7 + 25, 100],
    ])
    expect(earned[2]).toMatchObject({ newTotalXP: 150, newTotalGems: 37 })
    const [again] = [(await complete(course.lessons[2])).body.data]
    expect(again).toMatchObject({
      xpEarned: 0,
      gemsEarned: 0,
      newTotalXP: 150,
      newTotalGems: 37,
      courseProgress: 100,
    })
    const [enrolled] = (await testbed.call('GET /user-courses', user)).body.data
    expect(enrolled).toMatchObject({
      progressPercentage: 100,
      nextLessonId: null,
      completedAt: expect.any(String),
    })
    const transfers = await testbed.platform.db<{ source: string }>`
      select source from ledger_transfer join ledger_entry on transfer_id = id
      where account = ${`user:${user}`} group by id, source order by id`
    expect(transfers.map(({ source }) => source.split(':')[0])).toEqual([
      'lesson',
      'lesson',
      'lesson',
      'course',
    ])
    expect(transfers.at(-1)!.source).toBe(`course:${enrolled.id}`)
  })

  test('a lesson without a reward can be completed', async () => {
    await complete(course.lessons[0])
    const { lessons } = await testbed.course('number-sense')
    const { body } = await complete(lessons[0])
    expect(body.data).toMatchObject({
      xpEarned: 0,
      gemsEarned: 0,
      newTotalXP: 20,
      newTotalGems: 5,
      courseProgress: 100,
      streakDays: 1,
    })
  })

  test('a completion on the next local day extends the streak, and the totals include the milestone reward', async () => {
    const time = createTestClock()
    try {
      await complete(course.lessons[0])
      time.advance(DAY_MS)
      expect((await complete(course.lessons[1])).body.data.streakDays).toBe(2)
      time.advance(DAY_MS)
      const { body } = await complete(course.lessons[2])
      expect(body.data.streakDays).toBe(3)
      const [balanceRow] = await testbed.platform.db<{ balance: bigint }>`
        select balance from ledger_balance where account = ${`user:${user}`} and asset = 'GEM'`
      expect(body.data.newTotalGems).toBe(Number(balanceRow!.balance))
      expect(body.data.newTotalGems).toBeGreaterThan(37)
      expect(body.data.gemsEarned).toBe(32)
    } finally {
      useSystemClock()
    }
  })

  test('a completion emits lesson_completed, xp_awarded, streak_extended and course_completed', async () => {
    const [question] = (await testbed.call(`GET /lesson/${course.lessons[0]}`, user)).body.data.slides
      .filter((slide: { type: string }) => slide.type === 'QUIZ')
      .map((slide: { question: { id: string; correctIndex: number } }) => slide.question)
    await testbed.call(`POST /user-lessons/${course.lessons[0]}/answers`, user, {
      questionId: question.id,
      selectedOption: question.correctIndex,
    })
    await complete(course.lessons[0])
    expect(testbed.lastEvents.map(({ name }) => name)).toEqual([
      'progress.lesson_completed',
      'ledger.xp_awarded',
      'streaks.streak_extended',
    ])
    expect(testbed.lastEvents[0]!.data).toEqual({
      userId: user,
      lessonId: course.lessons[0],
      courseId: course.id,
      completionId: expect.any(String),
      xp: 20,
      timeZone: 'Africa/Nairobi',
      verifiedScore: 50,
      at: expect.any(String),
    })
    await complete(course.lessons[1])
    await complete(course.lessons[2])
    const finished = testbed.lastEvents.find(({ name }) => name === 'progress.course_completed')!
    const { paths } = await catalog()
    expect(finished.data).toEqual({
      userId: user,
      courseId: course.id,
      pathIds: [paths.find(({ key }) => key === 'chain-foundations')!.id],
      at: expect.any(String),
    })
  })

  test('the event of the last missing course of a path names the path, in any order of courses', async () => {
    await testbed.grantPremium(user)
    const { lessons } = await testbed.course('contract-craft')
    for (const lesson of lessons) await complete(lesson)
    expect(testbed.lastEvents.find(({ name }) => name === 'progress.course_completed')!.data).toMatchObject({
      pathIds: [],
    })
    for (const lesson of course.lessons) await complete(lesson)
    const { paths } = await catalog()
    const expected = paths
      .filter(({ key }) => key.startsWith('ch') || key.startsWith('co'))
      .map(({ id }) => id)
    const finished = testbed.lastEvents.find(({ name }) => name === 'progress.course_completed')!.data as {
      pathIds: string[]
    }
    expect(finished.pathIds.toSorted()).toEqual(expected.toSorted())
  })

  test('a completion accepts an empty body and fractional numbers', async () => {
    const bare = await testbed.call(`POST /user-lessons/${course.lessons[0]}/complete`, user)
    expect(bare.status).toBe(200)
    expect((await complete(course.lessons[1], { timeSpentSeconds: 12.7, score: 66.6 })).status).toBe(200)
  })

  test.each([
    ['timeSpentSeconds', -1],
    ['timeSpentSeconds', 86_401],
    ['timeSpentSeconds', '60'],
    ['score', -0.1],
    ['score', 101],
    ['score', 'all'],
  ])('a completion with %s = %j is 400 and does not enroll', async (field, value) => {
    const { status, body } = await complete(course.lessons[0], { [field]: value })
    expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
    expect((await testbed.call('GET /user-courses', user)).body.data).toEqual([])
  })

  test('completing a locked lesson is 409 and does not enroll', async () => {
    const { status, body } = await complete(course.lessons[1])
    expect([status, body.error.code]).toEqual([409, 'LESSON_LOCKED'])
    expect((await testbed.call('GET /user-courses', user)).body.data).toEqual([])
  })

  test('completing a premium lesson without a subscription is 403, and an unknown lesson is 404', async () => {
    const { lessons } = await testbed.course('contract-craft')
    const refused = await complete(lessons[0])
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
    expect((await complete(newId())).status).toBe(404)
    expect((await complete('nonsense')).status).toBe(404)
    expect((await testbed.call('GET /user-courses', user)).body.data).toEqual([])
  })

  test('a completion with the token of a deleted account is 401', async () => {
    await testbed.platform.db`update user_account set deleted_at = now() where id = ${user}`
    expect((await complete(course.lessons[0])).status).toBe(401)
  })
})

describe('POST /user-courses/enroll/:courseId', () => {
  test('enrolling is 201; a repeated call returns the first enrollment with its current progress', async () => {
    const first = await testbed.call(`POST /user-courses/enroll/${course.id}`, user)
    expect(first.status).toBe(201)
    expect(first.body.data).toEqual({
      id: expect.any(String),
      courseId: course.id,
      progressPercentage: 0,
      enrolledAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    await complete(course.lessons[0])
    const again = await testbed.call(`POST /user-courses/enroll/${course.id}`, user)
    expect([again.status, again.body.data]).toEqual([201, { ...first.body.data, progressPercentage: 33 }])
    const { body } = await testbed.call(`GET /course/${course.id}`, user)
    expect([body.data.isEnrolled, body.data.progressPercentage]).toEqual([true, 33])
    expect(body.data.lessons.map(({ isCompleted }: { isCompleted: boolean }) => isCompleted)).toEqual([
      true,
      false,
      false,
    ])
    const listed = await testbed.call('GET /course?search=chain%20basics', user)
    expect([listed.body.data[0].isEnrolled, listed.body.data[0].progressPercentage]).toEqual([true, 33])
  })

  test('enrolling in a premium course without a subscription is 403, and in an unknown course 404', async () => {
    const { id } = await testbed.course('contract-craft')
    const refused = await testbed.call(`POST /user-courses/enroll/${id}`, user)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
    expect((await testbed.call(`POST /user-courses/enroll/${newId()}`, user)).status).toBe(404)
    expect((await testbed.call('GET /user-courses', user)).body).toMatchObject({
      data: [],
      meta: { total: 0 },
    })
  })
})

describe('POST /user-lessons/:lessonId/answers', () => {
  interface Quiz {
    id: string
    options: string[]
    correctIndex: number
    explanation: string
  }
  const quizzes = async (): Promise<Quiz[]> =>
    (await testbed.call(`GET /lesson/${course.lessons[0]}`, user)).body.data.slides.flatMap(
      (slide: { question?: Quiz }) => slide.question ?? [],
    )
  const answer = (questionId: string, selectedOption: unknown, lesson = course.lessons[0]) =>
    testbed.call(`POST /user-lessons/${lesson}/answers`, user, { questionId, selectedOption })

  test('the server grades every answer and stores the first one', async () => {
    const [quiz] = await quizzes()
    const wrong = (quiz!.correctIndex + 1) % quiz!.options.length
    const first = await answer(quiz!.id, wrong)
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({
      isCorrect: false,
      correctIndex: quiz!.correctIndex,
      explanation: quiz!.explanation,
    })
    expect((await answer(quiz!.id, quiz!.correctIndex)).body.data.isCorrect).toBe(true)
    const rows = await testbed.platform.db`
      select selected_option as option, is_correct as "isCorrect" from lesson_answer where user_id = ${user}`
    expect(rows).toEqual([{ option: wrong, isCorrect: false }])
  })

  test('correct first answers give the verified score, independent of the reported score', async () => {
    for (const quiz of await quizzes()) await answer(quiz.id, quiz.correctIndex)
    await complete(course.lessons[0], { score: 3 })
    expect(testbed.lastEvents.find(({ name }) => name === 'progress.lesson_completed')!.data).toMatchObject({
      verifiedScore: 100,
    })
  })

  test('without answers the verified score is null, independent of the reported score', async () => {
    await complete(course.lessons[0], { score: 100 })
    expect(testbed.lastEvents.find(({ name }) => name === 'progress.lesson_completed')!.data).toMatchObject({
      verifiedScore: null,
    })
  })

  test('an invalid option, question or lesson is refused and no answer is stored', async () => {
    const [quiz] = await quizzes()
    for (const [id, option, field] of [
      [quiz!.id, 4, 'selectedOption'],
      [quiz!.id, -1, 'selectedOption'],
      [quiz!.id, 0.5, 'selectedOption'],
      [quiz!.id, '0', 'selectedOption'],
      [newId(), 0, 'questionId'],
      ['nonsense', 0, 'questionId'],
    ] as const) {
      const { status, body } = await answer(id, option)
      expect([status, body.error.details[0].field]).toEqual([400, field])
    }
    expect((await answer(quiz!.id, 0, course.lessons[1])).body.error.code).toBe('LESSON_LOCKED')
    const { lessons } = await testbed.course('contract-craft')
    expect((await answer(quiz!.id, 0, lessons[0])).body.error.code).toBe('PREMIUM_REQUIRED')
    expect(await testbed.platform.db`select 1 from lesson_answer where user_id = ${user}`).toEqual([])
  })

  test('a challenge question cannot be answered in a lesson', async () => {
    const [challenge] = await testbed.platform.db<{ id: string }>`
      select id from question where use = 'CHALLENGE' limit 1`
    expect((await answer(challenge!.id, 0)).status).toBe(400)
  })
})

async function catalog(): Promise<{ paths: { id: string; key: string }[] }> {
  return { paths: await testbed.platform.db<{ id: string; key: string }>`select id, key from learning_path` }
}

test('the response shows badges of the caller only, and only with the completion that unlocked them', async () => {
  const inviter = newId<'User'>()
  const badge = {
    badgeType: 'FIRST_STEPS',
    name: 'First steps',
    description: 'A lesson',
    imageUrl: 'http://x/y',
  }
  const reactions = reactionTable([
    on(lessonCompleted, {
      inTransaction: [
        async (tx, { data: { userId, at } }) => {
          tx.emit(badgeUnlocked({ ...badge, badgeType: 'SOCIAL_BUTTERFLY', userId: inviter, at }))
          tx.emit(badgeUnlocked({ ...badge, userId, at }))
        },
      ],
    }),
  ])
  const other = await createLearningTestbed({ reactions })
  try {
    const { lessons } = await other.course('chain-basics')
    const learner = await other.addUser()
    const completeFirst = () => other.call(`POST /user-lessons/${lessons[0]}/complete`, learner, {})
    const first = (await completeFirst()).body.data
    expect([first.unlockedBadge, first.unlockedBadges]).toEqual([badge, [badge]])
    const again = (await completeFirst()).body.data
    expect([again.unlockedBadge, again.unlockedBadges]).toEqual([null, []])
  } finally {
    await other.stop()
  }
})
