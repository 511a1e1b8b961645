import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { createTestDatabase } from '../../../test/harness/database.ts'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { requireOffRampUnblocked } from './public/require-off-ramp-unblocked.ts'
import { outcomeOf, refusalOf } from './wallet-testbed.ts'

const PIN = '739164'
const NEW_PIN = '580471'
const WRONG = '402857'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const send = (user: TestUser, path: string, body?: unknown) =>
  service.call(`POST /auth/${path}`, { token: user.accessToken, ...(body ? { body } : {}) })
const verify = (user: TestUser, pin: string) => send(user, 'verify-wallet-pin', { pin })

async function withPin(): Promise<TestUser> {
  const user = await service.register()
  expect((await send(user, 'set-wallet-pin', { pin: PIN })).status).toBe(200)
  return user
}

/** Skips the minute between two e-mails. */
async function clearSentCodes(user: TestUser): Promise<void> {
  await service.test.database.query`
    update one_time_code set sent_at = sent_at - interval '2 minutes' where subject = ${user.id}`
}

describe('POST /auth/set-wallet-pin', () => {
  test('set-wallet-pin returns no data, and the PIN can be verified', async () => {
    const user = await service.register()
    const set = await send(user, 'set-wallet-pin', { pin: PIN })
    expect([set.status, set.body]).toEqual([200, { success: true, message: 'The wallet PIN is set' }])
    const verified = await verify(user, PIN)
    expect(verified.status).toBe(200)
    expect(verified.body).toEqual({
      success: true,
      data: { verified: true, pinToken: expect.stringMatching(/^[\w-]{43}$/) },
      message: expect.any(String),
    })
  })

  test('set-wallet-pin rejects weak PINs and invalid input', async () => {
    const user = await service.register()
    const weak = await send(user, 'set-wallet-pin', { pin: '1212' })
    expect([weak.status, weak.body.error.code]).toEqual([422, 'WEAK_PIN'])
    for (const pin of [7391, '739', '7391640', '73a1', ['7391'], '']) {
      const response = await send(user, 'set-wallet-pin', { pin })
      expect([pin, response.status, response.body.error.code]).toEqual([pin, 400, 'VALIDATION_FAILED'])
    }
    const none = await verify(user, PIN)
    expect([none.status, none.body.error.code]).toEqual([409, 'PIN_NOT_SET'])
  })

  test('a change of the PIN needs the current one and sends an e-mail', async () => {
    const user = await withPin()
    const blind = await send(user, 'set-wallet-pin', { pin: NEW_PIN })
    expect([blind.status, blind.body.error.code]).toEqual([409, 'PIN_ALREADY_SET'])
    const guessed = await send(user, 'set-wallet-pin', { pin: NEW_PIN, currentPin: WRONG })
    expect([guessed.status, guessed.body.error]).toMatchObject([
      403,
      { code: 'PIN_INVALID', remainingAttempts: 4 },
    ])
    const same = await send(user, 'set-wallet-pin', { pin: PIN, currentPin: PIN })
    expect([same.status, same.body.error.code]).toEqual([422, 'WEAK_PIN'])
    expect((await send(user, 'set-wallet-pin', { pin: NEW_PIN, currentPin: PIN })).status).toBe(200)
    expect((await service.mailTo(user.email))!.subject).toBe('Your wallet PIN was changed')
    expect([(await verify(user, PIN)).status, (await verify(user, NEW_PIN)).status]).toEqual([403, 200])
  })
})

test('five wrong PINs lock the PIN, and the response has the duration', async () => {
  const user = await withPin()
  for (const remainingAttempts of [4, 3, 2, 1, 0]) {
    const wrong = await verify(user, WRONG)
    expect([wrong.status, wrong.body.error]).toMatchObject([403, { code: 'PIN_INVALID', remainingAttempts }])
  }
  const locked = await verify(user, PIN)
  expect([locked.status, locked.body.error.code]).toEqual([423, 'PIN_LOCKED'])
  const wait = Number(locked.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(13 * 60)
  expect(wait).toBeLessThanOrEqual(15 * 60)
  const change = await send(user, 'set-wallet-pin', { pin: NEW_PIN, currentPin: PIN })
  expect(change.status).toBe(423)
})

test('a hundred concurrent requests get five PIN comparisons', async () => {
  const user = await withPin()
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0
        ? verify(user, String(310_571 + index))
        : send(user, 'set-wallet-pin', { pin: NEW_PIN, currentPin: String(310_571 + index) }),
    ),
  )
  const count = (status: number) => responses.filter((response) => response.status === status).length
  expect([count(403), count(423)]).toEqual([5, 95])
})

