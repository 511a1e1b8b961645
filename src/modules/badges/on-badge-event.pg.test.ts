import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { UserId } from '../../platform/ids.ts'
import { findUnlockedBadges } from '../progress/public/completion-events.ts'
import { type BadgeTestbed, createBadgeTestbed, eventOf } from './badge-testbed.ts'

let testbed: BadgeTestbed
let user: UserId
const at = '2026-11-02T12:00:00.000Z'

beforeAll(async () => {
  testbed = await createBadgeTestbed()
})
afterAll(() => testbed?.stop())
beforeEach(async () => {
  user = await testbed.register()
  testbed.statements.length = 0
})

let counter = 0
const lesson = (more: Record<string, unknown> = {}) =>
  eventOf('progress.lesson_completed', {
    userId: user,
    at,
    lessonId: `lesson ${++counter}`,
    timeZone: 'UTC',
    verifiedScore: null,
    ...more,
  })
const answered = (questionId: string, isCorrect = true) =>
  eventOf('progress.question_answered', { userId: user, at, questionId, isCorrect })
const streak = (currentDays: number) => eventOf('streaks.streak_extended', { userId: user, at, currentDays })
const course = (courseId: string, pathIds: string[] = []) =>
  eventOf('progress.course_completed', { userId: user, at, courseId, pathIds })

async function progress(): Promise<Record<string, { currentProgress: number; isCompleted: boolean }>> {
  const { body } = await testbed.call('GET /badges/progress/me', user)
  return Object.fromEntries(body.data.map((each: { badgeType: string }) => [each.badgeType, each]))
}

describe('createBadgeEventHandler', () => {
  test('an event that advances three badges needs one statement', async () => {
    const events = await testbed.emit(lesson({ verifiedScore: 100, at: '2026-11-02T23:00:00.000Z' }))
    expect(testbed.statements).toHaveLength(1)
    expect(findUnlockedBadges(events).map(({ badgeType }) => badgeType)).toEqual(['FIRST_STEPS'])
    const { FIRST_STEPS, PERFECT_SCORE, NIGHT_OWL } = await progress()
    expect([
      FIRST_STEPS!.currentProgress,
      PERFECT_SCORE!.currentProgress,
      NIGHT_OWL!.currentProgress,
    ]).toEqual([1, 1, 1])
  })

  test('an event does not read definitions that are cached', async () => {
    await testbed.emit(answered('warm'))
    const reads = testbed.definitionReads
    for (let number = 0; number < 5; number++) await testbed.emit(answered(`q${number}`))
    // At most one more read, if a slow machine takes longer than the cache lifetime.
    expect(testbed.definitionReads - reads).toBeLessThanOrEqual(1)
  })

  test('an event that cannot advance a badge needs no statement', async () => {
    await testbed.emit(answered('q', false))
    expect(testbed.statements).toHaveLength(0)
  })

  test('an event for completed badges needs no statement', async () => {
    await testbed.emit(lesson())
    await testbed.emit(lesson())
    expect(testbed.statements).toHaveLength(1)
  })

  test('a repeated event counts once', async () => {
    const emitted = answered('the same')
    await testbed.emit(emitted)
    await testbed.emit(emitted, emitted)
    expect((await progress()).QUIZ_MASTER!.currentProgress).toBe(1)
  })

  test('a rolled back event leaves no progress and no cached completion', async () => {
    const failed = testbed.emit(
      lesson(),
      eventOf('progress.lesson_completed', { userId: user, at: 'no time at all' }),
    )
    expect(failed).rejects.toThrow()
    await failed.catch(() => {})
    expect((await progress()).FIRST_STEPS!.isCompleted).toBe(false)
    expect(findUnlockedBadges(await testbed.emit(lesson())).map(({ badgeType }) => badgeType)).toEqual([
      'FIRST_STEPS',
    ])
  })
})

