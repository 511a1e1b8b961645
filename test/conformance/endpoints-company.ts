import { strict as assert } from 'node:assert'
import type { Section } from './row.ts'
import { botBattle, learner, notified, promotions, queued } from './scenes.ts'
import { enveloped, needsToken, refused, type World } from './world.ts'

/** What is done with others, and what the service says by itself. */
export const COMPANY_ENDPOINTS: Section[] = [
  {
    title: 'Endpoints: Quiz battles',
    rows: [
      {
        name: 'POST /quiz-battles/queue/join',
        promise: 'Bearer; 200 {success, data: {status, queueTicket, matchmakingTimeoutSeconds}, message}',
        prove: async (world) => {
          await needsToken(world, 'POST /quiz-battles/queue/join', {})
          enveloped(await world.once(queued), 'data', 'message')
        },
      },
      {
        name: 'POST /quiz-battles/queue/join, body',
        promise: 'topicId optional (left out: random), stakeAmount optional (gems)',
        prove: async (world) => {
          const user = await world.newUser()
          const [topic] = await world.get('/quiz-battles/topics', user)
          await refused(world, [402, 'INSUFFICIENT_GEMS'], 'POST /quiz-battles/queue/join', user, {
            stakeAmount: 5,
          })
          await refused(world, [400, 'VALIDATION_FAILED'], 'POST /quiz-battles/queue/join', user, {
            stakeAmount: -1,
          })
          const body = { topicId: topic.id, stakeAmount: 0 }
          const { data } = await world.answer(200, 'POST /quiz-battles/queue/join', user, body)
          await world.answer(200, `DELETE /quiz-battles/queue/${data.queueTicket}`, user)
        },
      },
      {
        name: 'POST /quiz-battles/bot/start',
        promise: '200 {success, data: {roomId, opponent, questions}}',
        prove: async (world) => {
          const body = await world.once(botBattle)
          enveloped(body, 'data')
          assert.equal(body.data.questions.length, 5)
        },
      },
    ],
  },
  {
    title: 'Endpoints: Promotions',
    rows: [
      {
        name: 'GET /promotions/active',
        promise: 'Bearer; country and language optional; 200 bare {popup, banners[]}',
        prove: async (world) => {
          await needsToken(world, 'GET /promotions/active')
          const body = await world.answer(200, 'GET /promotions/active', await world.newUser())
          assert.deepEqual(Object.keys(body).sort(), ['banners', 'popup'])
          assert.deepEqual(Object.keys(await world.once(promotions)).sort(), ['banners', 'popup'])
        },
      },
      ...['IMPRESSION', 'CLICK', 'DISMISS'].map((eventType) => ({
        name: `POST /promotions/:id/event ${eventType}`,
        promise: 'Bearer; eventType required, country optional; 200 bare {tracked}',
        prove: async (world: World) => {
          const { popup } = await world.once(promotions)
          const route = `POST /promotions/${popup.id}/event`
          await needsToken(world, route, { eventType })
          const body = await world.answer(200, route, await world.newUser(), { eventType, country: 'KE' })
          assert.deepEqual(body, { tracked: true })
        },
      })),
      {
        name: 'POST /promotions/:id/event, another type',
        promise: 'eventType is one of three',
        prove: async (world) => {
          const { popup } = await world.once(promotions)
          const user = await world.once(learner)
          const route = `POST /promotions/${popup.id}/event`
          await refused(world, [400, 'VALIDATION_FAILED'], route, user, { eventType: 'SEEN' })
          await refused(world, [400, 'VALIDATION_FAILED'], route, user, {})
        },
      },
    ],
  },
  {
    title: 'Endpoints: Notifications',
    rows: [
      ...['ios', 'android', 'web'].map((platform) => ({
        name: `POST /notifications/device-token ${platform}`,
        promise: 'Bearer; token and platform required; 201 {success, message}',
        prove: async (world: World) => {
          const token = platform === 'web' ? WEB_SUBSCRIPTION : `a-phone-${platform}`
          await needsToken(world, 'POST /notifications/device-token', { token, platform })
          const user = await world.newUser()
          enveloped(
            await world.answer(201, 'POST /notifications/device-token', user, { token, platform }),
            'message',
          )
          await refused(world, [400, 'VALIDATION_FAILED'], 'POST /notifications/device-token', user, {
            token,
          })
          await refused(world, [400, 'VALIDATION_FAILED'], 'POST /notifications/device-token', user, {
            platform,
          })
        },
      })),
      {
        name: 'POST /notifications/device-token, another platform',
        promise: 'platform is one of three',
        prove: async (world) => {
          const body = { token: 'a-fridge', platform: 'fridge' }
          const user = await world.once(learner)
          await refused(world, [400, 'VALIDATION_FAILED'], 'POST /notifications/device-token', user, body)
        },
      },
      {
        name: 'GET /notifications',
        promise: 'Bearer; 200 {success, data: notification[]}',
        prove: async (world) => {
          await needsToken(world, 'GET /notifications')
          assert.ok(Array.isArray((await world.once(notified)).inbox))
        },
      },
      {
        name: 'PATCH /notifications/:id/read',
        promise: 'marks the notification read; of somebody else it is not there',
        prove: async (world) => {
          const { user, inbox } = await world.once(notified)
          const route = `PATCH /notifications/${inbox[0].id}/read`
          await needsToken(world, route)
          assert.equal((await world.call(route, await world.newUser())).status, 404)
          enveloped(await world.answer(200, route, user), 'data')
        },
      },
    ],
  },
]

const WEB_SUBSCRIPTION = JSON.stringify({
  endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
})
