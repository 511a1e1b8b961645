import type { Id } from '../../../platform/ids.ts'
import { isKnownPushHost, readSubscription } from '../../../platform/push/web-push-subscription.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { errors } from '../errors.ts'

export type DeviceId = Id<'Device'>

export const PLATFORMS = ['IOS', 'ANDROID', 'WEB'] as const
export type DevicePlatform = (typeof PLATFORMS)[number]

/** More than anybody carries; the one that was not seen for longest makes room. */
export const MAX_DEVICES = 10
export const TOKEN_CHARACTERS = 4_096

/** A registration as it is kept. */
export interface DeviceToken {
  platform: DevicePlatform
  kind: 'FCM' | 'WEB_PUSH'
  digest: Buffer
  token: string
}

/**
 * What a client calls its token: of a phone it is FCM's; of a browser it is FCM's too, or else, beginning with a
 * brace, the JSON of its own PushSubscription.
 */
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

/** By what a token that is given again is recognised. */
export function hashDeviceToken(token: string): Buffer {
  if (!token.startsWith('{')) return sha256(token)
  const subscription = readSubscription(token)
  return sha256('error' in subscription ? token : subscription.endpoint)
}
