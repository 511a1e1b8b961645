import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { lessonCompleted } from '../../events/progress.ts'
import { DAY_MS, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { type DomainEvent, defineEvent } from '../../platform/transaction/define-event.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'

let testbed: LearningTestbed
let user: UserId
let course: { id: string; lessons: string[] }
let events: DomainEvent[] = []
beforeAll(async () => {
  testbed = await createLearningTestbed()
  testbed.badges = (emitted) => {
    events = emitted
    return []
  }
  course = await testbed.course('chain-basics')
})
afterAll(() => testbed.stop())
beforeEach(async () => {
  user = await testbed.addUser('Africa/Nairobi')
  events = []
})

const complete = (lesson: string | undefined, body: unknown = {}, learner = user) =>
  testbed.call(`POST /user-lessons/${lesson}/complete`, learner, body)

describe('completing a lesson', () => {
  test('pays its reward, begins the streak, enrolls, and says so', async () => {
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

  test('again pays nothing and answers with the true totals', async () => {
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
    expect(events).toEqual([])
  })

  test('the last one makes the course 100 and adds the bonus, once', async () => {
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

  test('that rewards nothing is completed all the same', async () => {
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

  test('on the next day of the learner’s own calendar extends the streak, and a milestone is in the totals', async () => {
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

  test('tells what happened, in the words that other modules listen for', async () => {
    const [question] = (await testbed.call(`GET /lesson/${course.lessons[0]}`, user)).body.data.slides
      .filter((slide: { type: string }) => slide.type === 'QUIZ')
      .map((slide: { question: { id: string; correctIndex: number } }) => slide.question)
    await testbed.call(`POST /user-lessons/${course.lessons[0]}/answers`, user, {
      questionId: question.id,
      selectedOption: question.correctIndex,
    })
    await complete(course.lessons[0])
    expect(events.map(({ name }) => name)).toEqual([
      'progress.enrolled',
      'progress.lesson_completed',
      'ledger.xp_awarded',
      'streaks.streak_extended',
    ])
    expect(events[1]!.data).toEqual({
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
    const finished = events.find(({ name }) => name === 'progress.course_completed')!
    const { paths } = await catalog()
    expect(finished.data).toEqual({
      userId: user,
      courseId: course.id,
      pathIds: [paths.find(({ key }) => key === 'chain-foundations')!.id],
      at: expect.any(String),
    })
  })

  test('names a path as finished when its last course is, in whatever order', async () => {
    testbed.premium.add(user)
    const { lessons } = await testbed.course('contract-craft')
    for (const lesson of lessons) await complete(lesson)
    expect(events.find(({ name }) => name === 'progress.course_completed')!.data).toMatchObject({
      pathIds: [],
    })
    for (const lesson of course.lessons) await complete(lesson)
    const { paths } = await catalog()
    const expected = paths
      .filter(({ key }) => key.startsWith('ch') || key.startsWith('co'))
      .map(({ id }) => id)
    const finished = events.find(({ name }) => name === 'progress.course_completed')!.data as {
      pathIds: string[]
    }
    expect(finished.pathIds.toSorted()).toEqual(expected.toSorted())
  })

  test('shows the badges that the module above says were unlocked', async () => {
    const badge = {
      badgeType: 'FIRST_STEPS',
      name: 'First steps',
      description: 'A lesson',
      imageUrl: 'http://x/y',
    }
    const before = testbed.badges
    testbed.badges = (emitted) =>
      emitted.some(({ name }) => name === 'progress.lesson_completed') ? [badge] : []
    const first = await complete(course.lessons[0])
    expect([first.body.data.unlockedBadge, first.body.data.unlockedBadges]).toEqual([badge, [badge]])
    const again = await complete(course.lessons[0])
    expect([again.body.data.unlockedBadge, again.body.data.unlockedBadges]).toEqual([null, []])
    testbed.badges = before
  })

  test('takes no body, and takes fractions for what they are worth', async () => {
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
  ])('%s of %j is 400 and nothing is done', async (field, value) => {
    const { status, body } = await complete(course.lessons[0], { [field]: value })
    expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
    expect((await testbed.call('GET /user-courses', user)).body.data).toEqual([])
  })

  test('that is locked is 409, and does not enroll', async () => {
    const { status, body } = await complete(course.lessons[1])
    expect([status, body.error.code]).toEqual([409, 'LESSON_LOCKED'])
    expect((await testbed.call('GET /user-courses', user)).body.data).toEqual([])
  })

  test('of a premium course without access is 403, and of an unknown lesson 404', async () => {
    const { lessons } = await testbed.course('contract-craft')
    const refused = await complete(lessons[0])
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
    expect((await complete(newId())).status).toBe(404)
    expect((await complete('nonsense')).status).toBe(404)
    expect((await testbed.call('GET /user-courses', user)).body.data).toEqual([])
  })

  test('with a token that outlived its account is 401', async () => {
    await testbed.platform.db`update user_account set deleted_at = now() where id = ${user}`
    expect((await complete(course.lessons[0])).status).toBe(401)
  })
})

describe('enrolling', () => {
  test('answers 201 with no progress; again with the first enrollment and its true progress', async () => {
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

  test('is refused for a premium course without access, and for what is not there', async () => {
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

describe('answering a question of a lesson', () => {
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

  test('is graded by the server, and the first answer is the one that is remembered', async () => {
    const [quiz] = await quizzes()
    const wrong = (quiz!.correctIndex + 1) % quiz!.options.length
    const first = await answer(quiz!.id, wrong)
    expect([first.status, first.body.data]).toEqual([
      200,
      { isCorrect: false, correctIndex: quiz!.correctIndex, explanation: quiz!.explanation },
    ])
    expect((await answer(quiz!.id, quiz!.correctIndex)).body.data.isCorrect).toBe(true)
    const rows = await testbed.platform.db`
      select selected_option as option, is_correct as "isCorrect" from lesson_answer where user_id = ${user}`
    expect(rows).toEqual([{ option: wrong, isCorrect: false }])
  })

  test('makes the verified score, whatever the client claims', async () => {
    for (const quiz of await quizzes()) await answer(quiz.id, quiz.correctIndex)
    await complete(course.lessons[0], { score: 3 })
    expect(events.find(({ name }) => name === 'progress.lesson_completed')!.data).toMatchObject({
      verifiedScore: 100,
    })
  })

  test('without answers there is no verified score, whatever the client claims', async () => {
    await complete(course.lessons[0], { score: 100 })
    expect(events.find(({ name }) => name === 'progress.lesson_completed')!.data).toMatchObject({
      verifiedScore: null,
    })
  })

  test('refuses what cannot be an answer', async () => {
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

  test('does not give away a question of a contest', async () => {
    const [challenge] = await testbed.platform.db<{ id: string }>`
      select id from question where use = 'CHALLENGE' limit 1`
    expect((await answer(challenge!.id, 0)).status).toBe(400)
  })
})

async function catalog(): Promise<{ paths: { id: string; key: string }[] }> {
  return { paths: await testbed.platform.db<{ id: string; key: string }>`select id, key from learning_path` }
}

test('the answer shows no badge that the same moment brought to somebody else', async () => {
  const unlocked = defineEvent<{ userId: UserId; badgeType: string }>('badges.badge_unlocked')
  const inviter = newId<'User'>()
  const reactions = reactionTable([
    on(lessonCompleted, {
      inTransaction: [
        async (tx, { data: { userId } }) => {
          tx.emit(unlocked({ userId: inviter, badgeType: 'SOCIAL_BUTTERFLY' }))
          tx.emit(unlocked({ userId, badgeType: 'FIRST_STEPS' }))
        },
      ],
    }),
  ])
  const other = await createLearningTestbed({ reactions })
  try {
    other.badges = (emitted) =>
      emitted
        .filter(({ name }) => name === unlocked.eventName)
        .map(({ data }) => ({
          badgeType: (data as { badgeType: string }).badgeType,
          name: 'A badge',
          description: 'For something',
          imageUrl: '/badge.svg',
        }))
    const { lessons } = await other.course('chain-basics')
    const learner = await other.addUser()
    const { body } = await other.call(`POST /user-lessons/${lessons[0]}/complete`, learner, {})
    const shown = body.data.unlockedBadges.map(({ badgeType }: { badgeType: string }) => badgeType)
    expect([body.data.unlockedBadge.badgeType, shown]).toEqual(['FIRST_STEPS', ['FIRST_STEPS']])
  } finally {
    await other.stop()
  }
})
