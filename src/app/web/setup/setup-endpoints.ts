import { errors as accountErrors } from '../../../modules/accounts/errors.ts'
import {
  EmailSchema,
  PasswordSchema,
  UsernameSchema,
} from '../../../modules/accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../../../modules/accounts/public/password.ts'
import type { SessionDeps } from '../../../modules/sessions/public/session-deps.ts'
import { sessionResponseSchema } from '../../../modules/sessions/public/session-response.ts'
import { respondWithSession } from '../../../modules/sign-in/respond-with-session.ts'
import { ACCENT_NAMES, ACCENTS, accentStyle } from '../../../modules/site-settings/public/accent.ts'
import {
  AccentSchema,
  SITE_LANGUAGES,
  SiteNameSchema,
} from '../../../modules/site-settings/public/site-settings.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import type { MountedEndpoint } from '../../../platform/http/openapi.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from './errors.ts'
import { setUpSite } from './set-up-site.ts'
import type { SetupGate } from './setup-gate.ts'

export const SETUP_PATH = '/web/setup'
const TAG = 'Setup'

const SetupSchema = z.object({
  isOpen: z.literal(true),
  needsToken: z.boolean(),
  accents: z.array(z.object({ name: z.string(), color: z.string(), style: z.string() })),
})

/** The accents and the style rules with which the page shows each. */
const CHOICES = ACCENT_NAMES.map((name) => ({ name, color: ACCENTS[name], style: accentStyle(name) }))

/**
 * The first run, for the page `/setup` only: it is not part of the API, and the session comes as a cookie. The limit per
 * network also counts wrong tokens, which are too long to be guessed.
 */
export function setupEndpoints(deps: SessionDeps, gate: SetupGate): MountedEndpoint[] {
  const status = endpoint({
    method: 'get',
    path: SETUP_PATH,
    tag: TAG,
    summary: 'Whether the site waits for its first administrator',
    access: 'public',
    response: { data: SetupSchema },
    handle: async () => {
      if (!(await gate.isOpen())) throw commonErrors.not_found()
      return { isOpen: true as const, needsToken: gate.needsToken, accents: CHOICES }
    },
  })

  const setUp = endpoint({
    method: 'post',
    path: SETUP_PATH,
    tag: TAG,
    summary: 'Create the first administrator and the settings of the site',
    access: 'public',
    networkLimit: deps.platform.config.limits.credentialsPerAddress,
    body: z.object({
      token: z.string().max(200).optional(),
      email: EmailSchema,
      username: UsernameSchema,
      password: PasswordSchema,
      siteName: SiteNameSchema,
      language: z.enum(SITE_LANGUAGES),
      accent: AccentSchema,
      demoContent: z.enum(['all', 'none']),
    }),
    response: { status: 201, data: sessionResponseSchema(deps.profile.schema) },
    refusals: [
      errors.setup_closed,
      errors.setup_token_wrong,
      accountErrors.email_taken,
      accountErrors.username_taken,
      accountErrors.weak_password,
    ],
    handle: async ({ body, address, userAgent, write, now }) => {
      const { token, email, username, password, siteName, language, accent, demoContent } = body
      if (!(await gate.isOpen())) throw errors.setup_closed()
      if (!(await gate.accepts(token))) throw errors.setup_token_wrong()
      checkPasswordStrength(password, email)
      const passwordHash = await hashPassword(password)
      const settings = { name: siteName, language, accent }
      const session = { method: 'registration' as const, userAgent, address, write, now }
      return respondWithSession(deps, session, (tx) =>
        setUpSite(tx, { email, username, passwordHash, settings, demoContent, address, now }),
      )
    },
  })
  return [status, setUp].map((each) => ({ endpoint: each, path: SETUP_PATH }))
}
