import { type CryptoKey, generateKeyPair, importJWK, SignJWT } from 'jose'
import { databaseKeySource } from '../../src/modules/sessions/signing-key-table.ts'
import type { TestService } from './service.ts'

export type SignToken = (userId: string, role?: string, sessionId?: string) => Promise<string>

/** Creates access tokens with the service's own key, without a sign-in for each. */
export async function tokenSigner(service: TestService): Promise<SignToken> {
  const { keyId, privateKey } = await ownKey(service)
  return (userId, role = 'USER', sessionId = Bun.randomUUIDv7()) =>
    tokenOf(userId, { role, sessionId, keyId }).setExpirationTime('10m').sign(privateKey)
}

/** Invalid admin tokens, by their fault. */
export async function invalidTokens(service: TestService): Promise<[string, string][]> {
  const { keyId, privateKey } = await ownKey(service)
  const user = await service.register()
  const options = { role: 'ADMIN', sessionId: Bun.randomUUIDv7(), keyId }
  const validToken = await tokenOf(user.id, options).setExpirationTime('10m').sign(privateKey)
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  const { privateKey: foreignKey } = await generateKeyPair('ES256')
  return [
    ['a token without a signature', `${unsigned}.${validToken.split('.')[1]}.`],
    ['a token by another key', await tokenOf(user.id, options).setExpirationTime('10m').sign(foreignKey)],
    ['a token that has expired', await tokenOf(user.id, options).setExpirationTime('-1m').sign(privateKey)],
    ['a refresh token', user.refreshToken],
  ]
}

async function ownKey(service: TestService): Promise<{ keyId: string; privateKey: CryptoKey | Uint8Array }> {
  const [key] = await databaseKeySource(service.test.database).read()
  return { keyId: key!.keyId, privateKey: await importJWK(key!.privateJwk, 'ES256') }
}

function tokenOf(userId: string, options: { role: string; sessionId: string; keyId: string }): SignJWT {
  return new SignJWT({ sid: options.sessionId, role: options.role })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: options.keyId })
    .setIssuer('lyceum')
    .setAudience('lyceum')
    .setSubject(userId)
    .setJti(Bun.randomUUIDv7())
    .setIssuedAt()
}
