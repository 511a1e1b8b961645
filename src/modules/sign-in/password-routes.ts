import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  EmailSchema,
  PasswordInputSchema,
  PasswordSchema,
  RegistrationDetailsSchema,
  SecondFactorCodeSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../accounts/public/password.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import { sessionResponse } from '../sessions/public/session-response.ts'
import { errors } from './errors.ts'
import { registerLearner } from './register-learner.ts'
import { respondWithSession } from './respond-with-session.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

const TAG = 'Sign-in'

export function passwordRoutes(deps: SessionDeps, profileExample: unknown): Endpoint[] {
  const networkLimit = deps.platform.config.limits.credentialsPerAddress
  const newUserResponse = sessionResponse(deps, {
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
      description: 'Creates an account and signs in. A code to verify the address is sent by e-mail.',
      access: 'public',
      networkLimit,
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
      response: { status: 201, ...newUserResponse, message: 'Welcome to Lyceum' },
      refusals: [
        errors.sign_up_closed,
        accountErrors.email_taken,
        accountErrors.username_taken,
        accountErrors.weak_password,
      ],
      handle: async ({ body, address, userAgent, write, now }) => {
        const { email, username, password, ...details } = body
        checkPasswordStrength(password, email)
        const passwordHash = await hashPassword(password)
        const { publicUrl } = deps.platform.config
        const newUser = { email, username, passwordHash, details, verification: { publicUrl }, address, now }
        const session = { method: 'registration' as const, userAgent, address, write, now }
        return respondWithSession(deps, session, async (tx) => {
          const { userId } = await registerLearner(tx, deps.platform, newUser)
          return { id: userId, role: 'USER' }
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/login',
      tag: TAG,
      summary: 'Sign in with e-mail and password',
      description:
        'Accounts with two-factor sign-in also need `totpCode`: a code from the app, or a recovery code.',
      access: 'public',
      networkLimit,
      body: z.object({
        email: z.string().trim().min(1).max(254).openapi({ example: 'ada@example.com' }),
        password: PasswordInputSchema,
        totpCode: SecondFactorCodeSchema.optional(),
      }),
      bodyExample: { email: 'ada@example.com', password: 'correct-horse-battery' },
      response: { ...sessionResponse(deps, profileExample), message: 'Signed in' },
      refusals: [
        errors.invalid_credentials,
        errors.two_factor_required,
        errors.two_factor_invalid,
        accountErrors.account_suspended,
      ],
      handle: ({ body, address, userAgent, write, now }) =>
        signInWithPassword(deps, { ...body, userAgent, address, write, now }),
    }),
  ]
}
