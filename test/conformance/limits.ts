import { strict as assert } from 'node:assert'
import type { Section } from './row.ts'
import { learner, promotions, queued } from './scenes.ts'
import { withBadges } from './streaks-and-badges.ts'
import { refused } from './world.ts'

export const LIMITS: Section = {
  title: 'Limits and rules',
  rows: [
    {
      name: 'PIN length',
      promise: '4 to 6 numeric digits: set-wallet-pin',
      prove: async (world) => {
        const user = await world.newUser()
        for (const pin of ['739', '7391648', '73916a', '', 739164])
          await refused(world, [400, 'VALIDATION_FAILED'], 'POST /auth/set-wallet-pin', user, { pin })
        for (const pin of ['7391', '73916', '739164']) {
          const body = { pin }
          await world.answer(200, 'POST /auth/set-wallet-pin', await world.newUser(), body)
        }
      },
    },
    {
      name: 'PIN length, newPin',
      promise: '4 to 6 numeric digits: verify-wallet-pin-reset-otp',
      prove: async (world) => {
        const user = await world.newUser()
        for (const newPin of ['739', '7391648', 'abcd']) {
          const body = { otpCode: '123456', newPin }
          await refused(
            world,
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
      prove: async (world) => {
        const { page, limit } = await world.get('/user/contests', await world.once(learner))
        assert.deepEqual([page, limit], [1, 10])
      },
    },
    {
      name: 'Leaderboard',
      promise: 'default limit 100, default offset 0',
      prove: async (world) => {
        const { paths } = await world.document()
        const { parameters } = paths['/api/v2/leaderboard/weekly'].get
        const defaultOf = (name: string) =>
          parameters.find((each: { name: string }) => each.name === name).schema.default
        assert.deepEqual([defaultOf('limit'), defaultOf('offset')], [100, 0])
        const plain = await world.answer(200, 'GET /leaderboard/weekly')
        const said = await world.answer(200, 'GET /leaderboard/weekly?limit=100&offset=0')
        assert.deepEqual(plain.data.entries.length, said.data.entries.length)
      },
    },
    {
      name: 'Matchmaking timeout',
      promise: '30 seconds, returned as matchmakingTimeoutSeconds',
      prove: async (world) => assert.equal((await world.once(queued)).data.matchmakingTimeoutSeconds, 30),
    },
    {
      name: 'Near-completion threshold',
      promise: 'progress at or above 90%',
      prove: async (world) => {
        const typesOf = async (progress: Record<string, number>) => {
          const user = await withBadges(world, progress)
          const near = await world.get(`/badges/near-completion/${user.id}`, user)
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
      prove: async (world) => {
        const found = await world.once(promotions)
        assert.ok(!Array.isArray(found.popup))
        assert.ok(found.banners.length > 1)
      },
    },
    {
      name: 'Promotions by country',
      promise: 'those of the country come before those for all, and only where they match',
      prove: async (world) => {
        const titlesIn = async (country: string) => {
          const { banners } = await world.answer(
            200,
            `GET /promotions/active?country=${country}`,
            await world.newUser(),
          )
          return banners.map(({ title }: { title: string }) => title)
        }
        assert.deepEqual(await titlesIn('KE'), ['Karibu!', 'Learn together'])
        assert.deepEqual(await titlesIn('FR'), ['Learn together'])
      },
    },
  ],
}
