import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, useSystemClock } from '../../platform/clock.ts'

let service: TestService
const time = createTestClock()
let people = 0
const newPerson = () => {
  people++
  return { email: `coder${people}@example.com`, username: `coder_${people}` }
}

beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service?.stop()
  useSystemClock()
})

const ask = (email: string) => service.call('POST /auth/otp/request', { body: { email } })
const login = (body: Record<string, unknown>) => service.call('POST /auth/otp/login', { body })
const countMails = async (email: string) =>
  (await service.call(`GET //dev/mail?to=${email}`)).body.data.length as number
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

/** Registers a user with a mailed code; a new code can be sent to the address. */
async function comeByCode(): Promise<{ email: string; username: string; id: string; token: string }> {
  const person = newPerson()
  await ask(person.email)
  const response = await login({ ...person, otpCode: await service.codeFor(person.email) })
  expect(response.status).toBe(200)
  time.advance(MINUTE_MS)
  return { ...person, id: response.body.data.user.id, token: response.body.data.accessToken }
}

async function codeRow(subject: string) {
  const [row] = await service.test.database.query<{ attempts: number; digest: Buffer; subject: string }>`
    select attempts, code_digest as digest, subject from one_time_code
    where purpose = 'sign_in' and subject = ${subject}`
  return row!
}

test('known and unknown addresses get the same response and a code', async () => {
  const known = await comeByCode()
  const unknown = newPerson()
  const responses = [await ask(known.email), await ask(unknown.email)]
  expect(responses.map((response) => response.status)).toEqual([200, 200])
  expect(responses[0]!.body).toEqual(responses[1]!.body)
  expect(await countMails(known.email)).toBe(2)
  expect(await countMails(unknown.email)).toBe(1)
})

test('a second request within a minute gets 200 without a code, and a later one sends a code', async () => {
  const { email } = newPerson()
  await time.freezeWhile(async () => {
    await ask(email)
    time.advance(59 * SECOND_MS)
    expect((await ask(email)).status).toBe(200)
    expect(await countMails(email)).toBe(1)
    time.advance(2 * SECOND_MS)
    await ask(email)
    expect(await countMails(email)).toBe(2)
  })
})

test('twenty concurrent requests send one e-mail, regardless of the case of the address', async () => {
  const { email } = newPerson()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(index % 2 ? email : email.toUpperCase())),
  )
  expect(responses.every((response) => response.status === 200)).toBe(true)
  expect(await countMails(email)).toBe(1)
})

test('a sixth code within a day is not sent, and the next day one is', async () => {
  const { email } = newPerson()
  for (let sent = 1; sent <= 7; sent++) {
    expect((await ask(email)).status).toBe(200)
    expect(await countMails(email)).toBe(Math.min(sent, 5))
    time.advance(2 * MINUTE_MS)
  }
  time.advance(DAY_MS)
  await ask(email)
  expect(await countMails(email)).toBe(6)
})

test('an invalid e-mail address is rejected with the field', async () => {
  for (const email of ['', 'nobody', 'a@b', 17, null, `${'a'.repeat(250)}@b.org`, 'a@b.org\0']) {
    const response = await service.call('POST /auth/otp/request', { body: { email } })
    expect(response.status).toBe(400)
    expect(response.body.error.code).toBe('VALIDATION_FAILED')
    expect(response.body.error.details[0].field).toBe('email')
  }
})

test('the code signs in regardless of the case of the address', async () => {
  const person = await comeByCode()
  await ask(person.email)
  const response = await login({
    email: person.email.toUpperCase(),
    otpCode: await service.codeFor(person.email),
  })
  expect(response.status).toBe(200)
  expect(response.body.data.user.id).toBe(person.id)
  expect(response.body.data).toMatchObject({ tokenType: 'Bearer', expiresIn: 900 })
  const profile = await service.call('GET /user/profile', { token: response.body.data.accessToken })
  expect(profile.body.data.email).toBe(person.email)
})

test('the code is sent to the address as it was registered', async () => {
  const email = 'Spelled.So@example.com'
  await service.register({ email })
  expect((await ask('spelled.SO@Example.com')).status).toBe(200)
  const mails = await service.test.database.query<{ recipient: string }>`
    select recipient from outgoing_mail
    where lower(recipient) = lower(${email}) and subject = 'Your sign-in code'`
  expect(mails).toEqual([{ recipient: email }])
})

