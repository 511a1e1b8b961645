import { expect } from 'bun:test'
import { createLyceum, type Fetch, type Lyceum } from '../../packages/client/src/lyceum.ts'
import { newId } from '../../src/platform/ids.ts'
import { waitUntil } from '../harness/wait-until.ts'
import type { Journey, JourneyEnvironment } from './journey.ts'

/** The tour of the client's README with the shipped client, whose own retries handle lost requests. */
export function clientTourJourney(environment: () => JourneyEnvironment, fetch?: Fetch): Journey {
  const username = `tour_${newId().replaceAll('-', '').slice(0, 24)}`
  const email = `${username}@example.com`
  const password = 'correct-horse-battery'
  let lyceum: Lyceum

  async function register(): Promise<void> {
    lyceum = createLyceum({ url: environment().url, ...(fetch ? { fetch } : {}) })
    await lyceum.call('POST /auth/register', { body: { email, password, username } }).catch((error) => {
      // The first request succeeded and its response was lost with the process.
      if (error.status !== 409) throw error
      return lyceum.call('POST /auth/login', { body: { email, password } })
    })
    const { data: profile } = await lyceum.call('GET /user/profile')
    expect(profile.username).toBe(username)
  }

  async function learn(): Promise<void> {
    const { data: found } = await lyceum.call('GET /course', { query: { search: 'blockchain' } })
    const courseId = found.find(({ isPremium }) => !isPremium)!.id
    await lyceum.call('POST /user-courses/enroll/{courseId}', { path: { courseId } })
    const { data: course } = await lyceum.call('GET /course/{id}', { path: { id: courseId } })
    const [lesson] = course.lessons
    const { data: result } = await lyceum.call('POST /user-lessons/{lessonId}/complete', {
      path: { lessonId: lesson!.id },
      body: { timeSpentSeconds: 240 },
    })
    expect(result.newTotalXP).toBe(lesson!.xpReward)
    await waitUntil(async () => {
      const { data: board } = await lyceum.call('GET /leaderboard/weekly')
      return board.me?.totalXP === lesson!.xpReward
    })
  }

  async function confirm(): Promise<void> {
    const otpCode = await environment().codeFor(email)
    await lyceum.call('POST /auth/verify-email', { body: { otpCode } }).catch((error) => {
      // Already done, but the response was lost.
      if (error.status !== 409) throw error
    })
    const { data: changed } = await lyceum.call('PATCH /user/profile', {
      body: { country: 'KE', timeZone: 'Africa/Nairobi', bio: 'Learning one slide a day.' },
    })
    expect(changed.country).toBe('KE')
    const { data: profile } = await lyceum.call('GET /user/profile')
    expect(profile).toMatchObject({ isEmailVerified: true, bio: 'Learning one slide a day.' })
  }

  async function leave(): Promise<void> {
    await lyceum.call('POST /auth/logout').catch((error) => {
      if (error.code !== 'SIGNED_OUT') throw error
    })
    expect(await lyceum.isSignedIn()).toBe(false)
  }

  return {
    name: 'client tour',
    steps: [
      ['registers', register],
      ['the client enrolls in a course and completes a lesson', learn],
      ['the client confirms the e-mail address and updates the profile', confirm],
      ['the client signs out', leave],
    ],
  }
}
