import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from '../access-token.ts'
import type { CreatedSession } from './create-session.ts'
import type { SessionDeps } from './session-deps.ts'

const ClaimedAccountSchema = z.object({
  isPasswordRemoved: z.boolean(),
  isTwoFactorRemoved: z.boolean(),
  endedSessions: z.number().int(),
})
/** What a claim removed, because another person may have set it up. */
export type ClaimedAccount = z.output<typeof ClaimedAccountSchema>

export function sessionResponseSchema(profile: z.ZodType) {
  return z
    .object({
      user: profile,
      accessToken: z.string().openapi({ description: 'A JWT for `Authorization: Bearer`.' }),
      refreshToken: z.string().openapi({ description: 'Can be used once, with /auth/refresh.' }),
      tokenType: z.literal('Bearer'),
      expiresIn: z.number().int().openapi({ description: 'Seconds until the access token expires.' }),
      claimedAccount: ClaimedAccountSchema.optional().openapi({
        description:
          'Set if this sign-in was the first proof of the e-mail address of an existing account. What another person may have set up was removed: the password, the second factor, the wallet PIN, linked wallets and all earlier sessions. The user is told by mail.',
      }),
    })
    .openapi('SignedIn')
}

export async function createSessionResponse(
  deps: SessionDeps,
  db: Db,
  createdSession: CreatedSession,
  { id: userId, role }: { id: UserId; role: Role },
) {
  return {
    user: await deps.profile.describe(db, userId, createdSession.now),
    accessToken: deps.tokens.sign({ userId, sessionId: createdSession.sessionId, role }),
    refreshToken: createdSession.refreshToken,
    tokenType: 'Bearer' as const,
    expiresIn: ACCESS_TOKEN_LIFETIME_MS / 1000,
  }
}

/** The declaration of a response with a session, with an example of the user. */
export function sessionResponse(deps: SessionDeps, user: unknown) {
  const example = {
    user,
    accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
    refreshToken: 'mB1yqf…',
    tokenType: 'Bearer',
    expiresIn: 900,
  }
  return { data: sessionResponseSchema(deps.profile.schema), example }
}