test('a new address with a username registers, verified and without a password', async () => {
  const person = newPerson()
  await ask(person.email)
  const response = await login({ ...person, country: 'ke', otpCode: await service.codeFor(person.email) })
  expect(response.status).toBe(200)
  expect(response.body.data.user).toMatchObject({
    email: person.email,
    username: person.username,
    country: 'KE',
    isEmailVerified: true,
    role: 'USER',
  })
  const byPassword = await service.call('POST /auth/login', {
    body: { email: person.email, password: 'anything-at-all' },
  })
  expect(byPassword.body.error.code).toBe('INVALID_CREDENTIALS')
})

test('a new address without a username gets 404 repeatedly, and the code stays usable', async () => {
  const person = newPerson()
  await ask(person.email)
  const otpCode = await service.codeFor(person.email)
  for (let round = 0; round < 8; round++) {
    const response = await login({ email: person.email, otpCode })
    expect(response.status).toBe(404)
    expect(response.body.error.code).toBe('USER_NOT_FOUND')
  }
  expect((await login({ ...person, otpCode })).status).toBe(200)
})

test('a username that is taken leaves the code usable with another one', async () => {
  const holder = await comeByCode()
  const person = newPerson()
  await ask(person.email)
  const otpCode = await service.codeFor(person.email)
  const taken = await login({ ...person, username: holder.username.toUpperCase(), otpCode })
  expect(taken.status).toBe(409)
  expect(taken.body.error.code).toBe('USERNAME_TAKEN')
  expect((await login({ ...person, otpCode })).status).toBe(200)
})

test('wrong codes are counted down, and the fifth invalidates the correct code', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const otpCode = await service.codeFor(email)
  for (let left = 4; left >= 0; left--) {
    const response = await login({ email, otpCode: wrong(otpCode) })
    expect(response.status).toBe(400)
    expect(response.body.error).toMatchObject({ code: 'CODE_INVALID', remainingAttempts: left })
  }
  const right = await login({ email, otpCode })
  expect(right.status).toBe(410)
  expect(right.body.error.code).toBe('CODE_EXPIRED')
})

test('the correct code works after four wrong attempts', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const otpCode = await service.codeFor(email)
  for (let guess = 0; guess < 4; guess++) await login({ email, otpCode: wrong(otpCode) })
  expect((await login({ email, otpCode })).status).toBe(200)
})

test('a hundred concurrent wrong attempts invalidate the code', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const otpCode = await service.codeFor(email)
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => login({ email, otpCode: wrong(otpCode) })),
  )
  const statuses = responses.map((response) => response.status).sort()
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(95).fill(410)])
  expect((await login({ email, otpCode })).status).toBe(410)
})

test('a wrong attempt without a username counts like one with a username', async () => {
  const person = newPerson()
  await ask(person.email)
  const otpCode = await service.codeFor(person.email)
  for (let guess = 0; guess < 5; guess++)
    expect((await login({ email: person.email, otpCode: wrong(otpCode) })).status).toBe(400)
  expect((await login({ ...person, otpCode })).status).toBe(410)
})

test('a code can be used once', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const otpCode = await service.codeFor(email)
  expect((await login({ email, otpCode })).status).toBe(200)
  const again = await login({ email, otpCode })
  expect(again.status).toBe(410)
  expect(again.body.error.code).toBe('CODE_EXPIRED')
})

test('of twenty concurrent sign-ins with the correct code one succeeds', async () => {
  const { email, id } = await comeByCode()
  await ask(email)
  const otpCode = await service.codeFor(email)
  const responses = await Promise.all(Array.from({ length: 20 }, () => login({ email, otpCode })))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
  expect(responses.filter((response) => response.status === 410)).toHaveLength(19)
  const sessions = await service.test.database.query`select id from session where user_id = ${id}`
  expect(sessions).toHaveLength(2)
})

test('of twenty concurrent registrations with one code one creates an account', async () => {
  const person = newPerson()
  await ask(person.email)
  const otpCode = await service.codeFor(person.email)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      login({ email: person.email, otpCode, username: `racer_${people}_${index}` }),
    ),
  )
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
  expect(responses.filter((response) => response.status === 410)).toHaveLength(19)
})