describe('badge rules', () => {
  test('three different courses unlock COURSE_EXPLORER, one course three times does not', async () => {
    await testbed.emit(course('a'), course('a'), course('a'), course('b'))
    expect((await progress()).COURSE_EXPLORER).toMatchObject({ currentProgress: 2, isCompleted: false })
    expect(findUnlockedBadges(await testbed.emit(course('c')))).toEqual([
      {
        badgeType: 'COURSE_EXPLORER',
        name: 'Course Explorer',
        description: 'Complete 3 courses.',
        imageUrl: 'https://lyceum.example/badges/course-explorer.svg',
      },
    ])
  })

  test('a course that completes two paths unlocks PATHFINDER once', async () => {
    const events = await testbed.emit(course('a', ['p', 'r']))
    expect(findUnlockedBadges(events).map(({ badgeType }) => badgeType)).toEqual(['PATHFINDER'])
    expect((await progress()).PATHFINDER).toMatchObject({ currentProgress: 1, isCompleted: true })
  })

  test('a broken streak resets progress but not a completed badge', async () => {
    for (const days of [1, 2, 3, 4, 5, 6]) await testbed.emit(streak(days))
    await testbed.emit(streak(1))
    expect((await progress()).SEVEN_DAY_STREAK!.currentProgress).toBe(1)
    const unlocked = findUnlockedBadges(await testbed.emit(streak(7)))
    expect(unlocked.map(({ badgeType }) => badgeType)).toEqual(['SEVEN_DAY_STREAK'])
    await testbed.emit(streak(1))
    const now = await progress()
    expect(now.SEVEN_DAY_STREAK).toMatchObject({ currentProgress: 7, isCompleted: true })
    expect(now.THIRTY_DAY_STREAK).toMatchObject({ currentProgress: 1, isCompleted: false })
  })

  test('five lessons in one night count once, and the fifth night unlocks NIGHT_OWL', async () => {
    for (let number = 0; number < 5; number++) await testbed.emit(lesson({ at: '2026-11-02T23:00:00.000Z' }))
    expect((await progress()).NIGHT_OWL!.currentProgress).toBe(1)
    for (const day of ['03', '04', '05']) await testbed.emit(lesson({ at: `2026-11-${day}T23:59:00.000Z` }))
    // After midnight it is still the night of the fifth evening.
    await testbed.emit(lesson({ at: '2026-11-06T01:00:00.000Z' }))
    expect((await progress()).NIGHT_OWL).toMatchObject({ currentProgress: 4, isCompleted: false })
    const events = await testbed.emit(lesson({ at: '2026-11-07T01:00:00.000Z' }))
    expect(findUnlockedBadges(events).map(({ badgeType }) => badgeType)).toEqual(['NIGHT_OWL'])
  })

  test('the other built-in badges unlock at their required number', async () => {
    const emitted: [string, number, (number: number) => ReturnType<typeof eventOf>][] = [
      ['PERFECT_SCORE', 5, (number) => lesson({ verifiedScore: 100, lessonId: `perfect ${number}` })],
      ['QUIZ_MASTER', 50, (number) => answered(`question ${number}`)],
      [
        'BATTLE_CHAMPION',
        10,
        (number) => eventOf('battles.battle_won', { userId: user, at, roomId: `room ${number}` }),
      ],
      [
        'SOCIAL_BUTTERFLY',
        3,
        (number) =>
          eventOf('referrals.referral_qualified', { userId: user, at, invitedUserId: `friend ${number}` }),
      ],
      [
        'CONTEST_WINNER',
        1,
        (number) => eventOf('contests.contest_won', { userId: user, at, contestId: `${number}` }),
      ],
      [
        'PROJECT_BUILDER',
        1,
        (number) => eventOf('capstones.project_passed', { userId: user, at, projectId: `${number}` }),
      ],
    ]
    for (const [badgeType, required, event] of emitted) {
      const unlocked: string[][] = []
      for (let number = 1; number <= required + 2; number++) {
        const events = await testbed.emit(event(number))
        unlocked.push(
          findUnlockedBadges(events)
            .map((each) => each.badgeType)
            .filter((each) => each === badgeType),
        )
      }
      expect([badgeType, unlocked.findIndex((each) => each.length > 0) + 1]).toEqual([badgeType, required])
      expect(unlocked.flat()).toEqual([badgeType])
    }
  })
})

