import { strict as assert } from 'node:assert'
import { createKeyWallet } from '../../src/modules/wallet/chain-wallet-testbed.ts'
import type { Section } from './row.ts'
import { badges, balance, botBattle, inviter, learner, notified, promotions, queued } from './scenes.ts'
import { withBadges } from './streaks-and-badges.ts'
import { enveloped, needsToken, refused, type World } from './world.ts'

/** Somebody with a PIN. */
const pinOwner = async (world: World) => {
  const user = await world.newUser()
  const set = await world.answer(200, 'POST /auth/set-wallet-pin', user, { pin: '739164' })
  return { user, set }
}

export const ACCOUNT_ENDPOINTS: Section[] = [
  {
    title: 'Endpoints: Wallet PIN',
    rows: [
      {
        name: 'POST /auth/set-wallet-pin',
        promise: 'Bearer; pin string; 200 {success, message}',
        prove: async (world) => {
          await needsToken(world, 'POST /auth/set-wallet-pin', { pin: '739164' })
          enveloped((await world.once(pinOwner)).set, 'message')
        },
      },
      {
        name: 'POST /auth/verify-wallet-pin',
        promise: 'Bearer; pin; 200 {success, data: {verified, pinToken}, message}',
        prove: async (world) => {
          const { user } = await world.once(pinOwner)
          await needsToken(world, 'POST /auth/verify-wallet-pin', { pin: '739164' })
          const body = await world.answer(200, 'POST /auth/verify-wallet-pin', user, { pin: '739164' })
          enveloped(body, 'data', 'message')
          assert.deepEqual([body.data.verified, typeof body.data.pinToken], [true, 'string'])
          await refused(world, [401, 'PIN_INVALID'], 'POST /auth/verify-wallet-pin', user, { pin: '904512' })
        },
      },
      {
        name: 'POST /auth/reset-wallet-pin-otp',
        promise: 'sends a one-time code to the e-mail address of the user',
        prove: async (world) => {
          const { user } = await world.once(pinReset)
          const letter = await world.service.mailTo(user.email)
          assert.match(letter!.text, /PIN/)
        },
      },
      {
        name: 'POST /auth/verify-wallet-pin-reset-otp',
        promise: 'otpCode, newPin: verifies the code and sets the new PIN',
        prove: async (world) => {
          const { user, reset } = await world.once(pinReset)
          enveloped(reset, 'message')
          await world.answer(200, 'POST /auth/verify-wallet-pin', user, { pin: '580471' })
        },
      },
    ],
  },
  {
    title: 'Endpoints: Referrals',
    rows: [
      {
        name: 'POST /referral/code',
        promise: 'Bearer; no body; 201 bare {referralCode}',
        prove: async (world) => {
          await needsToken(world, 'POST /referral/code')
          const body = await world.answer(201, 'POST /referral/code', await world.once(learner))
          assert.deepEqual(Object.keys(body), ['referralCode'])
        },
      },
      {
        name: 'GET /referral/stats',
        promise: 'Bearer; 200 {success, data: referral stats}',
        prove: async (world) => {
          await needsToken(world, 'GET /referral/stats')
          const { referralCode, stats } = await world.once(inviter)
          assert.deepEqual([stats.referralCode, stats.totalInvited], [referralCode, 1])
        },
      },
    ],
  },
  {
    title: 'Endpoints: Profile',
    rows: [
      {
        name: 'GET /user/profile',
        promise: 'Bearer; 200 {success, data: profile}',
        prove: async (world) => {
          await needsToken(world, 'GET /user/profile')
          enveloped(await world.answer(200, 'GET /user/profile', await world.once(learner)), 'data')
        },
      },
      {
        name: 'PATCH /user/profile',
        promise: 'JSON: username, country, bio; 200 {success, data: {id, username, country}, message}',
        prove: async (world) => {
          const user = await world.newUser()
          const change = { username: `new_${user.username}`, country: 'NG', bio: 'A slide a day.' }
          await needsToken(world, 'PATCH /user/profile', change)
          const body = await world.answer(200, 'PATCH /user/profile', user, change)
          enveloped(body, 'data', 'message')
          const { id, username, country } = body.data
          assert.deepEqual([id, username, country], [user.id, change.username, 'NG'])
          assert.equal((await world.get('/user/profile', user)).bio, change.bio)
        },
      },
      {
        name: 'PATCH /user/profile, multipart',
        promise: 'multipart, with an optional avatar',
        prove: async (world) => {
          const user = await world.newUser()
          const before = (await world.get('/user/profile', user)).profileImageUrl
          const form = new FormData()
          form.set('bio', 'With a picture.')
          form.set('avatar', new File([ONE_PIXEL], 'me.png', { type: 'image/png' }))
          const { data } = await world.answer(200, 'PATCH /user/profile', user, form)
          assert.equal(data.id, user.id)
          const after = await world.get('/user/profile', user)
          assert.equal(after.bio, 'With a picture.')
          assert.notEqual(after.profileImageUrl, before)
        },
      },
    ],
  },
  {
    title: 'Endpoints: Badges and blockchain',
    rows: [
      {
        name: 'GET /badges/progress/:userId',
        promise: 'Bearer; 200 {success, data: badge progress[]}',
        prove: async (world) => {
          const { id } = await world.once(learner)
          await needsToken(world, `GET /badges/progress/${id}`)
          const types = (await world.once(badges)).map(({ badgeType }: { badgeType: string }) => badgeType)
          for (const type of ['QUIZ_MASTER', 'SEVEN_DAY_STREAK', 'COURSE_EXPLORER'])
            assert.ok(types.includes(type))
        },
      },
      {
        name: 'GET /badges/near-completion/:userId',
        promise: '200 {success, data: near-completion badge[]}; exactly the four fields',
        prove: async (world) => {
          const user = await withBadges(world, { QUIZ_MASTER: 49 })
          const body = await world.answer(200, `GET /badges/near-completion/${user.id}`, user)
          enveloped(body, 'data')
          assert.deepEqual(body.data, [
            { badgeType: 'QUIZ_MASTER', currentProgress: 49, requiredProgress: 50, progressPercentage: 98 },
          ])
        },
      },
      {
        name: 'GET /blockchain/user/:userId/balance',
        promise: 'Bearer; 200 {success, data: balance}',
        prove: async (world) => {
          const { id } = await world.once(learner)
          await needsToken(world, `GET /blockchain/user/${id}/balance`)
          assert.equal((await world.once(balance)).userId, id)
        },
      },
      {
        name: 'POST /blockchain/link-wallet',
        promise:
          'walletAddress, signature, message (with a nonce); 200 {success, data: {linkedAddress}, message}',
        prove: async (world) => {
          const [user, wallet] = [await world.newUser(), createKeyWallet()]
          const path = `/blockchain/link-wallet/nonce?address=${wallet.address}`
          const { message, nonce } = await world.get(path, user)
          assert.ok(message.includes(nonce))
          const body = {
            walletAddress: wallet.address,
            message,
            signature: await wallet.signMessage(message),
          }
          const forged = { ...body, signature: await createKeyWallet().signMessage(message) }
          await refused(world, [401, 'SIGNATURE_INVALID'], 'POST /blockchain/link-wallet', user, forged)
          const again = await world.get(path, user)
          const signed = {
            ...body,
            message: again.message,
            signature: await wallet.signMessage(again.message),
          }
          const linked = await world.answer(200, 'POST /blockchain/link-wallet', user, signed)
          enveloped(linked, 'data', 'message')
          assert.equal(linked.data.linkedAddress.toLowerCase(), wallet.address.toLowerCase())
        },
      },
    ],
  },
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

/** Somebody who lost the PIN and set another by a mailed code. */
const pinReset = async (world: World) => {
  const user = await world.newUser()
  await world.answer(200, 'POST /auth/set-wallet-pin', user, { pin: '739164' })
  await world.answer(200, 'POST /auth/reset-wallet-pin-otp', user)
  const code = { otpCode: await world.service.codeFor(user.email), newPin: '580471' }
  const letter = await world.service.mailTo(user.email)
  assert.match(letter!.text, /\b\d{6}\b/)
  return { user, reset: await world.answer(200, 'POST /auth/verify-wallet-pin-reset-otp', user, code) }
}

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const WEB_SUBSCRIPTION = JSON.stringify({
  endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
})
