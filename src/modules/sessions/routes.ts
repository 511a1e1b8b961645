import { z } from '@hono/zod-openapi'
import { MINUTE_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, TimestampSchema } from '../../platform/http/schemas.ts'
import type { SessionId } from '../../platform/ids.ts'
import { clientNetwork } from '../../platform/rate-limits/client-network.ts'
import { errors } from '../accounts/errors.ts'
import { revokeAllSessions, revokeSession } from './public/revoke-sessions.ts'
import type { SessionDeps } from './public/session-deps.ts'
import {
  createSessionResponse,
  sessionResponseExample,
  sessionResponseSchema,
} from './public/session-response.ts'
import { listSessions } from './queries.ts'
import { refreshSession } from './refresh-session.ts'

const TAG = 'Sessions'

/**
 * Long enough for whoever lost the answer. Our client's keys follow from the token, so whoever has the token has the key; shorter
 * than an access token lives, so that one that was used before leads to none that is good, and ends the session as it should.
 */
const RESPONSE_REPLAY_MS = 10 * MINUTE_MS

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
   * Only tokens that are none count, as guesses at credentials do. Good ones come from everybody behind an address, a
   * school among them: somebody there who guesses passwords must not sign all the others out.
   */
  const limitInvalidTokens = async (fault: unknown, address: string): Promise<never> => {
    if (fault instanceof Refusal && fault.code === errors.refresh_token_invalid.code)
      await platform.rateLimits.takeStrict(
        platform.config.limits.credentialsPerAddress,
        clientNetwork(address),
      )
    throw fault
  }
  return [
    endpoint({
      method: 'post',
      path: '/auth/refresh',
      tag: TAG,
      summary: 'Trade a refresh token for a new pair',
      description:
        'A refresh token is good once. One that is sent again ends the whole session, because it was copied; but the same request under the same `Idempotency-Key` gets the same pair again for ten minutes, so send one.',
      access: 'public',
      body: z.object({ refreshToken: z.string().min(1).max(200).openapi({ example: 'mB1yqf…' }) }),
      bodyExample: { refreshToken: 'mB1yqf…' },
      anonymousKeyOwner: ({ refreshToken }) => refreshToken,
      replayForMs: RESPONSE_REPLAY_MS,
      response: {
        status: 200,
        data: sessionResponseSchema(deps.profile.schema),
        example: sessionResponseExample(profileExample),
      },
      refusals: [errors.refresh_token_invalid, errors.account_suspended],
      handle: ({ body, address, storeResponse, now }) =>
        platform
          .write(async (tx) => {
            const { session, refreshToken } = await refreshSession(tx, {
              refreshToken: body.refreshToken,
              now,
            })
            const createdSession = { sessionId: session.id, refreshToken }
            const user = { id: session.userId, role: session.role }
            return storeResponse(tx, await createSessionResponse(deps, tx, createdSession, user))
          })
          .catch((fault) => limitInvalidTokens(fault, address)),
    }),

    endpoint({
      method: 'post',
      path: '/auth/logout',
      tag: TAG,
      summary: 'End this session',
      access: 'user',
      endsSession: true,
      perSession: true,
      response: { status: 200, message: 'Signed out' },
      handle: ({ caller, storeResponse, now }) =>
        platform.write(async (tx) => {
          await revokeSession(tx, { sessionId: caller.sessionId, reason: 'signed out', now })
          await storeResponse(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/logout-all',
      tag: TAG,
      summary: 'End every session of this account',
      access: 'user',
      endsSession: true,
      perSession: true,
      response: { status: 200, message: 'Signed out everywhere' },
      handle: ({ caller, storeResponse, now }) =>
        platform.write(async (tx) => {
          await revokeAllSessions(tx, caller.userId, 'signed out everywhere', now)
          await storeResponse(tx)
        }),
    }),

    endpoint({
      method: 'get',
      path: '/auth/sessions',
      tag: TAG,
      summary: 'List the devices that are signed in',
      access: 'user',
      response: {
        status: 200,
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
          id: session.id,
          isCurrent: session.id === caller.sessionId,
          createdAt: session.createdAt.toISOString(),
          lastUsedAt: session.lastUsedAt.toISOString(),
          expiresAt: session.expiresAt.toISOString(),
          userAgent: session.userAgent,
          address: session.address,
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
      response: { status: 200, message: 'The session has ended' },
      refusals: [errors.session_not_found],
      handle: ({ caller, params, storeResponse, now }) =>
        platform.write(async (tx) => {
          const ended = await revokeSession(tx, {
            sessionId: params.id as SessionId,
            reason: 'ended by its owner',
            now,
            ownedBy: caller.userId,
          })
          if (!ended) throw errors.session_not_found()
          await storeResponse(tx)
        }),
    }),
  ]
}
