import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestService, type TestService, type TestUser } from './harness/service.ts'

/** A new learner goes through a real course of the shipped catalogue, over HTTP. Each step builds on the last. */

let service: TestService
let learner: TestUser
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a client would.
let course: any

beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
  learner = await service.register({ timeZone: 'Africa/Nairobi' })
})
afterAll(() => service.stop())

const get = async (path: string) => {
  const answer = await service.call(`GET ${path}`, { token: learner.accessToken })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const post = (path: string, body?: unknown) =>
  service.call(`POST ${path}`, { token: learner.accessToken, body })

describe('a new learner', () => {
  test('sees the catalogue', async () => {
    const { body } = await service.call('GET /course?limit=100', { token: learner.accessToken })
    expect(body.meta.total).toBeGreaterThanOrEqual(8)
    const free = body.data.find((item: { isPremium: boolean }) => !item.isPremium)
    course = await get(`/course/${free.id}`)
    expect(course.lessons.length).toBe(course.totalLessons)
    expect(course.lessons.map((lesson: { order: number }) => lesson.order)).toEqual(
      course.lessons.map((_: unknown, index: number) => index + 1),
    )
    expect(course.isEnrolled).toBe(false)
  })

  test('enrolls, and once more to the same effect', async () => {
    const first = await post(`/user-courses/enroll/${course.id}`)
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ courseId: course.id, progressPercentage: 0 })
    const again = await post(`/user-courses/enroll/${course.id}`)
    expect(again.status).toBe(201)
    expect(again.body.data.id).toBe(first.body.data.id)
  })

  test('reads lesson 1 while lesson 2 is locked', async () => {
    const lesson = await get(`/lesson/${course.lessons[0].id}`)
    expect(lesson.slides.length).toBeGreaterThan(3)
    const quiz = lesson.slides.find((slide: { type: string }) => slide.type === 'QUIZ')
    expect(quiz.question).toMatchObject({ prompt: expect.any(String), correctIndex: expect.any(Number) })
    const picture = lesson.slides.find((slide: { mediaUrl?: string }) => slide.mediaUrl)
    const file = await fetch(`${service.url}${new URL(picture.mediaUrl).pathname}`)
    expect(file.headers.get('content-type')).toBe('image/svg+xml')
    const locked = await service.call(`GET /lesson/${course.lessons[1].id}`, { token: learner.accessToken })
    expect([locked.status, locked.body.error.code]).toEqual([409, 'LESSON_LOCKED'])
  })

  test('answers its quiz, completes it, and sees XP, gems, streak, progress and leaderboard move', async () => {
    const [lesson] = course.lessons
    const { slides } = await get(`/lesson/${lesson.id}`)
    for (const { question } of slides.filter((slide: { type: string }) => slide.type === 'QUIZ')) {
      const { status, body } = await post(`/user-lessons/${lesson.id}/answers`, {
        questionId: question.id,
        selectedOption: question.correctIndex,
      })
      expect([status, body.data.isCorrect]).toEqual([200, true])
    }
    const { status, body } = await post(`/user-lessons/${lesson.id}/complete`, {
      timeSpentSeconds: 300,
      score: 100,
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      lessonId: lesson.id,
      courseId: course.id,
      xpEarned: lesson.xpReward,
      gemsEarned: lesson.gemReward,
      newTotalXP: lesson.xpReward,
      newTotalGems: lesson.gemReward,
      courseProgress: Math.floor(100 / course.totalLessons),
      streakDays: 1,
      unlockedBadge: { badgeType: 'FIRST_STEPS' },
    })
    const profile = await get('/user/profile')
    expect(profile).toMatchObject({
      totalXP: lesson.xpReward,
      totalGems: lesson.gemReward,
      currentStreak: 1,
      longestStreak: 1,
    })
    const { body: board } = await service.call('GET /leaderboard/weekly', { token: learner.accessToken })
    expect(board.data.me).toMatchObject({ rank: 1, totalXP: lesson.xpReward })
    expect(board.data.entries[0]).toMatchObject({ rank: 1, userId: learner.id, username: learner.username })
  })

  test('is paid nothing for completing it again', async () => {
    const [lesson] = course.lessons
    const { body } = await post(`/user-lessons/${lesson.id}/complete`)
    expect(body.data).toMatchObject({
      xpEarned: 0,
      gemsEarned: 0,
      newTotalXP: lesson.xpReward,
      unlockedBadge: null,
    })
  })

  test('finishes the course, gets the bonus, and sees the badge move', async () => {
    let last: Record<string, number> = {}
    for (const lesson of course.lessons.slice(1)) {
      await get(`/lesson/${lesson.id}`)
      const { status, body } = await post(`/user-lessons/${lesson.id}/complete`)
      expect(status).toBe(200)
      last = body.data
    }
    expect(last.courseProgress).toBe(100)
    expect(last.xpEarned).toBeGreaterThan(course.lessons.at(-1).xpReward)
    const after = await get(`/course/${course.id}`)
    expect(after.progressPercentage).toBe(100)
    expect(after.lessons.every((lesson: { isCompleted: boolean }) => lesson.isCompleted)).toBe(true)
    const badges = await get('/badges/progress/me')
    expect(badges).toHaveLength(12)
    expect(badges.find((badge: { badgeType: string }) => badge.badgeType === 'FIRST_STEPS').isCompleted).toBe(
      true,
    )
    expect(
      badges.find((badge: { badgeType: string }) => badge.badgeType === 'COURSE_EXPLORER').currentProgress,
    ).toBe(1)
    const { body: ledger } = await service.call('GET /user/ledger?limit=100', { token: learner.accessToken })
    const sum = (asset: string) =>
      ledger.data
        .filter((entry: { asset: string }) => entry.asset === asset)
        .reduce((total: number, entry: { amount: number }) => total + entry.amount, 0)
    expect([sum('XP'), sum('GEM')]).toEqual([last.newTotalXP, last.newTotalGems])
  })

  test('gets a roadmap from a career goal', async () => {
    expect((await get('/learning-path/roadmap/me')).status).toBe('none')
    const { status, body } = await post('/learning-path/roadmap', {
      careerGoal: 'I want to become a data analyst',
    })
    expect(status).toBe(201)
    expect(body.data.specializationPaths[0].title).toBe('Data analyst')
    const mine = await get('/learning-path/roadmap/me')
    expect(mine).toMatchObject({
      status: 'completed',
      roadmap: { careerGoal: 'I want to become a data analyst' },
    })
  })

  test('cannot enter a premium course without a subscription', async () => {
    const { body } = await service.call('GET /course?limit=100', { token: learner.accessToken })
    const premium = body.data.find((item: { isPremium: boolean }) => item.isPremium)
    const refused = await post(`/user-courses/enroll/${premium.id}`)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
  })

  test('leaves books behind that close', async () => {
    const rows = await service.test.database.query`
      select transfer_id from ledger_entry group by transfer_id, asset having sum(amount) <> 0`
    expect(rows.length).toBe(0)
  })
})