test('a code expires after exactly ten minutes', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const first = await service.codeFor(email)
  time.advance(10 * MINUTE_MS + SECOND_MS)
  const late = await login({ email, otpCode: first })
  expect(late.status).toBe(410)
  await ask(email)
  time.advance(10 * MINUTE_MS - 10 * SECOND_MS)
  expect((await login({ email, otpCode: await service.codeFor(email) })).status).toBe(200)
})

test('a new code replaces the old one and has all its attempts', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const old = await service.codeFor(email)
  for (let guess = 0; guess < 5; guess++) await login({ email, otpCode: wrong(old) })
  time.advance(MINUTE_MS)
  await ask(email)
  const fresh = await service.codeFor(email)
  // With a probability of one in a million both codes are equal.
  if (fresh !== old) {
    const response = await login({ email, otpCode: old })
    expect(response.body.error).toMatchObject({ code: 'CODE_INVALID', remainingAttempts: 4 })
  }
  expect((await login({ email, otpCode: fresh })).status).toBe(200)
})

test('a code does not work for another address', async () => {
  const [one, other] = [await comeByCode(), await comeByCode()]
  await ask(one.email)
  await ask(other.email)
  const [codeOfOne, codeOfOther] = [await service.codeFor(one.email), await service.codeFor(other.email)]
  if (codeOfOne !== codeOfOther) {
    const crossed = await login({ email: other.email, otpCode: codeOfOne })
    expect(crossed.body.error.code).toBe('CODE_INVALID')
  }
  const withoutRequest = await login({ email: newPerson().email, otpCode: codeOfOne })
  expect(withoutRequest.status).toBe(400)
  expect((await login({ email: other.email, otpCode: codeOfOther })).body.data.user.id).toBe(other.id)
})

test('a code for another purpose is rejected', async () => {
  const person = await comeByCode()
  await service.call('POST /auth/forgot-password', { body: { email: person.email } })
  const resetCode = await service.codeFor(person.email)
  await ask(person.email)
  const signInCode = await service.codeFor(person.email)
  if (resetCode !== signInCode) {
    const response = await login({ email: person.email, otpCode: resetCode })
    expect(response.body.error.code).toBe('CODE_INVALID')
    const reset = await service.call('POST /auth/reset-password', {
      body: { email: person.email, otpCode: signInCode, newPassword: 'a-new-long-password' },
    })
    expect(reset.body.error.code).toBe('CODE_INVALID')
  }
  expect((await login({ email: person.email, otpCode: signInCode })).status).toBe(200)
})

test('the table stores a keyed digest of the code', async () => {
  const { email } = newPerson()
  await ask(email)
  const otpCode = await service.codeFor(email)
  const row = await codeRow(email)
  expect(row.digest).toHaveLength(32)
  for (const guess of [otpCode, `${email}${otpCode}`, `sign_in\0${email}\0${otpCode}`]) {
    expect(row.digest.equals(new Bun.CryptoHasher('sha256').update(guess).digest() as Buffer)).toBe(false)
  }
  const rows = await service.test.database.query<{
    text: string
  }>`select one_time_code::text as text from one_time_code`
  // The digits may occur in a digest by chance, so whole words are compared.
  const words = new Set(rows.flatMap((row) => row.text.split(/[^0-9A-Za-z]+/)))
  expect(words.has(email.split('@')[0]!)).toBe(true)
  expect(words.has(otpCode)).toBe(false)
})

test('a suspended account is rejected although the code is correct', async () => {
  const person = await comeByCode()
  await service.test.database.query`update user_account set suspended_at = now() where id = ${person.id}`
  await ask(person.email)
  const response = await login({ email: person.email, otpCode: await service.codeFor(person.email) })
  expect(response.status).toBe(403)
  expect(response.body.error.code).toBe('ACCOUNT_SUSPENDED')
})

