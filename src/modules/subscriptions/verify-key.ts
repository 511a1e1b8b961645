import { refusals } from '../../platform/errors.ts'
import { digest, sameBytes } from '../../platform/secrets.ts'

/** Refuses whoever does not send the key that RevenueCat was given. Digests are compared: they are of one length. */
export function verifyKey(key: string, headers: Headers): void {
  const sent = headers.get('authorization') ?? ''
  if (!sameBytes(digest(sent), digest(`Bearer ${key}`))) {
    throw refusals.unauthenticated({
      message: 'Send the webhook key that was agreed as "Authorization: Bearer <key>".',
    })
  }
}
