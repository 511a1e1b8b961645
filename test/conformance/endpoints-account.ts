import { strict as assert } from 'node:assert'
import { createKeyWallet } from '../../src/modules/wallet/chain-wallet-testbed.ts'
import type { Section } from './row.ts'
import { badges, balance, inviter, learner } from './scenes.ts'
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
