import type { IdentityParts } from '../../modules/identity/identity.ts'
import { Revocations } from '../../modules/identity/sessions/revocations.ts'
import { createIdTokenVerifier } from '../../modules/identity/social/verify-id-token.ts'
import { AccessTokens } from '../../modules/identity/tokens/access-token.ts'
import { fileKeySource } from '../../modules/identity/tokens/key-file.ts'
import { databaseKeySource } from '../../modules/identity/tokens/key-table.ts'
import { KeyRing } from '../../modules/identity/tokens/signing-keys.ts'
import { describeUser } from '../../modules/profiles/describe-user.ts'
import { ProfileSchema } from '../../modules/profiles/profile.ts'
import { now } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'

export interface OpenIdentity extends IdentityParts {
  close(): Promise<void>
}

/** Keys, tokens and the list of ended sessions: what it takes to know a caller. */
export async function openIdentity(platform: Platform): Promise<OpenIdentity> {
  const { config } = platform
  const keys = await KeyRing.open(
    config.tokens.keysFile ? fileKeySource(config.tokens.keysFile) : databaseKeySource(platform.database),
  )
  const revocations = new Revocations(platform.db)
  revocations.onRevoked((sessionId) => platform.sockets.closeSession(sessionId))
  await revocations.start(platform.live)
  return {
    platform,
    keys,
    tokens: new AccessTokens(keys, config.tokens, (sessionId) => revocations.isRevoked(sessionId)),
    verifyIdToken: createIdTokenVerifier(config.social),
    profile: {
      schema: ProfileSchema,
      describe: (db, userId) => describeUser(db, userId, config.publicUrl, now()),
    },
    close: async () => {
      keys.close()
      await revocations.stop()
    },
  }
}