test('the counters of attempts and sent codes survive a restart', async () => {
  const { email } = await comeByCode()
  await ask(email)
  const otpCode = await service.codeFor(email)
  for (let guess = 0; guess < 3; guess++) await login({ email, otpCode: wrong(otpCode) })
  const next = await startTestService({}, service.test)
  try {
    const again = await next.call('POST /auth/otp/request', { body: { email } })
    expect(again.status).toBe(200)
    expect(await countMails(email)).toBe(2)
    const guess = await next.call('POST /auth/otp/login', { body: { email, otpCode: wrong(otpCode) } })
    expect(guess.body.error).toMatchObject({ code: 'CODE_INVALID', remainingAttempts: 1 })
    const last = await service.call('POST /auth/otp/login', { body: { email, otpCode: wrong(otpCode) } })
    expect(last.body.error).toMatchObject({ code: 'CODE_INVALID', remainingAttempts: 0 })
    expect((await next.call('POST /auth/otp/login', { body: { email, otpCode } })).status).toBe(410)
  } finally {
    await next.stop()
  }
})

describe('a mailed code for an account whose address was not verified', () => {
  test('the response and a mail say what the sign-in removed', async () => {
    const user = await service.register()
    const second = await service.call('POST /auth/login', {
      body: { email: user.email, password: user.password },
    })
    expect(second.body.data.claimedAccount).toBeUndefined()
    await ask(user.email)
    const owner = await login({ email: user.email, otpCode: await service.codeFor(user.email) })
    expect(owner.body.data.claimedAccount).toEqual({
      isPasswordRemoved: true,
      isTwoFactorRemoved: false,
      endedSessions: 2,
    })
    const mail = (await service.mailTo(user.email))!
    expect(mail.subject).toBe('Your e-mail address is confirmed')
    expect(mail.text).toContain(
      'Its password no longer works. All devices that were signed in before are signed',
    )
    expect(mail.text).not.toContain('two-factor')
    time.advance(MINUTE_MS)
    await ask(user.email)
    const again = await login({ email: user.email, otpCode: await service.codeFor(user.email) })
    expect([again.status, again.body.data.claimedAccount]).toEqual([200, undefined])
  })

  test('mails about the account are in its language', async () => {
    const user = await service.register()
    const { accessToken: token } = user
    await service.call('PATCH /user/profile', { token, body: { language: 'fr-CA' } })
    await ask(user.email)
    await login({ email: user.email, otpCode: await service.codeFor(user.email) })
    expect((await service.mailTo(user.email))!.subject).toBe('Votre adresse e-mail est confirmée')
  })

  test('a client that is signed in to the account keeps its session, the password and the other sessions', async () => {
    const user = await service.register()
    await ask(user.email)
    const otpCode = await service.codeFor(user.email)
    const response = await login({ email: user.email, otpCode, accessToken: user.accessToken })
    expect([response.status, response.body.data.claimedAccount]).toEqual([200, undefined])
    expect(response.body.data.user.isEmailVerified).toBe(true)
    expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
    const { email, password } = user
    expect((await service.call('POST /auth/login', { body: { email, password } })).status).toBe(200)
  })

  test('a token of another account, of an ended session or of nobody changes nothing about the claim', async () => {
    const [other, ended] = [await service.register(), await service.register()]
    await service.call('POST /auth/logout', { token: ended.accessToken })
    for (const accessToken of [other.accessToken, 'not-a-token']) {
      const user = await service.register()
      await ask(user.email)
      const otpCode = await service.codeFor(user.email)
      const response = await login({ email: user.email, otpCode, accessToken })
      expect([response.status, response.body.data.claimedAccount?.endedSessions]).toEqual([200, 1])
      expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(401)
    }
    await ask(ended.email)
    const otpCode = await service.codeFor(ended.email)
    const response = await login({ email: ended.email, otpCode, accessToken: ended.accessToken })
    expect(response.body.data.claimedAccount).toMatchObject({ isPasswordRemoved: true, endedSessions: 0 })
  })

  test('a session that ended in another process does not keep the password', async () => {
    const user = await service.register()
    await service.test.database.query`update session set revoked_at = now() where user_id = ${user.id}`
    await ask(user.email)
    const otpCode = await service.codeFor(user.email)
    const refused = await login({ email: user.email, otpCode, accessToken: user.accessToken })
    expect(refused.status).toBe(401)
    expect((await login({ email: user.email, otpCode })).body.data.claimedAccount.isPasswordRemoved).toBe(
      true,
    )
  })
})
