import { sslMode } from './value-kinds.ts'
import { DEVELOPMENT_SECRETS, type Values } from './variables.ts'

/** What was given and is wrong is not unset: it has a fault of its own already. */
type IsUnset = (name: keyof Values) => boolean

/** What is wrong with variables that are right one by one: something is missing beside another, or unfit for production. */
export function crossFaults(values: Values, isUnset: IsUnset): string[] {
  const faults: string[] = []
  if (values.LYCEUM_ENV === 'production') faults.push(...productionFaults(values, isUnset))
  const isVerified = (url: string | undefined) => url !== undefined && sslMode(url) === 'verify-full'
  if ([values.DATABASE_URL, values.DATABASE_REPLICA_URL].some(isVerified) && isUnset('DATABASE_CA_FILE')) {
    faults.push(
      'DATABASE_CA_FILE must be set when sslmode=verify-full; for a public authority it is the file of the system',
    )
  }
  const s3 = (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    isUnset,
  )
  if (s3.length > 0 && s3.length < 4) faults.push(`${s3.join(', ')} must be set too when files go to S3`)
  if (!isUnset('LLM_BASE_URL') && isUnset('LLM_MODEL'))
    faults.push('LLM_MODEL must be set too: it names the model that LLM_BASE_URL is asked for')
  const webPush = (['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'] as const).filter(
    isUnset,
  )
  if (webPush.length > 0 && webPush.length < 3)
    faults.push(`${webPush.join(', ')} must be set too when browsers are pushed to`)
  faults.push(...paymentFaults(values, isUnset))
  if (values.CHAIN && values.CHAIN_RPC_URL) faults.push(...chainFaults(values, isUnset))
  return faults
}

function productionFaults(values: Values, isUnset: IsUnset): string[] {
  const faults: string[] = []
  const need = (name: keyof Values, why: string) => {
    if (isUnset(name)) faults.push(`${name} must be set in production: ${why}`)
  }
  need('PUBLIC_URL', 'links in mails and answers begin with it')
  need('SECRET_KEY', 'it seals what the database holds; make one with: openssl rand -base64 48')
  need('PIN_PEPPER', 'wallet PINs are worth nothing without it; make one with: openssl rand -base64 48')
  need(
    'TOKEN_KEYS_FILE',
    'it holds the keys that sign access tokens; make one with: bun lyceum keys create <file>',
  )
  need('SMTP_URL', 'codes for sign-in and password reset go by mail')
  need('CONTRACT_WEBHOOK_SECRET', 'events of contracts are signed with it')
  need('REVENUECAT_WEBHOOK_KEY', 'RevenueCat sends it with every event')
  if (values.CHAIN)
    need('CHAIN_RPC_URL', 'everybody knows the keys of the embedded chain; CHAIN=off runs without one')
  if (values.DEMO_CONTENT)
    faults.push("DEMO_CONTENT must be off in production: everybody knows the demo users' passwords")
  for (const [name, secret] of Object.entries(DEVELOPMENT_SECRETS)) {
    if (values[name as keyof Values] === secret)
      faults.push(`${name} is the development secret, which everybody knows`)
  }
  return faults
}

const PROVIDER_NEEDS: Record<string, (keyof Values)[]> = {
  fonbnk: ['FONBNK_CLIENT_ID', 'FONBNK_CLIENT_SECRET', 'FONBNK_WEBHOOK_SECRET'],
  'yellow-card': ['YELLOW_CARD_API_KEY', 'YELLOW_CARD_SECRET'],
}

function paymentFaults(values: Values, isUnset: IsUnset): string[] {
  const faults: string[] = []
  for (const [provider, names] of Object.entries(PROVIDER_NEEDS)) {
    const missing = names.filter(isUnset)
    if (missing.length === 0) continue
    if (values.PAYMENT_PROVIDER === provider)
      faults.push(`${missing.join(', ')} must be set too when PAYMENT_PROVIDER is ${provider}`)
    // One that gets no new orders is asked about the old ones, and heard.
    else if (missing.length < names.length)
      faults.push(`${missing.join(', ')} must be set too: without it anybody could speak for ${provider}`)
  }
  if (isUnset('AFRICAS_TALKING_USERNAME') !== isUnset('AFRICAS_TALKING_API_KEY'))
    faults.push('AFRICAS_TALKING_USERNAME and AFRICAS_TALKING_API_KEY must be set together')
  if (values.LYCEUM_ENV !== 'production') return faults
  if (values.PAYMENT_PROVIDER === 'sandbox')
    faults.push('PAYMENT_PROVIDER must not be sandbox in production: it pays whoever clicks')
  const isOpen = values.PAYMENT_PROVIDER !== undefined && values.PAYMENT_PROVIDER !== 'off'
  if (isOpen && isUnset('PAYMENT_TREASURY_ADDRESS'))
    faults.push('PAYMENT_TREASURY_ADDRESS must be set in production: tokens that are sold go there')
  return faults
}

function chainFaults(values: Values, isUnset: IsUnset): string[] {
  const faults: string[] = []
  if (isUnset('CHAIN_ID')) faults.push('CHAIN_ID must be set beside CHAIN_RPC_URL: another chain is refused')
  if (isUnset('RELAYER_PRIVATE_KEY_FILE') && values.ROLE !== 'api')
    faults.push('RELAYER_PRIVATE_KEY_FILE must be set beside CHAIN_RPC_URL, where ROLE is not api')
  return faults
}
