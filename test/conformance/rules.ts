import { strict as assert } from 'node:assert'
import { REVENUECAT_EXAMPLE } from '../../src/modules/subscriptions/revenuecat-event.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openSocket } from '../harness/socket.ts'
import { until } from '../harness/until.ts'
import type { Section } from './row.ts'
import {
  botBattle,
  completion,
  enrollment,
  freeCourse,
  learner,
  notified,
  profile,
  promotions,
  queued,
  sendContractEvent,
  submission,
  xpRewarded,
} from './scenes.ts'
import { sevenDays } from './streaks-and-badges.ts'
import { enveloped, needsToken, refused, type World } from './world.ts'

const totalXp = async (world: World, user: Parameters<World['get']>[1]) =>
  (await world.get('/user/profile', user)).totalXP

/** A learner whose wallet was told of by a contract, once. */
const rewarded = async (world: World) => {
  const user = await world.newUser()
  const { walletAddress } = await world.get('/user/profile', user)
  const event = xpRewarded(walletAddress, 40n)
  const eventId = crypto.randomUUID()
  const first = await sendContractEvent(world, event, { 'x-event-id': eventId })
  await until(async () => (await totalXp(world, user)) === 40, 60)
  return { user, event, eventId, first }
}

/** Somebody whom the shop tells of, with what has been told. */
async function subscriber(world: World, ...types: string[]) {
  const user = await world.newUser()
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
    const { status, body } = await world.service.call('POST /webhooks/revenuecat', {
      body: { ...REVENUECAT_EXAMPLE, event },
      headers: { authorization: `Bearer ${revenueCatKey}` },
    })
    assert.equal(status, 200)
    enveloped(body)
  }
  return user
}

export const STATES: Section = {
  title: 'States and transitions',
  rows: [
    {
      name: 'Project submission: draft',
      promise: 'POST project/draft → status DRAFT; no evaluation is triggered; updatedAt set',
      prove: async (world) => {
        const { draft, whileDraft } = await world.once(submission)
        assert.equal(draft.data.status, 'DRAFT')
        assert.ok(Date.parse(draft.data.updatedAt) <= Date.now())
        assert.ok(!('assessment' in whileDraft) || whileDraft.assessment === null)
      },
    },
    {
      name: 'Project submission: submit',
      promise: 'POST project/submit → SUBMITTED, aiAssessmentStatus PENDING; an evaluation is queued',
      prove: async (world) => {
        const { submitted, user, courseId } = await world.once(submission)
        assert.deepEqual([submitted.data.status, submitted.data.aiAssessmentStatus], ['SUBMITTED', 'PENDING'])
        await until(async () => {
          const latest = await world.get(`/course/${courseId}/project/submission`, user)
          return latest.aiAssessmentStatus === 'COMPLETED'
        }, 60)
      },
    },
    {
      name: 'Matchmaking: join',
      promise: 'POST quiz-battles/queue/join → QUEUED; a ticket is issued; the search begins',
      prove: async (world) => {
        const { data } = await world.once(queued)
        assert.equal(data.status, 'QUEUED')
        const [one, other] = [await world.newUser(), await world.newUser()]
        const tickets = await Promise.all(
          [one, other].map((user) => world.answer(200, 'POST /quiz-battles/queue/join', user, {})),
        )
        await until(async () => {
          const found = await world.get(`/quiz-battles/queue/${tickets[0].data.queueTicket}`, one)
          return found.status === 'MATCHED'
        }, 60)
      },
    },
    {
      name: 'Notification: read',
      promise: 'PATCH notifications/:id/read → isRead true',
      prove: async (world) => {
        const { user, inbox } = await world.once(notified)
        assert.equal(inbox[0].isRead, false)
        await world.answer(200, `PATCH /notifications/${inbox[0].id}/read`, user)
        const [after] = await world.get('/notifications', user)
        assert.deepEqual([after.id, after.isRead], [inbox[0].id, true])
      },
    },
    {
      name: 'Enrollment: enroll',
      promise: 'POST user-courses/enroll/:courseId → progressPercentage 0; progress tracking created',
      prove: async (world) => assert.equal((await world.once(enrollment)).progressPercentage, 0),
    },
    {
      name: 'Lesson: complete',
      promise: 'POST user-lessons/:lessonId/complete → completed; XP, gems, streak, progress updated',
      prove: async (world) => {
        const [result, course] = [await world.once(completion), await world.once(freeCourse)]
        const { totalXP, totalGems, currentStreak } = await world.once(profile)
        const [first] = course.lessons
        assert.deepEqual([result.xpEarned, result.gemsEarned], [first.xpReward, first.gemReward])
        assert.deepEqual([totalXP, totalGems, currentStreak], [first.xpReward, first.gemReward, 1])
        assert.equal(result.courseProgress, Math.floor(100 / course.totalLessons))
        const after = await world.get(`/course/${course.id}`, await world.once(learner))
        assert.deepEqual(
          after.lessons
            .slice(0, 2)
            .map((each: { isCompleted: boolean; isLocked: boolean }) => [each.isCompleted, each.isLocked]),
          [
            [true, false],
            [false, false],
          ],
        )
      },
    },
  ],
}