describe('concurrent events', () => {
  test('fifty concurrent lessons unlock FIRST_STEPS once', async () => {
    const emitted = await Promise.all(Array.from({ length: 50 }, () => testbed.emit(lesson())))
    expect(emitted.flatMap(findUnlockedBadges)).toHaveLength(1)
    expect((await progress()).FIRST_STEPS).toMatchObject({ currentProgress: 1, isCompleted: true })
  })

  test('fifty concurrent answers all count and unlock the badge once', async () => {
    const emitted = await Promise.all(
      Array.from({ length: 50 }, (_, number) => testbed.emit(answered(`q${number}`))),
    )
    expect(emitted.flatMap(findUnlockedBadges).map(({ badgeType }) => badgeType)).toEqual(['QUIZ_MASTER'])
    const [row] = await testbed.db`
      select current_progress, completed_at is not null as completed,
        (select count(*)::int from badge_counted_item where user_id = ${user}) as marks
      from badge_progress where user_id = ${user}`
    expect(row).toEqual({ current_progress: 50, completed: true, marks: 50 })
  })

  test('fifty concurrent events for forty-nine answers count forty-nine', async () => {
    await Promise.all(Array.from({ length: 147 }, (_, number) => testbed.emit(answered(`q${number % 49}`))))
    expect((await progress()).QUIZ_MASTER).toMatchObject({ currentProgress: 49, isCompleted: false })
  })

  test('concurrent events for the same badges do not deadlock', async () => {
    testbed.attempts = 0
    const night = { verifiedScore: 100, at: '2026-11-02T23:00:00.000Z' }
    await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        testbed.emit(lesson(night), course(`c${number}`, [`p${number}`]), streak(1 + (number % 6))),
      ),
    )
    expect(testbed.attempts).toBe(60)
    expect((await progress()).COURSE_EXPLORER).toMatchObject({ currentProgress: 3, isCompleted: true })
    expect((await progress()).PERFECT_SCORE).toMatchObject({ currentProgress: 5, isCompleted: true })
  })
})

test('the twelve built-in badges exist with text and image', async () => {
  const { body } = await testbed.call('GET /badges/progress/me', user)
  const badges: { badgeType: string; name: string; description: string; imageUrl: string }[] = body.data
  expect(badges.map(({ badgeType }) => badgeType)).toEqual([
    'FIRST_STEPS',
    'QUIZ_MASTER',
    'PERFECT_SCORE',
    'SEVEN_DAY_STREAK',
    'THIRTY_DAY_STREAK',
    'COURSE_EXPLORER',
    'PATHFINDER',
    'NIGHT_OWL',
    'PROJECT_BUILDER',
    'BATTLE_CHAMPION',
    'CONTEST_WINNER',
    'SOCIAL_BUTTERFLY',
  ])
  expect(new Set(badges.map(({ name }) => name)).size).toBe(12)
  expect(new Set(badges.map(({ imageUrl }) => imageUrl)).size).toBe(12)
  for (const { description } of badges) expect(description).toMatch(/^[A-Z].+\.$/)
})

describe('batches of events', () => {
  const won = (userId: UserId, roomId: string) => eventOf('battles.battle_won', { userId, at, roomId })
  const win = async (userId: UserId) =>
    (await testbed.call('GET /badges/progress/me', userId)).body.data.find(
      (each: { badgeType: string }) => each.badgeType === 'BATTLE_CHAMPION',
    )

  test('a batch of several users needs one statement and counts for each user separately', async () => {
    const [ada, bob, cleo] = [user, await testbed.register(), await testbed.register()]
    for (let number = 1; number <= 9; number++) await testbed.emit(won(ada, `room ${number}`))
    for (let number = 1; number <= 10; number++) await testbed.emit(won(cleo, `room ${number}`))
    await testbed.emit(won(bob, 'room 1'))
    testbed.statements.length = 0
    const events = await testbed.emit(won(ada, 'room 10'), won(bob, 'room 1'), won(cleo, 'room 11'))
    expect(testbed.statements).toHaveLength(1)
    expect(
      events
        .filter(({ name }) => name === 'badges.badge_unlocked')
        .map(({ data }) => (data as { userId: UserId }).userId),
    ).toEqual([ada])
    expect(await win(ada)).toMatchObject({ currentProgress: 10, isCompleted: true })
    // Counted before, so not counted again.
    expect(await win(bob)).toMatchObject({ currentProgress: 1, isCompleted: false })
    expect(await win(cleo)).toMatchObject({ currentProgress: 10, isCompleted: true })
  })

  test('events of one user in a batch are applied in order', async () => {
    const bob = await testbed.register()
    await testbed.emit(won(user, 'room 1'), won(bob, 'room 2'), won(user, 'room 3'))
    expect(await win(user)).toMatchObject({ currentProgress: 2 })
    expect(await win(bob)).toMatchObject({ currentProgress: 1 })
  })

  test('concurrent batches in different orders do not deadlock', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => testbed.register()))
    testbed.attempts = 0
    await Promise.all(
      Array.from({ length: 24 }, (_, number) => {
        const order = number % 2 === 0 ? users : users.toReversed()
        return testbed.emit(...order.map((userId) => won(userId, `room ${number % 9}`)))
      }),
    )
    expect(testbed.attempts).toBe(24)
    for (const userId of users) expect(await win(userId)).toMatchObject({ currentProgress: 9 })
  })
})

