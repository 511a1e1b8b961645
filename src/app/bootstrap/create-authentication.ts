import { getProfile } from '../../modules/profiles/get-profile.ts'
import { ProfileSchema } from '../../modules/profiles/profile.ts'
import { AccessTokens } from '../../modules/sessions/access-token.ts'
import { RevocationList } from '../../modules/sessions/revocation-list.ts'
import { fileKeySource } from '../../modules/sessions/signing-key-file.ts'
import { databaseKeySource } from '../../modules/sessions/signing-key-table.ts'
import { KeyRing } from '../../modules/sessions/signing-keys.ts'
import type { SignInDeps } from '../../modules/sign-in/deps.ts'
import { createIdTokenVerifier } from '../../modules/sign-in/verify-id-token.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Authentication extends SignInDeps {
  keys: KeyRing
  close(): Promise<void>
}

/** Starts what authenticates callers: signing keys, access tokens and the list of revoked sessions. */
export async function createAuthentication(platform: Platform): Promise<Authentication> {
  const { config } = platform
  const keys = await KeyRing.open(
    config.tokens.keysFile ? fileKeySource(config.tokens.keysFile) : databaseKeySource(platform.database),
  )
  const revocations = new RevocationList(platform.db)
  revocations.onRevoked((sessionId) => platform.connections.closeSession(sessionId))
  await revocations.start(platform.pubsub)
  return {
    platform,
    keys,
    tokens: new AccessTokens(keys, config.tokens, (sessionId, issuedAtMs) =>
      revocations.isRevoked(sessionId, issuedAtMs),
    ),
    verifyIdToken: createIdTokenVerifier(config.social),
    profile: {
      schema: ProfileSchema,
      describe: (db, userId, now) => getProfile(db, userId, config.publicUrl, now),
    },
    close: async () => {
      keys.close()
      await revocations.stop()
    },
  }
}
