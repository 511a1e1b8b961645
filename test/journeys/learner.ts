import { expect } from 'bun:test'
import type { ApiResponse, TestUser } from '../harness/api-client.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  clientOf,
  expectSuccess,
  isFirstResponse,
  type Journey,
  type JourneyEnvironment,
  type UserClient,
} from './journey.ts'

interface Badge {
  badgeType: string
  isCompleted: boolean
  currentProgress: number
}

interface Lesson {
  id: string
  order: number
  xpReward: number
  gemReward: number
  isCompleted: boolean
}

/** A new learner completes a real course of the shipped catalogue. */
export function learnerJourney(environment: () => JourneyEnvironment): Journey {
  let learner: TestUser
  let as: UserClient
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  let course: any

  async function seeCatalogue(): Promise<void> {
    learner = await environment().register({ timeZone: 'Africa/Nairobi' })
    as = clientOf(environment(), learner)
    const { data, meta } = await as.get('/course?limit=100')
    expect(meta.total).toBeGreaterThanOrEqual(8)
    const free = data.find((item: { isPremium: boolean }) => !item.isPremium)
    course = (await as.get(`/course/${free.id}`)).data
    expect(course.lessons.length).toBe(course.totalLessons)
    expect(course.lessons.map((lesson: Lesson) => lesson.order)).toEqual(
      course.lessons.map((_: unknown, index: number) => index + 1),
    )
    expect(course.isEnrolled).toBe(false)
  }

  async function enroll(): Promise<void> {
    const first = expectSuccess(await as.post(`/user-courses/enroll/${course.id}`), 201)
    expect(first).toMatchObject({ courseId: course.id, progressPercentage: 0 })
    expect(expectSuccess(await as.post(`/user-courses/enroll/${course.id}`), 201).id).toBe(first.id)
  }

  async function readLesson(): Promise<void> {
    const { data: lesson } = await as.get(`/lesson/${course.lessons[0].id}`)
    expect(lesson.slides.length).toBeGreaterThan(3)
    const quiz = lesson.slides.find((slide: { type: string }) => slide.type === 'QUIZ')
    expect(quiz.question).toMatchObject({ prompt: expect.any(String), correctIndex: expect.any(Number) })
    const picture = lesson.slides.find((slide: { mediaUrl?: string }) => slide.mediaUrl)
    const file = await environment().call(`GET /${new URL(picture.mediaUrl).pathname}`)
    expect(file.headers.get('content-type')).toBe('image/svg+xml')
    const locked = await environment().call(`GET /lesson/${course.lessons[1].id}`, {
      token: learner.accessToken,
    })
    expect([locked.status, locked.body.error.code]).toEqual([409, 'LESSON_LOCKED'])
  }

  async function completeFirst(): Promise<void> {
    const [lesson] = course.lessons as [Lesson]
    const { slides } = (await as.get(`/lesson/${lesson.id}`)).data
    for (const { question } of slides.filter((slide: { type: string }) => slide.type === 'QUIZ')) {
      const answered = await as.post(`/user-lessons/${lesson.id}/answers`, {
        questionId: question.id,
        selectedOption: question.correctIndex,
      })
      expect(expectSuccess(answered).isCorrect).toBe(true)
    }
    const answer = await as.post(`/user-lessons/${lesson.id}/complete`, { timeSpentSeconds: 300, score: 100 })
    expect(expectSuccess(answer)).toMatchObject({
      lessonId: lesson.id,
      courseId: course.id,
      newTotalXP: lesson.xpReward,
      newTotalGems: lesson.gemReward,
      courseProgress: Math.floor(100 / course.totalLessons),
      streakDays: 1,
    })
    const { xpEarned, gemsEarned, unlockedBadge } = answer.body.data
    if (isFirstResponse(answer))
      expect([xpEarned, gemsEarned, unlockedBadge.badgeType]).toEqual([
        lesson.xpReward,
        lesson.gemReward,
        'FIRST_STEPS',
      ])
    expect((await as.get('/user/profile')).data).toMatchObject({
      totalXP: lesson.xpReward,
      totalGems: lesson.gemReward,
      currentStreak: 1,
      longestStreak: 1,
    })
    await seeBoard(lesson)
  }

  async function seeBoard(lesson: Lesson): Promise<void> {
    const read = async () => (await as.get('/leaderboard/weekly')).data
    if (environment().isCrowded) return waitUntil(async () => (await read()).me?.totalXP === lesson.xpReward)
    const board = await read()
    expect(board.me).toMatchObject({ rank: 1, totalXP: lesson.xpReward })
    expect(board.entries[0]).toMatchObject({ rank: 1, userId: learner.id, username: learner.username })
  }

  async function completeAgain(): Promise<void> {
    const [lesson] = course.lessons as [Lesson]
    expect(expectSuccess(await as.post(`/user-lessons/${lesson.id}/complete`))).toMatchObject({
      xpEarned: 0,
      gemsEarned: 0,
      newTotalXP: lesson.xpReward,
      unlockedBadge: null,
    })
  }

  async function finish(): Promise<void> {
    let last: ApiResponse | undefined
    for (const lesson of course.lessons.slice(1)) {
      await as.get(`/lesson/${lesson.id}`)
      last = await as.post(`/user-lessons/${lesson.id}/complete`)
      expectSuccess(last)
    }
    const { courseProgress, xpEarned, newTotalXP, newTotalGems } = last!.body.data
    expect(courseProgress).toBe(100)
    if (isFirstResponse(last!)) expect(xpEarned).toBeGreaterThan(course.lessons.at(-1).xpReward)
    const { data: after } = await as.get(`/course/${course.id}`)
    expect(after.progressPercentage).toBe(100)
    expect(after.lessons.every((lesson: Lesson) => lesson.isCompleted)).toBe(true)
    const { data: badges } = await as.get('/badges/progress/me')
    const badge = (type: string) => badges.find((one: Badge) => one.badgeType === type)
    expect(badges).toHaveLength(13)
    expect(badge('FIRST_STEPS').isCompleted).toBe(true)
    expect(badge('COURSE_EXPLORER').currentProgress).toBe(1)
    const { data: entries } = await as.get('/user/ledger?limit=100')
    const sum = (asset: string) =>
      entries
        .filter((entry: { asset: string }) => entry.asset === asset)
        .reduce((total: number, entry: { amount: number }) => total + entry.amount, 0)
    expect([sum('XP'), sum('GEM')]).toEqual([newTotalXP, newTotalGems])
  }

  async function planRoadmap(): Promise<void> {
    const careerGoal = 'I want to become a data analyst'
    expect((await as.get('/learning-path/roadmap/me')).data.status).toBe('none')
    const roadmap = expectSuccess(await as.post('/learning-path/roadmap', { careerGoal }), 201)
    expect(roadmap.specializationPaths[0].title).toBe('Data analyst')
    const { data: mine } = await as.get('/learning-path/roadmap/me')
    expect(mine).toMatchObject({ status: 'completed', roadmap: { careerGoal } })
  }

  async function tryPremium(): Promise<void> {
    const { data } = await as.get('/course?limit=100')
    const premium = data.find((item: { isPremium: boolean }) => item.isPremium)
    const refused = await as.post(`/user-courses/enroll/${premium.id}`)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
  }

  async function seeBooks(): Promise<void> {
    const rows = await environment().database.query`
      select transfer_id from ledger_entry group by transfer_id, asset having sum(amount) <> 0`
    expect(rows.length).toBe(0)
  }

  return {
    name: 'a new learner',
    steps: [
      ['a new learner sees the catalogue', seeCatalogue],
      ['a second enrollment has the same result as the first', enroll],
      ['lesson 1 is readable while lesson 2 is locked', readLesson],
      [
        'completing the quiz and the lesson updates XP, gems, streak, progress and leaderboard',
        completeFirst,
      ],
      ['a repeated completion of a lesson pays nothing', completeAgain],
      ['finishing the course pays the bonus and updates the badge progress', finish],
      ['a career goal creates a roadmap', planRoadmap],
      ['a premium course cannot be entered without a subscription', tryPremium],
      ['the ledger audit passes after the learner journey', seeBooks],
    ],
  }
}
