import { commonErrors } from '../../../platform/errors.ts'
import { constantTimeEqual, sha256 } from '../../../platform/secrets.ts'

/** Throws unless the request has the key that is configured at RevenueCat. Compares digests, because they have equal lengths. */
export function verifyWebhookKey(key: string, headers: Headers): void {
  const sent = headers.get('authorization') ?? ''
  if (!constantTimeEqual(sha256(sent), sha256(`Bearer ${key}`))) {
    throw commonErrors.unauthenticated({
      message: 'Send the webhook key as "Authorization: Bearer <key>".',
    })
  }
}