describe('POST /auth/verify-wallet-pin with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'pin-1' }
  const verifyBy = (token: string, pin: string) =>
    service.call('POST /auth/verify-wallet-pin', { token, body: { pin }, headers })

  test('each session gets its own token, and a repeated request gets the same token', async () => {
    const user = await withPin()
    const { email, password } = user
    const other = await service.call('POST /auth/login', { body: { email, password } })
    const here = await verifyBy(user.accessToken, PIN)
    const there = await verifyBy(other.body.data.accessToken, PIN)
    expect([here.status, there.status]).toEqual([200, 200])
    expect(there.body.data.pinToken).not.toBe(here.body.data.pinToken)
    expect((await verifyBy(user.accessToken, PIN)).body).toEqual(here.body)
  })

  test('guesses with a used key count as attempts and get no result after five', async () => {
    const user = await withPin()
    await verifyBy(user.accessToken, PIN)
    for (let guess = 0; guess < 5; guess++) await verifyBy(user.accessToken, String(310_571 + guess))
    const hit = await verifyBy(user.accessToken, PIN)
    expect([hit.status, hit.body.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })
})

test('a rate limit bounds requests, and the lock is reported before the limit', async () => {
  const limited = await startTestService({ RATE_LIMITS: 'on', LIMIT_CREDENTIALS_PER_ACCOUNT: '20/900' })
  try {
    const { accessToken: token } = await limited.register()
    const guess = (pin: string) => limited.call('POST /auth/verify-wallet-pin', { token, body: { pin } })
    await limited.call('POST /auth/set-wallet-pin', { token, body: { pin: PIN } })
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(String(310_571 + index))),
    )
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(responses.filter(({ status }) => ![403, 423, 429].includes(status))).toEqual([])
    const right = await guess(PIN)
    expect([right.status, right.body.error.code]).toEqual([423, 'PIN_LOCKED'])
  } finally {
    await limited.stop()
  }
})

test('many concurrent payouts wait for the PIN row a few times only and use no attempt', async () => {
  const limited = await startTestService({ RATE_LIMITS: 'on', LIMIT_CREDENTIALS_PER_ACCOUNT: '3/900' })
  try {
    const { accessToken: token, id } = await limited.register()
    await limited.call('POST /auth/set-wallet-pin', { token, body: { pin: PIN } })
    const sell = () =>
      limited.call('POST /payment/off-ramp/initiate', {
        token,
        body: { quoteId: newId(), paymentMethod: 'MPESA', walletPin: PIN },
      })
    const statuses: number[] = []
    const refused = () => statuses.filter((status) => status === 429).length
    // All requests arrive while another transaction has the row lock.
    const { sales } = await limited.test.database.transaction(async ({ statement }) => {
      await statement`select from wallet_pin where user_id = ${id} for update`
      const sales = Array.from({ length: 20 }, async () => void statuses.push((await sell()).status))
      await waitUntil(() => statuses.length >= 10)
      // In an object, because the driver awaits the promises of an array before it commits.
      return { sales }
    })
    expect(refused()).toBeGreaterThanOrEqual(10)
    await Promise.all(sales)
    // A refusal for another reason is not an attempt.
    for (let time = 0; time < 5; time++) expect((await sell()).body.error.code).toBe('PROVIDER_UNAVAILABLE')
  } finally {
    await limited.stop()
  }
})

test('the lock survives a killed process', async () => {
  const database = await createTestDatabase()
  try {
    const first = await spawnService({ DATABASE_URL: database.url })
    const user = await first.register()
    const token = user.accessToken
    await first.call('POST /auth/set-wallet-pin', { token, body: { pin: PIN } })
    for (let time = 0; time < 5; time++)
      await first.call('POST /auth/verify-wallet-pin', { token, body: { pin: WRONG } })
    await first.kill('SIGKILL')
    const second = await spawnService({ DATABASE_URL: database.url })
    const response = await second.call('POST /auth/verify-wallet-pin', { token, body: { pin: PIN } })
    expect([response.status, response.body.error.code]).toEqual([423, 'PIN_LOCKED'])
    await second.kill('SIGTERM')
  } finally {
    await database.drop()
  }
})

