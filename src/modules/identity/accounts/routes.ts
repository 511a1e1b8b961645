import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import type { IdentityParts } from '../identity.ts'
import { openSession } from '../sessions/open-session.ts'
import { answerSession, sessionExample, sessionSchema } from '../sessions/session-answer.ts'
import { checkPasswordStrength, hashPassword } from './password.ts'
import { findUsernameHolder } from './queries.ts'
import { registerUser } from './register-user.ts'
import { signInWithPassword } from './sign-in.ts'
import {
  DetailsSchema,
  EmailSchema,
  GivenPasswordSchema,
  isReservedUsername,
  PasswordSchema,
  SecondFactorSchema,
  UsernameSchema,
} from './user.ts'

const TAG = 'Sign-in'

export function accountRoutes(parts: IdentityParts, profileExample: unknown): Endpoint[] {
  const { platform } = parts
  const addressLimit = platform.config.limits.credentialsPerAddress
  const Session = sessionSchema(parts.profile.schema)
  const example = sessionExample(profileExample)
  const newcomer = sessionExample({
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
      addressLimit,
      body: z.object({
        email: EmailSchema,
        password: PasswordSchema,
        username: UsernameSchema,
        ...DetailsSchema.shape,
      }),
      bodyExample: {
        email: 'ada@example.com',
        password: 'correct-horse-battery',
        username: 'ada_l',
        country: 'KE',
      },
      answer: { status: 201, data: Session, example: newcomer, message: 'Welcome to Lyceum' },
      refusals: [errors.email_taken, errors.username_taken, errors.weak_password],
      handle: async ({ body, address, userAgent, keepAnswer, now }) => {
        const { email, username, password, ...details } = body
        checkPasswordStrength(password, email)
        const passwordHash = await hashPassword(password)
        const registering = async (tx: Tx) => {
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
            opened: await openSession(tx, { userId, way: 'registration', userAgent, address, now }),
          }
        }
        // The profile shows what comes with a registration, such as the wallet.
        return platform.write.telling(registering, async (tx, { result: { userId, opened } }) =>
          keepAnswer(tx, await answerSession(parts, tx, opened, { id: userId, role: 'USER' })),
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
      addressLimit,
      body: z.object({
        email: z.string().trim().min(1).max(254).openapi({ example: 'ada@example.com' }),
        password: GivenPasswordSchema,
        totpCode: SecondFactorSchema.optional(),
      }),
      bodyExample: { email: 'ada@example.com', password: 'correct-horse-battery' },
      answer: { status: 200, data: Session, example, message: 'Signed in' },
      refusals: [
        errors.invalid_credentials,
        errors.two_factor_required,
        errors.two_factor_invalid,
        errors.account_suspended,
      ],
      handle: ({ body, address, userAgent, keepAnswer, now }) =>
        signInWithPassword(parts, { ...body, userAgent, address, keepAnswer, now }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/username-available',
      tag: TAG,
      summary: 'Ask whether a username is free',
      access: 'public',
      body: z.object({ username: UsernameSchema }),
      bodyExample: { username: 'ada_l' },
      answer: {
        status: 200,
        data: z.object({ username: z.string(), available: z.boolean() }),
        example: { username: 'ada_l', available: true },
      },
      handle: async ({ body }) => ({
        username: body.username,
        available:
          !isReservedUsername(body.username) && !(await findUsernameHolder(platform.db, body.username)),
      }),
    }),
  ]
}
