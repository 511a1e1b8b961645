import { importJWK, SignJWT } from 'jose'
import { databaseKeySource } from '../../src/modules/identity/tokens/key-table.ts'
import type { TestService } from './service.ts'

export type SignToken = (userId: string, role?: string, sessionId?: string) => Promise<string>

/** Access tokens by the service's own key, without a sign-in for each. */
export async function tokenSigner(service: TestService): Promise<SignToken> {
  const [key] = await databaseKeySource(service.test.database).read()
  const privateKey = await importJWK(key!.privateJwk, 'ES256')
  return (userId, role = 'USER', sessionId = Bun.randomUUIDv7()) =>
    new SignJWT({ sid: sessionId, role })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key!.keyId })
      .setIssuer('lyceum')
      .setAudience('lyceum')
      .setSubject(userId)
      .setJti(Bun.randomUUIDv7())
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey)
}
