import { strict as assert } from 'node:assert'
import { type ConformanceClient, enveloped, needsToken, refused } from './conformance-client.ts'
import { botBattle, learner, notified, promotions, queued } from './fixtures.ts'
import type { Section } from './row.ts'

/** Endpoints for interaction with other users, and notifications. */
export const SOCIAL_ENDPOINTS: Section[] = [
  {
    title: 'Endpoints: Quiz battles',
    rows: [
      {
        name: 'POST /quiz-battles/queue/join',
        promise: 'Bearer; 200 {success, data: {status, queueTicket, matchmakingTimeoutSeconds}, message}',
        prove: async (client) => {
          await needsToken(client, 'POST /quiz-battles/queue/join', {})
          enveloped(await client.shared(queued), 'data', 'message')
        },
      },
      {
        name: 'POST /quiz-battles/queue/join, body',
        promise: 'topicId optional (left out: random), stakeAmount optional (gems)',
        prove: async (client) => {
          const user = await client.newUser()
          const [topic] = await client.get('/quiz-battles/topics', user)
          await refused(client, [402, 'INSUFFICIENT_GEMS'], 'POST /quiz-battles/queue/join', user, {
            stakeAmount: 5,
          })
          await refused(client, [400, 'VALIDATION_FAILED'], 'POST /quiz-battles/queue/join', user, {
            stakeAmount: -1,
          })
          const body = { topicId: topic.id, stakeAmount: 0 }
          const { data } = await client.expectStatus(200, 'POST /quiz-battles/queue/join', user, body)
          await client.expectStatus(200, `DELETE /quiz-battles/queue/${data.queueTicket}`, user)
        },
      },
      {
        name: 'POST /quiz-battles/bot/start',
        promise: '200 {success, data: {roomId, opponent, questions}}',
        prove: async (client) => {
          const body = await client.shared(botBattle)
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
        prove: async (client) => {
          await needsToken(client, 'GET /promotions/active')
          const body = await client.expectStatus(200, 'GET /promotions/active', await client.newUser())
          assert.deepEqual(Object.keys(body).sort(), ['banners', 'popup'])
          assert.deepEqual(Object.keys(await client.shared(promotions)).sort(), ['banners', 'popup'])
        },
      },
      ...['IMPRESSION', 'CLICK', 'DISMISS'].map((eventType) => ({
        name: `POST /promotions/:id/event ${eventType}`,
        promise: 'Bearer; eventType required, country optional; 200 bare {tracked}',
        prove: async (client: ConformanceClient) => {
          const { popup } = await client.shared(promotions)
          const route = `POST /promotions/${popup.id}/event`
          await needsToken(client, route, { eventType })
          const body = await client.expectStatus(200, route, await client.newUser(), {
            eventType,
            country: 'KE',
          })
          assert.deepEqual(body, { tracked: true })
        },
      })),
      {
        name: 'POST /promotions/:id/event, another type',
        promise: 'eventType is one of three',
        prove: async (client) => {
          const { popup } = await client.shared(promotions)
          const user = await client.shared(learner)
          const route = `POST /promotions/${popup.id}/event`
          await refused(client, [400, 'VALIDATION_FAILED'], route, user, { eventType: 'SEEN' })
          await refused(client, [400, 'VALIDATION_FAILED'], route, user, {})
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
        prove: async (client: ConformanceClient) => {
          const token = platform === 'web' ? WEB_SUBSCRIPTION : `a-phone-${platform}`
          await needsToken(client, 'POST /notifications/device-token', { token, platform })
          const user = await client.newUser()
          enveloped(
            await client.expectStatus(201, 'POST /notifications/device-token', user, { token, platform }),
            'message',
          )
          await refused(client, [400, 'VALIDATION_FAILED'], 'POST /notifications/device-token', user, {
            token,
          })
          await refused(client, [400, 'VALIDATION_FAILED'], 'POST /notifications/device-token', user, {
            platform,
          })
        },
      })),
      {
        name: 'POST /notifications/device-token, another platform',
        promise: 'platform is one of three',
        prove: async (client) => {
          const body = { token: 'a-fridge', platform: 'fridge' }
          const user = await client.shared(learner)
          await refused(client, [400, 'VALIDATION_FAILED'], 'POST /notifications/device-token', user, body)
        },
      },
      {
        name: 'GET /notifications',
        promise: 'Bearer; 200 {success, data: notification[]}',
        prove: async (client) => {
          await needsToken(client, 'GET /notifications')
          assert.ok(Array.isArray((await client.shared(notified)).inbox))
        },
      },
      {
        name: 'PATCH /notifications/:id/read',
        promise: 'marks the notification read; of somebody else it is not there',
        prove: async (client) => {
          const { user, inbox } = await client.shared(notified)
          const route = `PATCH /notifications/${inbox[0].id}/read`
          await needsToken(client, route)
          assert.equal((await client.call(route, await client.newUser())).status, 404)
          enveloped(await client.expectStatus(200, route, user), 'data')
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
