import type { Config } from '../../../platform/config/config.ts'
import type { UnverifiedRequest } from '../../../platform/http/endpoint.ts'
import { constantTimeEqual } from '../../../platform/secrets.ts'
import { errors } from '../errors.ts'

export type SigningRules = Pick<Config['webhooks'], 'contractSecrets' | 'contractSignedInput'>

const TOLERANCE_SECONDS = 300
const SIGNATURE = /^[0-9a-f]{64}$/
const UNIX_SECONDS = /^\d{1,12}$/

/** Refuses a request whose timestamp is out of range or whose signature matches no shared secret. */
export function verifySignature(
  rules: SigningRules,
  { headers, rawBody, now }: Omit<UnverifiedRequest, 'params'>,
): void {
  const timestamp = headers.get('x-webhook-timestamp') ?? ''
  if (
    !UNIX_SECONDS.test(timestamp) ||
    Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS
  ) {
    throw errors.timestamp_out_of_range()
  }
  const signature = headers.get('x-webhook-signature') ?? ''
  if (!SIGNATURE.test(signature)) throw errors.signature_invalid()
  const given = Buffer.from(signature, 'hex')
  const eventId = headers.get('x-event-id') ?? ''
  // Every secret is compared, so that the duration does not reveal which one matched.
  const matches = rules.contractSecrets.map((secret) =>
    constantTimeEqual(given, hmacOf(rules.contractSignedInput, secret, { eventId, timestamp, rawBody })),
  )
  if (!matches.includes(true)) throw errors.signature_invalid()
}

export interface Signed {
  eventId: string
  timestamp: string
  rawBody: Uint8Array
}

/** Returns the value of `x-webhook-signature` for the current secret. */
export function signatureOf({ contractSecrets, contractSignedInput }: SigningRules, signed: Signed): string {
  return hmacOf(contractSignedInput, contractSecrets[0]!, signed).toString('hex')
}

function hmacOf(input: SigningRules['contractSignedInput'], secret: string, signed: Signed): Buffer {
  const hmac = new Bun.CryptoHasher('sha256', secret)
  if (input === 'id.timestamp.body') hmac.update(`${signed.eventId}.${signed.timestamp}.`)
  return hmac.update(signed.rawBody).digest()
}
