import { commonErrors } from '../../../platform/errors.ts'
import { constantTimeEqual, sha256 } from '../../../platform/secrets.ts'

/** Refuses whoever does not send the key that RevenueCat was given. Digests are compared: they are of one length. */
export function verifyWebhookKey(key: string, headers: Headers): void {
  const sent = headers.get('authorization') ?? ''
  if (!constantTimeEqual(sha256(sent), sha256(`Bearer ${key}`))) {
    throw commonErrors.unauthenticated({
      message: 'Send the webhook key that was agreed as "Authorization: Bearer <key>".',
    })
  }
}
