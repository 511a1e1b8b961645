import { createPrivateKey, X509Certificate } from 'node:crypto'
import { findProductionErrors, type IsUnset } from './production-errors.ts'
import { sslMode } from './value-parsers.ts'
import type { Values } from './variables.ts'

/** Variables that are set together or not at all, by the sentence that says when. */
const SET_TOGETHER: Record<string, (keyof Values)[]> = {
  'files are stored in S3': ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  'Web Push is used': ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'],
  'certificates have passes for Apple Wallet': [
    'APPLE_PASS_TYPE_ID',
    'APPLE_TEAM_ID',
    'APPLE_PASS_CERTIFICATE_FILE',
    'APPLE_PASS_KEY_FILE',
    'APPLE_PASS_AUTHORITY_FILE',
  ],
}

/**
 * Finds errors in the combination of variables: a missing companion, or a value that is not allowed in
 * production.
 */
export function findCombinationErrors(
  values: Values,
  isUnset: IsUnset,
  pathOf: (name: keyof Values) => string | undefined,
): string[] {
  const errors: string[] = []
  if (values.LYCEUM_ENV === 'production') errors.push(...findProductionErrors(values, isUnset, pathOf))
  const isVerified = (url: string | undefined) => url !== undefined && sslMode(url) === 'verify-full'
  if ([values.DATABASE_URL, values.DATABASE_REPLICA_URL].some(isVerified) && isUnset('DATABASE_CA_FILE')) {
    errors.push(
      "DATABASE_CA_FILE must be set when sslmode=verify-full; for a public authority, use the system's CA file",
    )
  }
  if (!isUnset('LLM_BASE_URL') && isUnset('LLM_MODEL'))
    errors.push('LLM_MODEL must be set too: it names the model that LLM_BASE_URL serves')
  for (const [when, names] of Object.entries(SET_TOGETHER)) {
    const missing = names.filter(isUnset)
    if (missing.length > 0 && missing.length < names.length)
      errors.push(`${missing.join(', ')} must be set too when ${when}`)
  }
  errors.push(...findPassErrors(values))
  errors.push(...findPaymentErrors(values, isUnset))
  if (values.CHAIN && values.CHAIN_RPC_URL) errors.push(...findChainErrors(values, isUnset))
  return errors
}

/** With the wrong key or authority every device would reject every pass, without a word. */
function findPassErrors(values: Values): string[] {
  const certificateFile = values.APPLE_PASS_CERTIFICATE_FILE
  const { APPLE_PASS_KEY_FILE: key, APPLE_PASS_AUTHORITY_FILE: authorityFile } = values
  // A missing or invalid value has its own error.
  if (!certificateFile || !key || !authorityFile) return []
  const certificate = new X509Certificate(certificateFile)
  const errors: string[] = []
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    errors.push('APPLE_PASS_KEY_FILE is not the key of APPLE_PASS_CERTIFICATE_FILE')
  if (!certificate.checkIssued(new X509Certificate(authorityFile)))
    errors.push('APPLE_PASS_AUTHORITY_FILE has not issued APPLE_PASS_CERTIFICATE_FILE')
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
    // A provider without new orders still sends webhooks and is polled about its old orders.
    else if (missing.length < names.length)
      errors.push(
        `${missing.join(', ')} must be set too: without it any client could send webhooks as ${provider}`,
      )
  }
  if (isUnset('AFRICAS_TALKING_USERNAME') !== isUnset('AFRICAS_TALKING_API_KEY'))
    errors.push('AFRICAS_TALKING_USERNAME and AFRICAS_TALKING_API_KEY must be set together')
  if (values.LYCEUM_ENV !== 'production') return errors
  if (values.PAYMENT_PROVIDER === 'sandbox')
    errors.push('PAYMENT_PROVIDER must not be sandbox in production: it pays every order on a click')
  const isOpen = values.PAYMENT_PROVIDER !== undefined && values.PAYMENT_PROVIDER !== 'off'
  if (isOpen && isUnset('PAYMENT_TREASURY_ADDRESS'))
    errors.push('PAYMENT_TREASURY_ADDRESS must be set in production: it receives sold tokens')
  return errors
}

function findChainErrors(values: Values, isUnset: IsUnset): string[] {
  const errors: string[] = []
  if (isUnset('CHAIN_ID'))
    errors.push('CHAIN_ID must be set beside CHAIN_RPC_URL: a node of another chain is rejected')
  if (isUnset('RELAYER_PRIVATE_KEY_FILE') && values.ROLE !== 'api')
    errors.push('RELAYER_PRIVATE_KEY_FILE must be set beside CHAIN_RPC_URL unless ROLE is api')
  return errors
}
