import { statSync } from 'node:fs'
import { COMMAND } from '../product-files.ts'
import { isLoopbackUrl } from './loopback.ts'
import { DEVELOPMENT_SECRETS, type Values } from './variables.ts'

/** An invalid variable is not unset: it already has its own error. */
export type IsUnset = (name: keyof Values) => boolean

/** The secrets that the operator creates. */
const OWN_SECRETS = [
  'SECRET_KEY',
  'WALLET_SEAL_KEY',
  'WALLET_SEAL_KEY_PREVIOUS',
  'PIN_PEPPER',
  'CONTRACT_WEBHOOK_SECRET',
  'CONTRACT_WEBHOOK_SECRET_PREVIOUS',
  'REVENUECAT_WEBHOOK_KEY',
  'METRICS_TOKEN',
] as const satisfies (keyof Values)[]
/** The secrets that a provider creates. The provider decides on their length. */
const PROVIDER_SECRETS = [
  'FONBNK_CLIENT_SECRET',
  'FONBNK_WEBHOOK_SECRET',
  'YELLOW_CARD_API_KEY',
  'YELLOW_CARD_SECRET',
  'AFRICAS_TALKING_API_KEY',
  'S3_SECRET_ACCESS_KEY',
  'LLM_API_KEY',
] as const satisfies (keyof Values)[]
const MIN_SECRET_LENGTH = 32

const KEY_FILES = [
  'TOKEN_KEYS_FILE',
  'RELAYER_PRIVATE_KEY_FILE',
  'FCM_SERVICE_ACCOUNT_FILE',
  'APPLE_PASS_KEY_FILE',
] as const
const READABLE_OR_WRITABLE_BY_OTHERS = 0o006

/** Options of an SMTP URL that turn off TLS or its verification. */
const SMTP_TLS_OPTION = /^(ignoreTLS|requireTLS|secure|opportunisticTLS|tls\..*)$/i

/** Finds what only production rejects. `pathOf` returns the path of a file variable. */
export function findProductionErrors(
  values: Values,
  isUnset: IsUnset,
  pathOf: (name: keyof Values) => string | undefined,
): string[] {
  const errors = findMissing(values, isUnset)
  if (values.DEMO_CONTENT)
    errors.push('DEMO_CONTENT must be off in production: the passwords of the demo users are public')
  if (values.SETUP === 'open')
    errors.push(
      'SETUP must be token or off in production: otherwise the first visitor becomes the administrator',
    )
  if (values.RATE_LIMITS === false)
    errors.push('RATE_LIMITS must be on in production: without them, passwords and codes can be guessed')
  errors.push(...findSecretErrors(values), ...findPlainTextErrors(values))
  for (const name of KEY_FILES) {
    const path = pathOf(name)
    if (path && isOpenToOthers(path))
      errors.push(`${name} is a file that every user of the machine can read or write: chmod 600 it`)
  }
  return errors
}

function findMissing(values: Values, isUnset: IsUnset): string[] {
  const errors: string[] = []
  const requireVariable = (name: keyof Values, why: string) => {
    if (isUnset(name)) errors.push(`${name} must be set in production: ${why}`)
  }
  requireVariable('PUBLIC_URL', 'links in mails and responses start with it')
  requireVariable('SECRET_KEY', 'it seals secrets in the database; create one with: openssl rand -base64 48')
  requireVariable(
    'PIN_PEPPER',
    'wallet PINs are not protected without it; create one with: openssl rand -base64 48',
  )
  requireVariable(
    'TOKEN_KEYS_FILE',
    `it contains the keys that sign access tokens; create it with: ${COMMAND} keys create <file>`,
  )
  if (values.MAIL) requireVariable('SMTP_URL', 'codes for sign-in and password reset are sent by mail')
  requireVariable('CONTRACT_WEBHOOK_SECRET', 'contract events are signed with it')
  requireVariable('REVENUECAT_WEBHOOK_KEY', 'RevenueCat sends it with every event')
  if (values.CHAIN)
    requireVariable(
      'CHAIN_RPC_URL',
      'the keys of the embedded chain are public; set CHAIN=off to run without a chain',
    )
  return errors
}

/** A secret with an error of its own is not compared with the others. */
function findSecretErrors(values: Values): string[] {
  const errors: string[] = []
  const development = new Set(Object.values(DEVELOPMENT_SECRETS))
  const valid = new Map<string, string>()
  for (const name of [...OWN_SECRETS, ...PROVIDER_SECRETS]) {
    const secret = values[name]?.trim()
    if (secret === undefined) continue
    const isOwn = (OWN_SECRETS as readonly string[]).includes(name)
    const other = valid.get(secret)
    if (development.has(secret)) errors.push(`${name} is a development secret, which is public`)
    else if (isOwn && secret.length < MIN_SECRET_LENGTH)
      errors.push(`${name} must have at least ${MIN_SECRET_LENGTH} characters in production`)
    else if (other) errors.push(`${name} must differ from ${other}: create each secret separately`)
    else valid.set(secret, name)
  }
  return errors
}

function findPlainTextErrors(values: Values): string[] {
  const errors: string[] = []
  const isTrusted = (url: string) =>
    isLoopbackUrl(url) || values.PLAIN_TEXT_HOSTS?.includes(URL.parse(url)?.hostname ?? '')
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
    const url = values[name]
    if (url && !values.DATABASE_CA_FILE && !isTrusted(url))
      errors.push(
        `${name} connects to another machine without TLS: use sslmode=verify-full with DATABASE_CA_FILE, or list the host in PLAIN_TEXT_HOSTS if the network is private`,
      )
  }
  const smtp = values.SMTP_URL
  const options = [...(URL.parse(smtp ?? '')?.searchParams.keys() ?? [])]
  if (smtp && !isTrusted(smtp) && options.some((option) => SMTP_TLS_OPTION.test(option)))
    errors.push('SMTP_URL must not change TLS: STARTTLS or smtps:// is required for another machine')
  return errors
}

/** A file that does not exist has its own error when it is read. */
function isOpenToOthers(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & READABLE_OR_WRITABLE_BY_OTHERS) !== 0
}
