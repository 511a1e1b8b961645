import { expect } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import { startTestIssuer, type TestIssuer } from '../../../test/harness/external-services/oidc-issuer.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'

export interface PersonalDataTestbed {
  issuer: TestIssuer
  service: TestService
  avatars(): string[]
  stop(): Promise<void>
}

/** A service with a sign-in provider and a data directory of its own. */
export async function createPersonalDataTestbed(): Promise<PersonalDataTestbed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-personal-data-'))
  const issuer = await startTestIssuer()
  const service = await startTestService({ DATA_DIR: dataDir, ...issuer.settingsFor('google') })
  return {
    issuer,
    service,
    avatars: () => readdirSync(join(dataDir, 'files', 'avatars')),
    stop: async () => {
      await service.stop()
      await issuer.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Registers a user with an avatar, two factors, a linked provider, a second session and mailed codes. */
export async function registerCompleteUser({
  service,
  issuer,
}: PersonalDataTestbed): Promise<TestUser & { secret: string; recoveryCodes: string[]; subject: string }> {
  const user = await service.register()
  const token = user.accessToken
  await service.call('POST /auth/verify-email', {
    token,
    body: { otpCode: await service.codeFor(user.email) },
  })
  const form = new FormData()
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } }).png()
  form.set('avatar', new File([new Uint8Array(await image.toBuffer())], 'me.png'))
  form.set('bio', `I am ${user.username}`)
  form.set('country', 'KE')
  expect((await service.call('PATCH /user/profile', { token, body: form })).status).toBe(200)
  const subject = `subject of ${user.username}`
  const idToken = await issuer.sign({ sub: subject, email: user.email })
  const social = await service.call('POST /auth/social', { body: { provider: 'google', idToken } })
  expect(social.body.data.user.id).toBe(user.id)
  const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
  const enabled = await service.call('POST /auth/2fa/enable', {
    token,
    body: { code: totpOf(secret), password: user.password },
  })
  await service.call('POST /auth/otp/request', { body: { email: user.email } })
  await service.call('POST /auth/forgot-password', { body: { email: user.email } })
  return { ...user, secret, recoveryCodes: enabled.body.data.recoveryCodes, subject }
}
