import { strict as assert } from 'node:assert'
import { REVENUECAT_EXAMPLE } from '../../src/modules/subscriptions/public/revenuecat-event.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { openSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { type ConformanceClient, enveloped } from './conformance-client.ts'
import { botBattle, freeCourse, sendContractEvent, xpRewarded } from './fixtures.ts'
import type { Section } from './row.ts'
import { sevenDays } from './streaks-and-badges.ts'

const totalXp = async (client: ConformanceClient, user: Parameters<ConformanceClient['get']>[1]) =>
  (await client.get('/user/profile', user)).totalXP

/** A learner whose wallet has one contract event. */
const rewarded = async (client: ConformanceClient) => {
  const user = await client.newUser()
  const { walletAddress } = await client.get('/user/profile', user)
  const { contracts } = await client.get('/blockchain/config', user)
  const event = { ...xpRewarded(walletAddress, 40n), contractAddress: contracts.XpToken }
  const eventId = crypto.randomUUID()
  const first = await sendContractEvent(client, event, { 'x-event-id': eventId })
  await waitUntil(async () => (await totalXp(client, user)) === 40)
  return { user, event, eventId, first }
}

/** A user with RevenueCat events, and the events. */
export async function subscriber(client: ConformanceClient, ...types: string[]) {
  const user = await client.newUser()
  const { revenueCatKey } = readConfig({}).webhooks
  const now = Date.now()
  for (const [index, type] of types.entries()) {
    const times = {
      event_timestamp_ms: now + index,
      purchased_at_ms: now,
      expiration_at_ms: now + 86_400_000,
    }
    const event = {
      ...REVENUECAT_EXAMPLE.event,
      id: crypto.randomUUID(),
      type,
      app_user_id: user.id,
      ...times,
    }
    const { status, body } = await client.service.call('POST /webhooks/revenuecat', {
      body: { ...REVENUECAT_EXAMPLE, event },
      headers: { authorization: `Bearer ${revenueCatKey}` },
    })
    assert.equal(status, 200)
    enveloped(body)
  }
  return user
}

export const EVENTS: Section = {
  title: 'Events',
  rows: [
    {
      name: 'POST /webhook/contract-events',
      promise:
        'eventType, contractAddress, transactionHash, blockNumber, data {userAddress, amount}; 200 {success, message}',
      prove: async (client) => {
        const { first } = await client.shared(rewarded)
        assert.equal(first.status, 200)
        enveloped(first.body, 'message')
      },
    },
    {
      name: 'XP_REWARDED',
      promise: 'the user of the address has the XP; amount is an integer in the smallest unit',
      prove: async (client) => assert.equal(await totalXp(client, (await client.shared(rewarded)).user), 40),
    },
    {
      name: 'x-event-id repeated',
      promise: 'handled idempotently: no second effect',
      prove: async (client) => {
        const { user, event, eventId } = await client.shared(rewarded)
        const again = await sendContractEvent(client, event, { 'x-event-id': eventId })
        assert.equal(again.status, 200)
        const { walletAddress } = await client.get('/user/profile', user)
        const other = await sendContractEvent(client, xpRewarded(walletAddress, 9n), {
          'x-event-id': eventId,
        })
        assert.deepEqual([other.status, other.body.error.code], [409, 'EVENT_ID_REUSED'])
        assert.equal(await totalXp(client, user), 40)
      },
    },
    {
      name: 'POST /webhooks/revenuecat: renewals',
      promise: 'a purchase and its renewal open premium',
      prove: async (client) => {
        const user = await subscriber(client, 'INITIAL_PURCHASE', 'RENEWAL')
        await waitUntil(async () => (await client.get('/user/subscription', user)).isPremium === true)
      },
    },
    {
      name: 'POST /webhooks/revenuecat: cancellations',
      promise: 'cancelled, it lasts until it ends and is not renewed',
      prove: async (client) => {
        const user = await subscriber(client, 'INITIAL_PURCHASE', 'CANCELLATION')
        await waitUntil(async () => {
          const { isPremium, willRenew } = await client.get('/user/subscription', user)
          return isPremium === true && willRenew === false
        })
      },
    },
    {
      name: 'POST /webhooks/revenuecat: billing issues',
      promise: 'taken and kept; access follows from expiry and grace',
      prove: async (client) => {
        const user = await subscriber(client, 'INITIAL_PURCHASE', 'BILLING_ISSUE')
        await waitUntil(async () => (await client.get('/user/subscription', user)).isPremium === true)
      },
    },
    {
      name: 'STREAK_MILESTONE',
      promise: 'a notification of a 7-day streak, with the gems in its text',
      prove: async (client) => {
        const { user, data } = await client.shared(sevenDays)
        assert.equal(data.streakDays, 7)
        let found: { title: string; body: string } | undefined
        await waitUntil(async () => {
          const inbox = await client.get('/notifications?type=STREAK_MILESTONE', user)
          found = inbox[0]
          return found !== undefined
        })
        assert.match(`${found!.title} ${found!.body}`, /7/)
        assert.match(found!.body, /\d+ gems/)
      },
    },
    {
      name: 'Push notifications',
      promise: 'go to registered device tokens',
      prove: async (client) => {
        const [user, token] = [await client.newUser(), `phone-of-${crypto.randomUUID()}`]
        const device = { token, platform: 'android' }
        await client.expectStatus(201, 'POST /notifications/device-token', user, device)
        const { lessons } = await client.shared(freeCourse)
        await client.expectStatus(200, `POST /user-lessons/${lessons[0].id}/complete`, user, {})
        await waitUntil(() => client.fcm.received.some((push) => push.token === token))
      },
    },
    {
      name: 'Quiz battle channel',
      promise: 'battles run over a WebSocket, matchmaking included',
      prove: async (client) => {
        const [one, other] = [await client.newUser(), await client.newUser()]
        const sockets = await Promise.all(
          [one, other].map(({ accessToken }) => openSocket(client.service.url, { accessToken })),
        )
        for (const socket of sockets) socket.send('queue.join')
        for (const socket of sockets) {
          const { data } = await socket.next('queue.matched', 60)
          socket.send('battle.ready', { roomId: data.roomId })
        }
        for (const socket of sockets) {
          const { data } = await socket.next('battle.question', 60)
          assert.ok(data.options.length > 1 && !('correctIndex' in data))
        }
        sockets[0]!.send('battle.forfeit')
        const ends = await Promise.all(sockets.map((socket) => socket.next('battle.end', 60)))
        assert.deepEqual(
          ends.map(({ data }) => data.result),
          ['LOSS', 'WIN'],
        )
        for (const socket of sockets) socket.close()
      },
    },
    {
      name: 'Bot battle',
      promise: 'a bot is the opponent where there is no other; its questions do not tell the answer',
      prove: async (client) => {
        const { data } = await client.shared(botBattle)
        assert.equal(data.opponent.isBot, true)
        for (const question of data.questions) assert.ok(!('correctIndex' in question))
      },
    },
  ],
}
