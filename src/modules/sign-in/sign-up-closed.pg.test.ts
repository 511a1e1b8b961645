import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { startTestIssuer, type TestIssuer } from '../../../test/harness/external-services/oidc-issuer.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { now } from '../../platform/clock.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'
import { createStaffAccount } from './create-staff-account.ts'

let issuer: TestIssuer
let fixture: AdminFixture
let service: TestService
beforeAll(async () => {
  issuer = await startTestIssuer()
  fixture = await createAdminFixture(issuer.settingsFor('google'))
  service = fixture.service
})
afterAll(async () => {
  await fixture?.stop()
  await issuer?.stop()
})

async function setSignUp(isSignUpOpen: boolean): Promise<void> {
  const { version } = (await fixture.call('GET /admin/runtime-settings')).body.data
  const others = {
    areStakesOn: null,
    generalLimit: null,
    creatorLimits: null,
    grantLimits: null,
    twoFactorRoles: null,
  }
  const body = { version, isSignUpOpen, ...others, reason: 'A test.' }
  expect((await fixture.call('PUT /admin/runtime-settings', body)).status).toBe(200)
}

let people = 0
function newPerson() {
  people++
  return {
    email: `person${people}@example.com`,
    username: `person_${people}`,
    password: 'a-long-pass-phrase',
  }
}
type Person = ReturnType<typeof newPerson>

const outcomeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'OK' : `${status} ${body.error.code}`)

const signUpWithPassword = (person: Person) => service.call('POST /auth/register', { body: person })
const signInWithPassword = ({ email, password }: Person) =>
  service.call('POST /auth/login', { body: { email, password } })
async function useCode({ email, username }: Person, withUsername = true) {
  await service.call('POST /auth/otp/request', { body: { email } })
  const otpCode = await service.codeFor(email)
  const body = { email, otpCode, ...(withUsername ? { username } : {}) }
  return service.call('POST /auth/otp/login', { body })
}
async function useProvider({ email, username }: Person) {
  const idToken = await issuer.sign({ sub: `subject-of-${email}`, email })
  return service.call('POST /auth/social', { body: { provider: 'google', idToken, username } })
}

const countUsers = async () => {
  const [row] = await service.test.database.query<{ count: number }>`
    select count(*)::integer as count from user_account`
  return row!.count
}

describe('closed sign-up', () => {
  test('every way to create an account is refused, and no account is created', async () => {
    await setSignUp(false)
    const before = await countUsers()
    expect(outcomeOf(await signUpWithPassword(newPerson()))).toBe('403 SIGN_UP_CLOSED')
    expect(outcomeOf(await useCode(newPerson()))).toBe('403 SIGN_UP_CLOSED')
    expect(outcomeOf(await useCode(newPerson(), false))).toBe('403 SIGN_UP_CLOSED')
    expect(outcomeOf(await useProvider(newPerson()))).toBe('403 SIGN_UP_CLOSED')
    expect(await countUsers()).toBe(before)
    expect((await service.call('GET /public/site-settings')).body.data.isSignUpOpen).toBe(false)
  })

  test('a registered address is not revealed by the refusal of a registration', async () => {
    await setSignUp(true)
    const person = newPerson()
    expect(outcomeOf(await signUpWithPassword(person))).toBe('OK')
    await setSignUp(false)
    const again = await signUpWithPassword({ ...person, username: newPerson().username })
    expect(outcomeOf(again)).toBe('403 SIGN_UP_CLOSED')
  })

  test('users sign in to their accounts in every way, also with a provider for the first time', async () => {
    await setSignUp(true)
    const [withPassword, withCode, withProvider] = [newPerson(), newPerson(), newPerson()]
    for (const person of [withPassword, withCode, withProvider])
      expect(outcomeOf(await signUpWithPassword(person))).toBe('OK')
    await setSignUp(false)
    const before = await countUsers()
    expect(outcomeOf(await signInWithPassword(withPassword))).toBe('OK')
    expect(outcomeOf(await useCode(withCode))).toBe('OK')
    expect(outcomeOf(await useProvider(withProvider))).toBe('OK')
    expect(outcomeOf(await useProvider(withProvider))).toBe('OK')
    expect(await countUsers()).toBe(before)
  })

  test('the code of a refused registration works once the sign-up is open again', async () => {
    await setSignUp(false)
    const { email, username } = newPerson()
    await service.call('POST /auth/otp/request', { body: { email } })
    const body = { email, username, otpCode: await service.codeFor(email) }
    expect(outcomeOf(await service.call('POST /auth/otp/login', { body }))).toBe('403 SIGN_UP_CLOSED')
    await setSignUp(true)
    expect(outcomeOf(await service.call('POST /auth/otp/login', { body }))).toBe('OK')
  })

  test('the command line still creates accounts of staff', async () => {
    await setSignUp(false)
    const write = createWrite(service.test.database, reactionTable([]), () => {})
    const { email, username } = newPerson()
    const staff = { email, username, passwordHash: 'none', role: 'SUPPORT' as const, now: now() }
    expect(await write((tx) => createStaffAccount(tx, staff))).toMatchObject({ existed: false })
  })
})

test('the setup creates the administrator although the environment closes the sign-up', async () => {
  const closed = await startTestService({ SETUP: 'open', SIGN_UP: 'off' })
  try {
    const { email, username, password } = newPerson()
    const body = {
      email,
      username,
      password,
      siteName: 'School',
      language: 'en',
      accent: 'teal',
      demoContent: 'none',
    }
    const headers = { origin: closed.url }
    expect((await closed.call('POST //web/setup', { body, headers })).status).toBe(201)
    const refused = await closed.call('POST /auth/register', { body: newPerson() })
    expect(outcomeOf(refused)).toBe('403 SIGN_UP_CLOSED')
    expect((await closed.call('GET /public/site-settings')).body.data.isSignUpOpen).toBe(false)
  } finally {
    await closed.stop()
  }
})
