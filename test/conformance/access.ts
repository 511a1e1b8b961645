import { strict as assert } from 'node:assert'
import { REVENUECAT_EXAMPLE } from '../../src/modules/subscriptions/public/revenuecat-event.ts'
import { type ConformanceClient, enveloped, needsToken, refused } from './conformance-client.ts'
import { subscriber } from './events.ts'
import { learner, profile, promotions, sendContractEvent, xpRewarded } from './fixtures.ts'
import type { Section } from './row.ts'
export const ACCESS: Section[] = [
  {
    title: 'Response envelope and formats',
    rows: [
      {
        name: 'envelope',
        promise: 'success (boolean), data (object or array), optionally message (string)',
        prove: async (client) => {
          const user = await client.shared(learner)
          for (const path of ['/user/profile', '/learning-path', '/notifications', '/referral/stats'])
            enveloped(await client.expectStatus(200, `GET ${path}`, user), 'data')
        },
      },
      {
        name: 'bare responses',
        promise: 'active promotions, track campaign event and referral code have no envelope',
        prove: async (client) => {
          const user = await client.newUser()
          const { popup } = await client.shared(promotions)
          const bare = [
            await client.expectStatus(200, 'GET /promotions/active', user),
            await client.expectStatus(200, `POST /promotions/${popup.id}/event`, user, {
              eventType: 'CLICK',
            }),
            await client.expectStatus(201, 'POST /referral/code', user),
          ]
          for (const body of bare) assert.ok(!('success' in body) && !('data' in body))
        },
      },
      {
        name: 'prefix',
        promise: 'all endpoints live under /api/v2',
        prove: async (client) => {
          const { paths } = await client.document()
          const outside = Object.keys(paths).filter((path) => !path.startsWith('/api/v2/'))
          assert.deepEqual(outside, ['/.well-known/jwks.json'])
          assert.equal((await fetch(`${client.service.url}/user/profile`)).status, 404)
        },
      },
    ],
  },
  {
    title: 'Authentication',
    rows: [
      {
        name: 'access token',
        promise: 'user endpoints take Authorization: Bearer, a JWT',
        prove: async (client) => {
          const user = await client.shared(learner)
          assert.equal(user.accessToken.split('.').length, 3)
          const forged = { ...user, accessToken: `${user.accessToken.slice(0, -4)}AAAA` }
          await refused(client, [401, 'UNAUTHENTICATED'], 'GET /user/profile', forged)
        },
      },
      ...[
        'POST /user/contests/:id/submit',
        'POST /course/:id/project/draft',
        'POST /course/:id/project/submit',
        'PATCH /user/profile',
        'POST /learning-path/roadmap',
        'GET /badges/near-completion/:id',
        'POST /quiz-battles/bot/start',
        'PATCH /notifications/:id/read',
        'POST /blockchain/link-wallet',
        'POST /certificates/claim',
        'POST /payment/on-ramp/initiate',
        'POST /payment/off-ramp/quote',
      ].map((route) => ({
        name: `no header listed: ${route}`,
        promise: 'needs a token all the same',
        prove: (client: ConformanceClient) =>
          needsToken(
            client,
            route.replace(':id', Bun.randomUUIDv7()),
            route.startsWith('GET') ? undefined : {},
          ),
      })),
      {
        name: 'no header listed: leaderboards',
        promise: 'are read without a token; one that is sent must be good',
        prove: async (client) => {
          await client.expectStatus(200, 'GET /leaderboard/weekly')
          const { data } = await client.expectStatus(
            200,
            'GET /leaderboard/weekly',
            await client.shared(learner),
          )
          assert.ok('me' in data)
        },
      },
      {
        name: 'wallet PIN',
        promise: 'verifying it returns a PIN session token, apart from the access token',
        prove: async (client) => {
          const user = await client.newUser()
          await client.expectStatus(200, 'POST /auth/set-wallet-pin', user, { pin: '739164' })
          const { data } = await client.expectStatus(200, 'POST /auth/verify-wallet-pin', user, {
            pin: '739164',
          })
          await refused(client, [401, 'UNAUTHENTICATED'], 'GET /user/profile', {
            ...user,
            accessToken: data.pinToken,
          })
        },
      },
      ...['x-webhook-signature', 'x-webhook-timestamp', 'x-event-id'].map((header) => ({
        name: `contract events: ${header}`,
        promise: 'required; a wrong signature is refused',
        prove: async (client: ConformanceClient) => {
          const { walletAddress } = await client.shared(profile)
          const event = xpRewarded(walletAddress, 1n)
          const missing = await sendContractEvent(client, event, { [header]: '' })
          assert.equal(missing.status, 400)
          const wrong = await sendContractEvent(client, event, { 'x-webhook-signature': 'ab'.repeat(32) })
          assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'SIGNATURE_INVALID'])
        },
      })),
      {
        name: 'subscription webhook',
        promise: 'Authorization: Bearer with the key that is shared with the provider',
        prove: async (client) => {
          for (const headers of [{}, { authorization: 'Bearer another-key' }] as Record<string, string>[]) {
            const { status } = await client.service.call('POST /webhooks/revenuecat', {
              body: REVENUECAT_EXAMPLE,
              headers,
            })
            assert.equal(status, 401)
          }
          await subscriber(client, 'INITIAL_PURCHASE')
        },
      },
    ],
  },
]
