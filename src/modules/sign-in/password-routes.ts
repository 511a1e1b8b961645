import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../accounts/errors.ts'
import { findAccountByUsername } from '../accounts/public/account.ts'
import {
  EmailSchema,
  isReservedUsername,
  PasswordInputSchema,
  PasswordSchema,
  RegistrationDetailsSchema,
  SecondFactorCodeSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../accounts/public/password.ts'
import { registerUser } from '../accounts/public/register-user.ts'
import { createSession } from '../sessions/public/create-session.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import {
  createSessionResponse,
  sessionResponseExample,
  sessionResponseSchema,
} from '../sessions/public/session-response.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

const TAG = 'Sign-in'

export function passwordRoutes(deps: SessionDeps, profileExample: unknown): Endpoint[] {
  const { platform } = deps
  const addressLimit = platform.config.limits.credentialsPerAddress
  const Session = sessionResponseSchema(deps.profile.schema)
  const example = sessionResponseExample(profileExample)
  const newUserExample = sessionResponseExample({
    ...(profileExample as object),
    bio: null,
    timeZone: 'UTC',
    isEmailVerified: false,
    totalXP: 0,
    totalGems: 0,
    level: 1,
    currentStreak: 0,
    longestStreak: 0,
  })

  return [
    endpoint({
      method: 'post',
      path: '/auth/register',
      tag: TAG,
      summary: 'Register with e-mail and password',
      description: 'Makes an account and signs in. A code to verify the address is sent by mail.',
      access: 'public',
      networkLimit: addressLimit,
      body: z.object({
        email: EmailSchema,
        password: PasswordSchema,
        username: UsernameSchema,
        ...RegistrationDetailsSchema.shape,
      }),
      bodyExample: {
        email: 'ada@example.com',
        password: 'correct-horse-battery',
        username: 'ada_l',
        country: 'KE',
      },
      response: { status: 201, data: Session, example: newUserExample, message: 'Welcome to Lyceum' },
      refusals: [errors.email_taken, errors.username_taken, errors.weak_password],
      handle: async ({ body, address, userAgent, storeResponse, now }) => {
        const { email, username, password, ...details } = body
        checkPasswordStrength(password, email)
        const passwordHash = await hashPassword(password)
        const register = async (tx: Tx) => {
          const { userId } = await registerUser(tx, {
            email,
            username,
            passwordHash,
            details,
            emailIsVerified: false,
            address,
            now,
          })
          return {
            userId,
            createdSession: await createSession(tx, {
              userId,
              method: 'registration',
              userAgent,
              address,
              now,
            }),
          }
        }
        // The profile shows what comes with a registration, such as the wallet.
        return platform.write.withEvents(register, async (tx, { result: { userId, createdSession } }) =>
          storeResponse(
            tx,
            await createSessionResponse(deps, tx, createdSession, { id: userId, role: 'USER' }),
          ),
        )
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/login',
      tag: TAG,
      summary: 'Sign in with e-mail and password',
      description:
        'Where two-factor sign-in is on, `totpCode` comes along: a code of the app, or a recovery code.',
      access: 'public',
      networkLimit: addressLimit,
      body: z.object({
        email: z.string().trim().min(1).max(254).openapi({ example: 'ada@example.com' }),
        password: PasswordInputSchema,
        totpCode: SecondFactorCodeSchema.optional(),
      }),
      bodyExample: { email: 'ada@example.com', password: 'correct-horse-battery' },
      response: { status: 200, data: Session, example, message: 'Signed in' },
      refusals: [
        errors.invalid_credentials,
        errors.two_factor_required,
        errors.two_factor_invalid,
        errors.account_suspended,
      ],
      handle: ({ body, address, userAgent, storeResponse, now }) =>
        signInWithPassword(deps, { ...body, userAgent, address, storeResponse, now }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/username-available',
      tag: TAG,
      summary: 'Ask whether a username is free',
      access: 'public',
      body: z.object({ username: UsernameSchema }),
      bodyExample: { username: 'ada_l' },
      response: {
        status: 200,
        data: z.object({ username: z.string(), available: z.boolean() }),
        example: { username: 'ada_l', available: true },
      },
      handle: async ({ body }) => ({
        username: body.username,
        available:
          !isReservedUsername(body.username) && !(await findAccountByUsername(platform.db, body.username)),
      }),
    }),
  ]
}
