import { strict as assert } from 'node:assert'
import { refused } from './conformance-client.ts'
import { learner, promotions, queued } from './fixtures.ts'
import type { Section } from './row.ts'
import { withBadges } from './streaks-and-badges.ts'

export const LIMITS: Section = {
  title: 'Limits and rules',
  rows: [
    {
      name: 'PIN length',
      promise: '4 to 6 numeric digits: set-wallet-pin',
      prove: async (client) => {
        const user = await client.newUser()
        for (const pin of ['739', '7391648', '73916a', '', 739164])
          await refused(client, [400, 'VALIDATION_FAILED'], 'POST /auth/set-wallet-pin', user, { pin })
        for (const pin of ['7391', '73916', '739164']) {
          const body = { pin }
          await client.expectStatus(200, 'POST /auth/set-wallet-pin', await client.newUser(), body)
        }
      },
    },
    {
      name: 'PIN length, newPin',
      promise: '4 to 6 numeric digits: verify-wallet-pin-reset-otp',
      prove: async (client) => {
        const user = await client.newUser()
        for (const newPin of ['739', '7391648', 'abcd']) {
          const body = { otpCode: '123456', newPin }
          await refused(
            client,
            [400, 'VALIDATION_FAILED'],
            'POST /auth/verify-wallet-pin-reset-otp',
            user,
            body,
          )
        }
      },
    },
    {
      name: 'Contests page',
      promise: 'default page 1, default limit 10',
      prove: async (client) => {
        const { page, limit } = await client.get('/user/contests', await client.shared(learner))
        assert.deepEqual([page, limit], [1, 10])
      },
    },
    {
      name: 'Leaderboard',
      promise: 'default limit 100, default offset 0',
      prove: async (client) => {
        const { paths } = await client.document()
        const { parameters } = paths['/api/v2/leaderboard/weekly'].get
        const defaultOf = (name: string) =>
          parameters.find((each: { name: string }) => each.name === name).schema.default
        assert.deepEqual([defaultOf('limit'), defaultOf('offset')], [100, 0])
        const plain = await client.expectStatus(200, 'GET /leaderboard/weekly')
        const message = await client.expectStatus(200, 'GET /leaderboard/weekly?limit=100&offset=0')
        assert.deepEqual(plain.data.entries.length, message.data.entries.length)
      },
    },
    {
      name: 'Matchmaking timeout',
      promise: '30 seconds, returned as matchmakingTimeoutSeconds',
      prove: async (client) => assert.equal((await client.shared(queued)).data.matchmakingTimeoutSeconds, 30),
    },
    {
      name: 'Near-completion threshold',
      promise: 'progress at or above 90%',
      prove: async (client) => {
        const typesOf = async (progress: Record<string, number>) => {
          const user = await withBadges(client, progress)
          const near = await client.get(`/badges/near-completion/${user.id}`, user)
          return near.map(({ badgeType }: { badgeType: string }) => badgeType)
        }
        assert.deepEqual(await typesOf({ QUIZ_MASTER: 45, BATTLE_CHAMPION: 9 }), [
          'QUIZ_MASTER',
          'BATTLE_CHAMPION',
        ])
        assert.deepEqual(await typesOf({ QUIZ_MASTER: 44, THIRTY_DAY_STREAK: 26 }), [])
      },
    },
    {
      name: 'Popups per response',
      promise: 'at most one, with all banners that match',
      prove: async (client) => {
        const found = await client.shared(promotions)
        assert.ok(!Array.isArray(found.popup))
        assert.ok(found.banners.length > 1)
      },
    },
    {
      name: 'Promotions by country',
      promise: 'those of the country come before those for all, and only where they match',
      prove: async (client) => {
        const titlesIn = async (country: string) => {
          const { banners } = await client.expectStatus(
            200,
            `GET /promotions/active?country=${country}`,
            await client.newUser(),
          )
          return banners.map(({ title }: { title: string }) => title)
        }
        assert.deepEqual(await titlesIn('KE'), ['Karibu!', 'Learn together'])
        assert.deepEqual(await titlesIn('FR'), ['Learn together'])
      },
    },
  ],
}
