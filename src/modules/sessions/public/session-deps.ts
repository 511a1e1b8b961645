import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccessTokens } from '../access-token.ts'

export interface SessionDeps {
  platform: Platform
  tokens: AccessTokens
  /** Every session response contains the profile. `app/` injects it, because the profiles module is above this one. */
  profile: { schema: z.ZodType; describe: (db: Db, userId: UserId, now: Date) => Promise<unknown> }
}