describe('PIN reset by e-mail', () => {
  test('a reset sets a new PIN while the old one is locked and deletes the tokens', async () => {
    const user = await withPin()
    await verify(user, PIN)
    const tokens = async () =>
      (await service.test.database.query`select from pin_token where user_id = ${user.id}`).length
    expect(await tokens()).toBe(1)
    for (let time = 0; time < 5; time++) await verify(user, WRONG)
    const asked = await send(user, 'reset-wallet-pin-otp')
    expect([asked.status, asked.body]).toEqual([200, { success: true, message: 'A code was sent' }])
    const mail = (await service.mailTo(user.email))!
    expect(mail.subject).toBe('Reset your wallet PIN')
    expect(mail.subject).not.toMatch(/\d/)
    const otpCode = await service.codeFor(user.email)
    const reset = await send(user, 'verify-wallet-pin-reset-otp', { otpCode, newPin: NEW_PIN })
    expect([reset.status, reset.body]).toEqual([200, { success: true, message: 'The wallet PIN is changed' }])
    expect(await tokens()).toBe(0)
    expect((await service.mailTo(user.email))!.subject).toBe('Your wallet PIN was changed')
    expect([(await verify(user, NEW_PIN)).status, (await verify(user, PIN)).status]).toEqual([200, 403])
    const again = await send(user, 'verify-wallet-pin-reset-otp', { otpCode, newPin: PIN })
    expect([again.status, again.body.error.code]).toEqual([410, 'CODE_EXPIRED'])
  })

  test('a reset needs a PIN and a code of this user', async () => {
    const [user, other] = [await service.register(), await withPin()]
    const none = await send(user, 'reset-wallet-pin-otp')
    expect([none.status, none.body.error.code]).toEqual([409, 'PIN_NOT_SET'])
    await send(user, 'set-wallet-pin', { pin: PIN })
    await send(user, 'reset-wallet-pin-otp')
    const otpCode = await service.codeFor(user.email)
    const stolen = await send(other, 'verify-wallet-pin-reset-otp', { otpCode, newPin: NEW_PIN })
    expect([stolen.status, stolen.body.error.code]).toEqual([400, 'CODE_INVALID'])
    // A code for another purpose is not valid here.
    await service.call('POST /auth/otp/request', { body: { email: other.email } })
    const signIn = await service.codeFor(other.email)
    const wrongPurpose = await send(other, 'verify-wallet-pin-reset-otp', {
      otpCode: signIn,
      newPin: NEW_PIN,
    })
    expect(wrongPurpose.status).toBe(400)
  })

  test('a user gets one code a minute and five a day, and a new code replaces the old one', async () => {
    const user = await withPin()
    await send(user, 'reset-wallet-pin-otp')
    const old = await service.codeFor(user.email)
    const soon = await send(user, 'reset-wallet-pin-otp')
    expect([soon.status, soon.body.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    for (let time = 2; time <= 5; time++) {
      await clearSentCodes(user)
      expect((await send(user, 'reset-wallet-pin-otp')).status).toBe(200)
    }
    await clearSentCodes(user)
    const sixth = await send(user, 'reset-wallet-pin-otp')
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_600)
    expect((await send(user, 'verify-wallet-pin-reset-otp', { otpCode: old, newPin: NEW_PIN })).status).toBe(
      400,
    )
    const otpCode = await service.codeFor(user.email)
    expect((await send(user, 'verify-wallet-pin-reset-otp', { otpCode, newPin: NEW_PIN })).status).toBe(200)
  })

  test('a weak new PIN does not use the code', async () => {
    const user = await withPin()
    await send(user, 'reset-wallet-pin-otp')
    const otpCode = await service.codeFor(user.email)
    const easy = await send(user, 'verify-wallet-pin-reset-otp', { otpCode, newPin: '1234' })
    expect([easy.status, easy.body.error.code]).toEqual([422, 'WEAK_PIN'])
    expect((await send(user, 'verify-wallet-pin-reset-otp', { otpCode, newPin: NEW_PIN })).status).toBe(200)
  })

  test('five wrong codes end a code, and concurrent requests use a correct code once', async () => {
    const [guesser, user] = [await withPin(), await withPin()]
    await Promise.all([send(guesser, 'reset-wallet-pin-otp'), send(user, 'reset-wallet-pin-otp')])
    const right = await service.codeFor(guesser.email)
    const wrongs = Array.from({ length: 20 }, (_, index) => String((Number(right) + index + 1) % 1_000_000))
    const guesses = await Promise.all(
      wrongs.map((wrong) =>
        send(guesser, 'verify-wallet-pin-reset-otp', { otpCode: wrong.padStart(6, '0'), newPin: NEW_PIN }),
      ),
    )
    expect(guesses.filter(({ body }) => body.error.code === 'CODE_INVALID')).toHaveLength(5)
    const late = await send(guesser, 'verify-wallet-pin-reset-otp', { otpCode: right, newPin: NEW_PIN })
    expect([late.status, late.body.error.code]).toEqual([410, 'CODE_EXPIRED'])

    const otpCode = await service.codeFor(user.email)
    const uses = await Promise.all(
      Array.from({ length: 10 }, () =>
        send(user, 'verify-wallet-pin-reset-otp', { otpCode, newPin: NEW_PIN }),
      ),
    )
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('claiming an unverified account removes its PIN', async () => {
  const otherUser = await withPin()
  const email = otherUser.email
  await service.call('POST /auth/otp/request', { body: { email } })
  const otpCode = await service.codeFor(email)
  const owner = await service.call('POST /auth/otp/login', { body: { email, otpCode } })
  expect(owner.status).toBe(200)
  const token = owner.body.data.accessToken
  const response = await service.call('POST /auth/verify-wallet-pin', { token, body: { pin: PIN } })
  expect([response.status, response.body.error.code]).toEqual([409, 'PIN_NOT_SET'])
})

test('claiming an unverified account blocks payouts as a PIN reset does', async () => {
  const blocking = await startTestService({ PIN_RESET_BLOCK_SECONDS: '3600' })
  try {
    const otherUser = await blocking.register()
    const { email, id } = otherUser
    const userId = id as UserId
    await blocking.call('POST /auth/set-wallet-pin', { token: otherUser.accessToken, body: { pin: PIN } })
    await blocking.call('POST /auth/forgot-password', { body: { email } })
    const newPassword = 'whoever-reads-the-mailbox'
    const otpCode = await blocking.codeFor(email)
    await blocking.call('POST /auth/reset-password', { body: { email, otpCode, newPassword } })
    const signedIn = await blocking.call('POST /auth/login', { body: { email, password: newPassword } })
    const token = signedIn.body.data.accessToken
    const set = await blocking.call('POST /auth/set-wallet-pin', { token, body: { pin: NEW_PIN } })
    expect(set.status).toBe(200)
    const { query } = blocking.test.database
    const open = (now: Date) => outcomeOf(requireOffRampUnblocked(query, { userId, now }))
    expect(await open(new Date())).toBe('OFF_RAMP_BLOCKED')
    expect(await open(new Date(Date.now() + 3_700_000))).toBe('done')
    // Other users are not blocked.
    const other = (await blocking.register()).id as UserId
    expect(await outcomeOf(requireOffRampUnblocked(query, { userId: other, now: new Date() }))).toBe('done')
  } finally {
    await blocking.stop()
  }
})

test('the first PIN blocks payouts for the configured time, and the refusal says until when', async () => {
  const blocking = await startTestService({ FIRST_PIN_BLOCK_SECONDS: '3600' })
  try {
    const user = await blocking.register()
    const token = user.accessToken
    const set = (body: object) => blocking.call('POST /auth/set-wallet-pin', { token, body })
    const { query } = blocking.test.database
    const open = (now: Date) => outcomeOf(requireOffRampUnblocked(query, { userId: user.id as UserId, now }))
    expect(await open(new Date())).toBe('done')
    expect((await set({ pin: PIN })).status).toBe(200)
    expect(await open(new Date())).toBe('OFF_RAMP_BLOCKED')
    // A change with the current PIN neither ends nor extends the block.
    expect((await set({ pin: NEW_PIN, currentPin: PIN })).status).toBe(200)
    expect(await open(new Date())).toBe('OFF_RAMP_BLOCKED')
    expect(await open(new Date(Date.now() + 3_700_000))).toBe('done')
    const refusal = await refusalOf(
      requireOffRampUnblocked(query, { userId: user.id as UserId, now: new Date() }),
    )
    expect(refusal.extra).toEqual({ blockedUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
  } finally {
    await blocking.stop()
  }
})

test('the PIN endpoints need a token', async () => {
  for (const path of [
    'set-wallet-pin',
    'verify-wallet-pin',
    'reset-wallet-pin-otp',
    'verify-wallet-pin-reset-otp',
  ])
    expect((await service.call(`POST /auth/${path}`, { body: { pin: PIN } })).status).toBe(401)
})
