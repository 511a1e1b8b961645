import { strict as assert } from 'node:assert'
import { createKeyWallet } from '../../src/modules/wallet/chain-wallet-testbed.ts'
import { type ConformanceClient, enveloped, needsToken, refused } from './conformance-client.ts'
import { badges, balance, inviter, learner } from './fixtures.ts'
import type { Section } from './row.ts'
import { withBadges } from './streaks-and-badges.ts'

/** A user with a PIN. */
const pinOwner = async (client: ConformanceClient) => {
  const user = await client.newUser()
  const set = await client.expectStatus(200, 'POST /auth/set-wallet-pin', user, { pin: '739164' })
  return { user, set }
}

export const ACCOUNT_ENDPOINTS: Section[] = [
  {
    title: 'Endpoints: Wallet PIN',
    rows: [
      {
        name: 'POST /auth/set-wallet-pin',
        promise: 'Bearer; pin string; 200 {success, message}',
        prove: async (client) => {
          await needsToken(client, 'POST /auth/set-wallet-pin', { pin: '739164' })
          enveloped((await client.shared(pinOwner)).set, 'message')
        },
      },
      {
        name: 'POST /auth/verify-wallet-pin',
        promise: 'Bearer; pin; 200 {success, data: {verified, pinToken}, message}',
        prove: async (client) => {
          const { user } = await client.shared(pinOwner)
          await needsToken(client, 'POST /auth/verify-wallet-pin', { pin: '739164' })
          const body = await client.expectStatus(200, 'POST /auth/verify-wallet-pin', user, { pin: '739164' })
          enveloped(body, 'data', 'message')
          assert.deepEqual([body.data.verified, typeof body.data.pinToken], [true, 'string'])
          await refused(client, [403, 'PIN_INVALID'], 'POST /auth/verify-wallet-pin', user, { pin: '904512' })
        },
      },
      {
        name: 'POST /auth/reset-wallet-pin-otp',
        promise: 'sends a one-time code to the e-mail address of the user',
        prove: async (client) => {
          const { user } = await client.shared(pinReset)
          const mail = await client.service.mailTo(user.email)
          assert.match(mail!.text, /PIN/)
        },
      },
      {
        name: 'POST /auth/verify-wallet-pin-reset-otp',
        promise: 'otpCode, newPin: verifies the code and sets the new PIN',
        prove: async (client) => {
          const { user, reset } = await client.shared(pinReset)
          enveloped(reset, 'message')
          await client.expectStatus(200, 'POST /auth/verify-wallet-pin', user, { pin: '580471' })
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
        prove: async (client) => {
          await needsToken(client, 'POST /referral/code')
          const body = await client.expectStatus(201, 'POST /referral/code', await client.shared(learner))
          assert.deepEqual(Object.keys(body), ['referralCode'])
        },
      },
      {
        name: 'GET /referral/stats',
        promise: 'Bearer; 200 {success, data: referral stats}',
        prove: async (client) => {
          await needsToken(client, 'GET /referral/stats')
          const { referralCode, stats } = await client.shared(inviter)
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
        prove: async (client) => {
          await needsToken(client, 'GET /user/profile')
          enveloped(await client.expectStatus(200, 'GET /user/profile', await client.shared(learner)), 'data')
        },
      },
      {
        name: 'PATCH /user/profile',
        promise: 'JSON: username, country, bio; 200 {success, data: {id, username, country}, message}',
        prove: async (client) => {
          const user = await client.newUser()
          const change = { username: `new_${user.username}`, country: 'NG', bio: 'A slide a day.' }
          await needsToken(client, 'PATCH /user/profile', change)
          const body = await client.expectStatus(200, 'PATCH /user/profile', user, change)
          enveloped(body, 'data', 'message')
          const { id, username, country } = body.data
          assert.deepEqual([id, username, country], [user.id, change.username, 'NG'])
          assert.equal((await client.get('/user/profile', user)).bio, change.bio)
        },
      },
      {
        name: 'PATCH /user/profile, multipart',
        promise: 'multipart, with an optional avatar',
        prove: async (client) => {
          const user = await client.newUser()
          const before = (await client.get('/user/profile', user)).profileImageUrl
          const form = new FormData()
          form.set('bio', 'With a picture.')
          form.set('avatar', new File([ONE_PIXEL], 'me.png', { type: 'image/png' }))
          const { data } = await client.expectStatus(200, 'PATCH /user/profile', user, form)
          assert.equal(data.id, user.id)
          const after = await client.get('/user/profile', user)
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
        prove: async (client) => {
          const { id } = await client.shared(learner)
          await needsToken(client, `GET /badges/progress/${id}`)
          const types = (await client.shared(badges)).map(({ badgeType }: { badgeType: string }) => badgeType)
          for (const type of ['QUIZ_MASTER', 'SEVEN_DAY_STREAK', 'COURSE_EXPLORER'])
            assert.ok(types.includes(type))
        },
      },
      {
        name: 'GET /badges/near-completion/:userId',
        promise: '200 {success, data: near-completion badge[]}; exactly the four fields',
        prove: async (client) => {
          const user = await withBadges(client, { QUIZ_MASTER: 49 })
          const body = await client.expectStatus(200, `GET /badges/near-completion/${user.id}`, user)
          enveloped(body, 'data')
          assert.deepEqual(body.data, [
            { badgeType: 'QUIZ_MASTER', currentProgress: 49, requiredProgress: 50, progressPercentage: 98 },
          ])
        },
      },
      {
        name: 'GET /blockchain/user/:userId/balance',
        promise: 'Bearer; 200 {success, data: balance}',
        prove: async (client) => {
          const { id } = await client.shared(learner)
          await needsToken(client, `GET /blockchain/user/${id}/balance`)
          assert.equal((await client.shared(balance)).userId, id)
        },
      },
      {
        name: 'POST /blockchain/link-wallet',
        promise:
          'walletAddress, signature, message (with a nonce); 200 {success, data: {linkedAddress}, message}',
        prove: async (client) => {
          const [user, wallet] = [await client.newUser(), createKeyWallet()]
          const path = `/blockchain/link-wallet/nonce?address=${wallet.address}`
          const { message, nonce } = await client.get(path, user)
          assert.ok(message.includes(nonce))
          const body = {
            walletAddress: wallet.address,
            message,
            signature: await wallet.signMessage(message),
          }
          const forged = { ...body, signature: await createKeyWallet().signMessage(message) }
          await refused(client, [422, 'SIGNATURE_INVALID'], 'POST /blockchain/link-wallet', user, forged)
          const again = await client.get(path, user)
          const signed = {
            ...body,
            message: again.message,
            signature: await wallet.signMessage(again.message),
          }
          const linked = await client.expectStatus(200, 'POST /blockchain/link-wallet', user, signed)
          enveloped(linked, 'data', 'message')
          assert.equal(linked.data.linkedAddress.toLowerCase(), wallet.address.toLowerCase())
        },
      },
    ],
  },
]

/** A user who reset the PIN by a code in an e-mail. */
const pinReset = async (client: ConformanceClient) => {
  const user = await client.newUser()
  await client.expectStatus(200, 'POST /auth/set-wallet-pin', user, { pin: '739164' })
  await client.expectStatus(200, 'POST /auth/reset-wallet-pin-otp', user)
  const code = { otpCode: await client.service.codeFor(user.email), newPin: '580471' }
  const mail = await client.service.mailTo(user.email)
  assert.match(mail!.text, /\b\d{6}\b/)
  return { user, reset: await client.expectStatus(200, 'POST /auth/verify-wallet-pin-reset-otp', user, code) }
}

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
