import { sslMode } from './value-parsers.ts'
import { DEVELOPMENT_SECRETS, type Values } from './variables.ts'

/** What was given and is wrong is not unset: it has a fault of its own already. */
type IsUnset = (name: keyof Values) => boolean

/** What is wrong with variables that are right one by one: something is missing beside another, or unfit for production. */
export function findCombinationErrors(values: Values, isUnset: IsUnset): string[] {
  const errors: string[] = []
  if (values.LYCEUM_ENV === 'production') errors.push(...findProductionErrors(values, isUnset))
  const isVerified = (url: string | undefined) => url !== undefined && sslMode(url) === 'verify-full'
  if ([values.DATABASE_URL, values.DATABASE_REPLICA_URL].some(isVerified) && isUnset('DATABASE_CA_FILE')) {
    errors.push(
      'DATABASE_CA_FILE must be set when sslmode=verify-full; for a public authority it is the file of the system',
    )
  }
  const s3 = (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    isUnset,
  )
  if (s3.length > 0 && s3.length < 4) errors.push(`${s3.join(', ')} must be set too when files go to S3`)
  if (!isUnset('LLM_BASE_URL') && isUnset('LLM_MODEL'))
    errors.push('LLM_MODEL must be set too: it names the model that LLM_BASE_URL is asked for')
  const webPush = (['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'] as const).filter(
    isUnset,
  )
  if (webPush.length > 0 && webPush.length < 3)
    errors.push(`${webPush.join(', ')} must be set too when browsers are pushed to`)
  errors.push(...findPaymentErrors(values, isUnset))
  if (values.CHAIN && values.CHAIN_RPC_URL) errors.push(...findChainErrors(values, isUnset))
  return errors
}

function findProductionErrors(values: Values, isUnset: IsUnset): string[] {
  const errors: string[] = []
  const requireVariable = (name: keyof Values, why: string) => {
    if (isUnset(name)) errors.push(`${name} must be set in production: ${why}`)
  }
  requireVariable('PUBLIC_URL', 'links in mails and answers begin with it')
  requireVariable('SECRET_KEY', 'it seals what the database holds; make one with: openssl rand -base64 48')
  requireVariable(
    'PIN_PEPPER',
    'wallet PINs are worth nothing without it; make one with: openssl rand -base64 48',
  )
  requireVariable(
    'TOKEN_KEYS_FILE',
    'it holds the keys that sign access tokens; make one with: bun lyceum keys create <file>',
  )
  requireVariable('SMTP_URL', 'codes for sign-in and password reset go by mail')
  requireVariable('CONTRACT_WEBHOOK_SECRET', 'events of contracts are signed with it')
  requireVariable('REVENUECAT_WEBHOOK_KEY', 'RevenueCat sends it with every event')
  if (values.CHAIN)
    requireVariable(
      'CHAIN_RPC_URL',
      'everybody knows the keys of the embedded chain; CHAIN=off runs without one',
    )
  if (values.DEMO_CONTENT)
    errors.push("DEMO_CONTENT must be off in production: everybody knows the demo users' passwords")
  for (const [name, secret] of Object.entries(DEVELOPMENT_SECRETS)) {
    if (values[name as keyof Values] === secret)
      errors.push(`${name} is the development secret, which everybody knows`)
  }
  return errors
}

const PROVIDER_NEEDS: Record<string, (keyof Values)[]> = {
  fonbnk: ['FONBNK_CLIENT_ID', 'FONBNK_CLIENT_SECRET', 'FONBNK_WEBHOOK_SECRET'],
  'yellow-card': ['YELLOW_CARD_API_KEY', 'YELLOW_CARD_SECRET'],
}

function findPaymentErrors(values: Values, isUnset: IsUnset): string[] {
  const errors: string[] = []
  for (const [provider, names] of Object.entries(PROVIDER_NEEDS)) {
    const missing = names.filter(isUnset)
    if (missing.length === 0) continue
    if (values.PAYMENT_PROVIDER === provider)
      errors.push(`${missing.join(', ')} must be set too when PAYMENT_PROVIDER is ${provider}`)
    // One that gets no new orders is asked about the old ones, and heard.
    else if (missing.length < names.length)
      errors.push(`${missing.join(', ')} must be set too: without it anybody could speak for ${provider}`)
  }
  if (isUnset('AFRICAS_TALKING_USERNAME') !== isUnset('AFRICAS_TALKING_API_KEY'))
    errors.push('AFRICAS_TALKING_USERNAME and AFRICAS_TALKING_API_KEY must be set together')
  if (values.LYCEUM_ENV !== 'production') return errors
  if (values.PAYMENT_PROVIDER === 'sandbox')
    errors.push('PAYMENT_PROVIDER must not be sandbox in production: it pays whoever clicks')
  const isOpen = values.PAYMENT_PROVIDER !== undefined && values.PAYMENT_PROVIDER !== 'off'
  if (isOpen && isUnset('PAYMENT_TREASURY_ADDRESS'))
    errors.push('PAYMENT_TREASURY_ADDRESS must be set in production: tokens that are sold go there')
  return errors
}

function findChainErrors(values: Values, isUnset: IsUnset): string[] {
  const errors: string[] = []
  if (isUnset('CHAIN_ID')) errors.push('CHAIN_ID must be set beside CHAIN_RPC_URL: another chain is refused')
  if (isUnset('RELAYER_PRIVATE_KEY_FILE') && values.ROLE !== 'api')
    errors.push('RELAYER_PRIVATE_KEY_FILE must be set beside CHAIN_RPC_URL, where ROLE is not api')
  return errors
}