export const RULES: Section[] = [
  {
    title: 'Response envelope and formats',
    rows: [
      {
        name: 'envelope',
        promise: 'success (boolean), data (object or array), optionally message (string)',
        prove: async (world) => {
          const user = await world.once(learner)
          for (const path of ['/user/profile', '/learning-path', '/notifications', '/referral/stats'])
            enveloped(await world.answer(200, `GET ${path}`, user), 'data')
        },
      },
      {
        name: 'bare responses',
        promise: 'active promotions, track campaign event and referral code have no envelope',
        prove: async (world) => {
          const user = await world.newUser()
          const { popup } = await world.once(promotions)
          const bare = [
            await world.answer(200, 'GET /promotions/active', user),
            await world.answer(200, `POST /promotions/${popup.id}/event`, user, { eventType: 'CLICK' }),
            await world.answer(201, 'POST /referral/code', user),
          ]
          for (const body of bare) assert.ok(!('success' in body) && !('data' in body))
        },
      },
      {
        name: 'prefix',
        promise: 'all endpoints live under /api/v2',
        prove: async (world) => {
          const { paths } = await world.document()
          const outside = Object.keys(paths).filter((path) => !path.startsWith('/api/v2/'))
          assert.deepEqual(outside, ['/.well-known/jwks.json'])
          assert.equal((await fetch(`${world.service.url}/user/profile`)).status, 404)
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
        prove: async (world) => {
          const user = await world.once(learner)
          assert.equal(user.accessToken.split('.').length, 3)
          const forged = { ...user, accessToken: `${user.accessToken.slice(0, -4)}AAAA` }
          await refused(world, [401, 'UNAUTHENTICATED'], 'GET /user/profile', forged)
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
      ].map((route) => ({
        name: `no header listed: ${route}`,
        promise: 'needs a token all the same',
        prove: (world: World) =>
          needsToken(
            world,
            route.replace(':id', Bun.randomUUIDv7()),
            route.startsWith('GET') ? undefined : {},
          ),
      })),
      {
        name: 'no header listed: leaderboards',
        promise: 'are read without a token; one that is sent must be good',
        prove: async (world) => {
          await world.answer(200, 'GET /leaderboard/weekly')
          const { data } = await world.answer(200, 'GET /leaderboard/weekly', await world.once(learner))
          assert.ok('me' in data)
        },
      },
      {
        name: 'wallet PIN',
        promise: 'verifying it returns a PIN session token, apart from the access token',
        prove: async (world) => {
          const user = await world.newUser()
          await world.answer(200, 'POST /auth/set-wallet-pin', user, { pin: '739164' })
          const { data } = await world.answer(200, 'POST /auth/verify-wallet-pin', user, { pin: '739164' })
          await refused(world, [401, 'UNAUTHENTICATED'], 'GET /user/profile', {
            ...user,
            accessToken: data.pinToken,
          })
        },
      },
      ...['x-webhook-signature', 'x-webhook-timestamp', 'x-event-id'].map((header) => ({
        name: `contract events: ${header}`,
        promise: 'required; a wrong signature is refused',
        prove: async (world: World) => {
          const { walletAddress } = await world.once(profile)
          const event = xpRewarded(walletAddress, 1n)
          const missing = await sendContractEvent(world, event, { [header]: '' })
          assert.equal(missing.status, 400)
          const wrong = await sendContractEvent(world, event, { 'x-webhook-signature': 'ab'.repeat(32) })
          assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'SIGNATURE_INVALID'])
        },
      })),
      {
        name: 'subscription webhook',
        promise: 'Authorization: Bearer with the key that is shared with the provider',
        prove: async (world) => {
          for (const headers of [{}, { authorization: 'Bearer another-key' }] as Record<string, string>[]) {
            const { status } = await world.service.call('POST /webhooks/revenuecat', {
              body: REVENUECAT_EXAMPLE,
              headers,
            })
            assert.equal(status, 401)
          }
          await subscriber(world, 'INITIAL_PURCHASE')
        },
      },
    ],
  },
  {
    title: 'Events',
    rows: [
      {
        name: 'POST /webhook/contract-events',
        promise:
          'eventType, contractAddress, transactionHash, blockNumber, data {userAddress, amount}; 200 {success, message}',
        prove: async (world) => {
          const { first } = await world.once(rewarded)
          assert.equal(first.status, 200)
          enveloped(first.body, 'message')
        },
      },
      {
        name: 'XP_REWARDED',
        promise: 'the user of the address has the XP; amount is an integer in the smallest unit',
        prove: async (world) => assert.equal(await totalXp(world, (await world.once(rewarded)).user), 40),
      },
      {
        name: 'x-event-id repeated',
        promise: 'handled idempotently: no second effect',
        prove: async (world) => {
          const { user, event, eventId } = await world.once(rewarded)
          const again = await sendContractEvent(world, event, { 'x-event-id': eventId })
          assert.equal(again.status, 200)
          const { walletAddress } = await world.get('/user/profile', user)
          const other = await sendContractEvent(world, xpRewarded(walletAddress, 9n), {
            'x-event-id': eventId,
          })
          assert.deepEqual([other.status, other.body.error.code], [409, 'EVENT_ID_REUSED'])
          assert.equal(await totalXp(world, user), 40)
        },
      },
      {
        name: 'POST /webhooks/revenuecat: renewals',
        promise: 'a purchase and its renewal open premium',
        prove: async (world) => {
          const user = await subscriber(world, 'INITIAL_PURCHASE', 'RENEWAL')
          await until(async () => (await world.get('/user/subscription', user)).isPremium === true, 60)
        },
      },
      {
        name: 'POST /webhooks/revenuecat: cancellations',
        promise: 'cancelled, it lasts until it ends and is not renewed',
        prove: async (world) => {
          const user = await subscriber(world, 'INITIAL_PURCHASE', 'CANCELLATION')
          await until(async () => {
            const { isPremium, willRenew } = await world.get('/user/subscription', user)
            return isPremium === true && willRenew === false
          }, 60)
        },
      },
      {
        name: 'POST /webhooks/revenuecat: billing issues',
        promise: 'taken and kept; access follows from expiry and grace',
        prove: async (world) => {
          const user = await subscriber(world, 'INITIAL_PURCHASE', 'BILLING_ISSUE')
          await until(async () => (await world.get('/user/subscription', user)).isPremium === true, 60)
        },
      },
      {
        name: 'STREAK_MILESTONE',
        promise: 'a notification of a 7-day streak, with the gems in its text',
        prove: async (world) => {
          const { user, data } = await world.once(sevenDays)
          assert.equal(data.streakDays, 7)
          let found: { title: string; body: string } | undefined
          await until(async () => {
            const inbox = await world.get('/notifications?type=STREAK_MILESTONE', user)
            found = inbox[0]
            return found !== undefined
          }, 60)
          assert.match(`${found!.title} ${found!.body}`, /7/)
          assert.match(found!.body, /\d+ gems/)
        },
      },
      {
        name: 'Push notifications',
        promise: 'go to registered device tokens',
        prove: async (world) => {
          const [user, token] = [await world.newUser(), `phone-of-${crypto.randomUUID()}`]
          const device = { token, platform: 'android' }
          await world.answer(201, 'POST /notifications/device-token', user, device)
          const { lessons } = await world.once(freeCourse)
          await world.answer(200, `POST /user-lessons/${lessons[0].id}/complete`, user, {})
          await until(() => world.fcm.received.some((push) => push.token === token), 60)
        },
      },
      {
        name: 'Quiz battle channel',
        promise: 'battles run over a WebSocket, matchmaking included',
        prove: async (world) => {
          const [one, other] = [await world.newUser(), await world.newUser()]
          const sockets = await Promise.all(
            [one, other].map(({ accessToken }) => openSocket(world.service.url, { accessToken })),
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
        prove: async (world) => {
          const { data } = await world.once(botBattle)
          assert.equal(data.opponent.isBot, true)
          for (const question of data.questions) assert.ok(!('correctIndex' in question))
        },
      },
    ],
  },
]
