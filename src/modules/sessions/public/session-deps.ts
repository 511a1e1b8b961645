import type { z } from '@hono/zod-openapi'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { VerifyIdToken } from '../../sign-in/verify-id-token.ts'
import type { AccessTokens } from '../access-token.ts'
import type { KeyRing } from '../signing-keys.ts'

/** What `app/` gives to identity's routes. */
export interface SessionDeps {
  platform: Platform
  tokens: AccessTokens
  keys: KeyRing
  verifyIdToken: VerifyIdToken
  /** Signing in answers with the whole profile, which higher modules know: `profiles/` hands it down. */
  profile: { schema: z.ZodType; describe: (db: Db, userId: UserId) => Promise<unknown> }
}
