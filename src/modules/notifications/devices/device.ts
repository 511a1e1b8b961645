import type { Id } from '../../../platform/ids.ts'
import { isKnownPushHost, readSubscription } from '../../../platform/push/web-push-subscription.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { errors } from '../errors.ts'

export type DeviceId = Id<'Device'>

export const PLATFORMS = ['IOS', 'ANDROID', 'WEB'] as const
export type DevicePlatform = (typeof PLATFORMS)[number]

/** Above this number, the device that was not seen for longest is deleted. */
export const MAX_DEVICES = 10
export const TOKEN_CHARACTERS = 4_096

export interface DeviceToken {
  platform: DevicePlatform
  kind: 'FCM' | 'WEB_PUSH'
  digest: Buffer
  token: string
}

/** Parses a client's token: an FCM token, or the JSON of a browser's PushSubscription. */
export function readDeviceToken(
  token: string,
  platform: DevicePlatform,
  origins: readonly string[],
): DeviceToken {
  if (!token.startsWith('{')) return { platform, kind: 'FCM', digest: sha256(token), token }
  if (platform !== 'WEB') throw errors.token_unusable({ message: 'Only a browser has a PushSubscription.' })
  const subscription = readSubscription(token)
  if ('error' in subscription)
    throw errors.token_unusable({ message: `The subscription ${subscription.error}.` })
  if (!isKnownPushHost(subscription.endpoint, origins)) throw errors.push_service_unknown()
  return {
    platform,
    kind: 'WEB_PUSH',
    digest: sha256(subscription.endpoint),
    token: JSON.stringify(subscription),
  }
}

/** Returns the digest by which a registered token is found. */
export function hashDeviceToken(token: string): Buffer {
  if (!token.startsWith('{')) return sha256(token)
  const subscription = readSubscription(token)
  return sha256('error' in subscription ? token : subscription.endpoint)
}
