import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'

let service: TestService
let user: TestUser
beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL: 'https://lyceum.example' })
  user = await service.register({ country: 'KE' })
})
afterAll(() => service?.stop())

const read = (username = user.username, headers: Record<string, string> = {}) =>
  service.call(`GET /public/profiles/${username}`, { headers })
const publish = (publicProfile: unknown) =>
  service.call('PATCH /user/profile', { token: user.accessToken, body: { publicProfile } })

describe('GET /public/profiles/{username}', () => {
  test('a profile is private until its owner publishes it, and private again afterwards', async () => {
    expect((await read()).body.error.code).toBe('PROFILE_NOT_FOUND')
    expect((await publish(true)).body.data.publicProfile).toBe(true)
    expect((await read()).status).toBe(200)
    expect((await read(user.username.toUpperCase())).status).toBe(200)
    expect((await publish(false)).body.data.publicProfile).toBe(false)
    expect((await read()).status).toBe(404)
    expect((await publish('yes')).status).toBe(400)
  })

  test('a public profile shows no e-mail address, country, wallet, gems or full date', async () => {
    await publish(true)
    const { body } = await read()
    expect(body.data).toEqual({
      userId: user.id,
      username: user.username,
      avatarUrl: `https://lyceum.example/avatars/${user.id}.svg`,
      bio: null,
      level: 1,
      totalXP: 0,
      currentStreak: 0,
      longestStreak: 0,
      memberSince: expect.stringMatching(/^\d{4}-\d\d$/),
      completedCourses: [],
    })
  })

  test('another change of the profile does not change who may read it', async () => {
    await publish(true)
    await service.call('PATCH /user/profile', { token: user.accessToken, body: { bio: 'New words.' } })
    expect((await read()).body.data.bio).toBe('New words.')
  })

  test('an unchanged public profile gets 304, and caches may store it for a minute', async () => {
    await publish(true)
    const first = await read()
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const again = await read(user.username, { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
  })

  test('the profile of a suspended user is 404', async () => {
    const other = await service.register()
    await service.call('PATCH /user/profile', { token: other.accessToken, body: { publicProfile: true } })
    expect((await read(other.username)).status).toBe(200)
    await service.test.database.query`update user_account set suspended_at = now() where id = ${other.id}`
    expect((await read(other.username)).status).toBe(404)
  })

  test('the profile of a deleted user is 404', async () => {
    const other = await service.register()
    await service.call('PATCH /user/profile', { token: other.accessToken, body: { publicProfile: true } })
    await service.call('DELETE /user/account', {
      token: other.accessToken,
      body: { password: other.password },
    })
    expect((await read(other.username)).status).toBe(404)
    const [row] = await service.test.database.query<{ isPublic: boolean }>`
      select is_profile_public as "isPublic" from user_account where id = ${other.id}`
    expect(row!.isPublic).toBe(false)
  })
})
