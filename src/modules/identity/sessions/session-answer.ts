import { z } from '@hono/zod-openapi'
import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { IdentityParts } from '../identity.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from '../tokens/access-token.ts'
import type { OpenedSession } from './open-session.ts'

export function sessionSchema(profile: z.ZodType) {
  return z
    .object({
      user: profile,
      accessToken: z.string().openapi({ description: 'A JWT for `Authorization: Bearer`.' }),
      refreshToken: z.string().openapi({ description: 'Good once, for /auth/refresh.' }),
      tokenType: z.literal('Bearer'),
      expiresIn: z.number().int().openapi({ description: 'Seconds until the access token expires.' }),
    })
    .openapi('SignedIn')
}

/** What every way of signing in answers with. */
export async function answerSession(
  parts: IdentityParts,
  db: Db,
  opened: OpenedSession,
  { id: userId, role }: { id: UserId; role: Role },
) {
  const [user, accessToken] = await Promise.all([
    parts.profile.describe(db, userId),
    parts.tokens.sign({ userId, sessionId: opened.sessionId, role }),
  ])
  return {
    user,
    accessToken,
    refreshToken: opened.refreshToken,
    tokenType: 'Bearer' as const,
    expiresIn: ACCESS_TOKEN_LIFETIME_MS / 1000,
  }
}

export function sessionExample(user: unknown) {
  return {
    user,
    accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
    refreshToken: 'mB1yqf…',
    tokenType: 'Bearer',
    expiresIn: 900,
  }
}