describe('GET /badges/progress/:userId', () => {
  test('GET /badges/progress lists all badges in the same order for every user', async () => {
    const none = (await testbed.call(`GET /badges/progress/${user}`, user)).body.data
    await testbed.emit(lesson(), streak(3))
    const some = (await testbed.call('GET /badges/progress/me', user)).body.data
    expect(none).toHaveLength(12)
    const types = (list: { badgeType: string }[]) => list.map(({ badgeType }) => badgeType)
    expect(types(some)).toEqual(types(none))
    expect(none[0]).toEqual({
      badgeType: 'FIRST_STEPS',
      name: 'First Steps',
      description: 'Complete your first lesson.',
      currentProgress: 0,
      requiredProgress: 1,
      isCompleted: false,
      progressPercentage: 0,
      imageUrl: 'https://lyceum.example/badges/first-steps.svg',
    })
    expect(some[0]).toMatchObject({ currentProgress: 1, isCompleted: true, progressPercentage: 100 })
  })

  test('GET /badges/progress shows the token only of a minted badge', async () => {
    await testbed.emit(lesson())
    expect((await progress()).FIRST_STEPS).not.toHaveProperty('isMintedOnChain')
    await testbed.db`
      update badge_progress set minted_at = now(), token_id = '17', contract_address = '0xabc' where user_id = ${user}`
    const now = await progress()
    expect(now.FIRST_STEPS).toMatchObject({ isMintedOnChain: true, tokenId: '17', contractAddress: '0xabc' })
    expect(now.QUIZ_MASTER).not.toHaveProperty('tokenId')
  })

  test('GET /badges/progress shows another user’s badges and is 404 for an unknown or deleted user', async () => {
    const other = await testbed.register()
    await testbed.emit(lesson())
    const seen = await testbed.call(`GET /badges/progress/${user}`, other)
    expect(seen.body.data[0].isCompleted).toBe(true)
    await testbed.db`update user_account set deleted_at = now() where id = ${user}`
    for (const id of [user, crypto.randomUUID(), 'nobody', '1%20or%201']) {
      for (const route of ['progress', 'near-completion']) {
        const answer = await testbed.call(`GET /badges/${route}/${id}`, other)
        expect([route, id, answer.status]).toEqual([route, id, 404])
      }
    }
  })

  test('GET /badges/progress needs a token', async () => {
    expect((await testbed.call('GET /badges/progress/me')).status).toBe(401)
    expect((await testbed.call('GET /badges/near-completion/me')).status).toBe(401)
  })
})

describe('GET /badges/near-completion/:userId', () => {
  test('GET /badges/near-completion lists badges from 90 per cent that are not completed', async () => {
    const near = async () => (await testbed.call('GET /badges/near-completion/me', user)).body.data
    for (let number = 1; number <= 44; number++) await testbed.emit(answered(`q${number}`))
    expect(await near()).toEqual([])
    await testbed.emit(answered('q45'))
    expect(await near()).toEqual([
      { badgeType: 'QUIZ_MASTER', currentProgress: 45, requiredProgress: 50, progressPercentage: 90 },
    ])
    for (let number = 46; number <= 49; number++) await testbed.emit(answered(`q${number}`))
    expect((await near())[0].progressPercentage).toBe(98)
    await testbed.emit(answered('q50'))
    expect(await near()).toEqual([])
  })
})

describe('GET /badges/:name.svg', () => {
  test('every built-in badge has an image at its URL', async () => {
    const { body } = await testbed.call('GET /badges/progress/me', user)
    for (const { imageUrl } of body.data) {
      const picture = await testbed.call(`GET /${new URL(imageUrl).pathname}`)
      expect([imageUrl, picture.status]).toEqual([imageUrl, 200])
      expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    }
  })

  test('an unknown image is 404', async () => {
    for (const path of [
      '/badges/nothing.svg',
      '/badges/..%2fbadge.ts',
      '/badges/first-steps.png',
      '/badges/.svg',
    ])
      expect([path, (await testbed.call(`GET /${path}`)).status]).toEqual([path, 404])
  })
})
