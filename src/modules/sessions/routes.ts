import { Refusal } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { IdParam, TimestampSchema } from '../../platform/http/schemas.ts'
import type { SessionId } from '../../platform/ids.ts'
import { clientNetwork } from '../../platform/rate-limits/client-network.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { errors } from './errors.ts'
import { listSessions } from './list-sessions.ts'
import { revokeAllSessions, revokeSession } from './public/revoke-sessions.ts'
import type { SessionDeps } from './public/session-deps.ts'
import { createSessionResponse, sessionResponse } from './public/session-response.ts'
import { refreshSession } from './refresh-session.ts'

const TAG = 'Sessions'

const SessionSchema = z
  .object({
    id: z.string(),
    isCurrent: z.boolean(),
    createdAt: TimestampSchema,
    lastUsedAt: TimestampSchema,
    expiresAt: TimestampSchema,
    userAgent: z.string().nullable(),
    address: z.string().nullable(),
  })
  .openapi('Session')

export function sessionRoutes(deps: SessionDeps, profileExample: unknown): Endpoint[] {
  const { platform } = deps
  /**
   * Only invalid tokens count against the limit of the network. Many users can share a network, for example at a
   * school: one attacker there must not prevent the others from refreshing their sessions.
   */
  const limitInvalidTokens = async (error: unknown, address: string): Promise<never> => {
    if (error instanceof Refusal && error.code === errors.refresh_token_invalid.code)
      await platform.rateLimits.takeStrict(
        platform.config.limits.credentialsPerAddress,
        clientNetwork(address),
      )
    throw error
  }
  return [
    endpoint({
      method: 'post',
      path: '/auth/refresh',
      tag: TAG,
      summary: 'Exchange a refresh token for a new pair of tokens',
      description:
        'A refresh token can be used once. Sending it again revokes the session, because the token was probably copied. A retry with the same `Idempotency-Key` gets the same pair again for ten minutes, so send a key.',
      access: 'public',
      body: z.object({ refreshToken: z.string().min(1).max(200).openapi({ example: 'mB1yqf…' }) }),
      bodyExample: { refreshToken: 'mB1yqf…' },
      // After its ten minutes of replay, a used token is treated as copied and the session is revoked.
      bodyCredential: ({ refreshToken }) => refreshToken,
      response: sessionResponse(deps, profileExample),
      refusals: [errors.refresh_token_invalid, accountErrors.account_suspended],
      handle: ({ body, address, write, now }) =>
        write(async (tx) => {
          const { session, refreshToken } = await refreshSession(tx, { refreshToken: body.refreshToken, now })
          const createdSession = { sessionId: session.id, refreshToken, now }
          const user = { id: session.userId, role: session.role }
          return createSessionResponse(deps, tx, createdSession, user)
        }).catch((error) => limitInvalidTokens(error, address)),
    }),

    endpoint({
      method: 'post',
      path: '/auth/logout',
      tag: TAG,
      summary: 'Sign out of this session',
      access: 'user',
      endsSession: true,
      perSession: true,
      response: { message: 'Signed out' },
      handle: ({ caller, write, now }) =>
        write(async (tx) => {
          await revokeSession(tx, { sessionId: caller.sessionId, reason: 'signed out', now })
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/logout-all',
      tag: TAG,
      summary: 'Sign out of every session of this account',
      access: 'user',
      endsSession: true,
      perSession: true,
      response: { message: 'Signed out everywhere' },
      handle: ({ caller, write, now }) =>
        write(async (tx) => {
          await revokeAllSessions(tx, caller.userId, 'signed out everywhere', now)
        }),
    }),

    endpoint({
      method: 'get',
      path: '/auth/sessions',
      isHiddenFromViews: true,
      tag: TAG,
      summary: 'List the active sessions',
      access: 'user',
      response: {
        data: z.array(SessionSchema),
        example: [
          {
            id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
            isCurrent: true,
            createdAt: '2026-11-02T08:00:00.000Z',
            lastUsedAt: '2026-11-02T09:30:00.000Z',
            expiresAt: '2026-12-02T09:30:00.000Z',
            userAgent: 'LyceumApp/2.1 (Android 16)',
            address: '203.0.113.7',
          },
        ],
      },
      handle: async ({ caller, now }) => {
        const sessions = await listSessions(platform.db, caller.userId, now)
        return sessions.map((session) => ({
          ...isoDates(session),
          isCurrent: session.id === caller.sessionId,
        }))
      },
    }),

    endpoint({
      method: 'delete',
      path: '/auth/sessions/:id',
      tag: TAG,
      summary: 'End one session',
      access: 'user',
      params: z.object({ id: IdParam }),
      endsSession: true,
      response: { message: 'The session has ended' },
      refusals: [errors.session_not_found],
      handle: ({ caller, params, write, now }) =>
        write(async (tx) => {
          const isRevoked = await revokeSession(tx, {
            sessionId: params.id as SessionId,
            reason: 'ended by its owner',
            now,
            ownedBy: caller.userId,
          })
          if (!isRevoked) throw errors.session_not_found()
        }),
    }),
  ]
}
