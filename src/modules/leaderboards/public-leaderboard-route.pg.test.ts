import { afterAll, beforeAll, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { createLeaderboardTestbed, type LeaderboardTestbed } from './leaderboard-testbed.ts'
import { hideUser } from './public/hide-user.ts'

const NOW = new Date('2026-11-04T12:00:00.000Z')
let testbed: LeaderboardTestbed
beforeAll(async () => {
  useClock(() => NOW.getTime())
  testbed = await createLeaderboardTestbed()
})
afterAll(async () => {
  useSystemClock()
  await testbed?.stop()
})

test('the public leaderboard names only users with a public profile and contains no ids of the others', async () => {
  const [named, unnamed, hidden] = (await testbed.registerMany(3)) as [UserId, UserId, UserId]
  await testbed.db`update user_account set is_profile_public = true where id = any(${[named, hidden]}::uuid[])`
  await testbed.award(named, 20, '2026-11-02T08:00:00Z')
  await testbed.award(unnamed, 30, '2026-11-02T08:00:00Z')
  await testbed.award(hidden, 40, '2026-11-02T08:00:00Z')
  await testbed.write((tx) => hideUser(tx, { userId: hidden, reason: 'OPTED_OUT', now: NOW }))
  const response = await testbed.call('GET /public/leaderboards')
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  const [user] = await testbed.db<{ username: string }>`
    select username from user_account where id = ${named}`
  expect(response.body.data).toEqual({
    period: 'week',
    total: 2,
    entries: [
      { rank: 1, username: null, avatarUrl: null, totalXP: 30 },
      {
        rank: 2,
        username: user!.username,
        avatarUrl: `https://lyceum.example/avatars/${named}.svg`,
        totalXP: 20,
      },
    ],
  })
  expect(JSON.stringify(response.body)).not.toContain(unnamed)
})

test('the public leaderboard has the requested period and length', async () => {
  const { data } = (await testbed.call('GET /public/leaderboards?period=all-time&limit=1')).body
  expect([data.period, data.entries.length, data.total]).toEqual(['all-time', 1, 2])
  for (const query of ['?period=year', '?limit=0', '?limit=101'])
    expect((await testbed.call(`GET /public/leaderboards${query}`)).status).toBe(400)
})
