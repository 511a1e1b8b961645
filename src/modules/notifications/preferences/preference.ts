import { NOTIFICATION_TYPES, type NotificationType } from '../notification.ts'

/** The ways in which somebody can be told. The inbox and the live frame are one: `inApp`. */
export interface Channels {
  inApp: boolean
  push: boolean
  email: boolean
}

/** Times of the day, `22:00`, by the calendar of wherever the user is. */
export interface QuietHours {
  start: string
  end: string
}

/** What a user has said; what is left out is as usual. */
export interface Preference {
  channels: Partial<Record<NotificationType, Partial<Channels>>>
  quietHours: QuietHours | null
}

export const NO_PREFERENCE: Preference = { channels: {}, quietHours: null }

/** What somebody would look for in their mailbox later, or must not miss when the app is gone. */
const MAILED: ReadonlySet<NotificationType> = new Set([
  'CERTIFICATE_READY',
  'PROJECT_ASSESSED',
  'PAYMENT_UPDATE',
  'SUBSCRIPTION_UPDATE',
])

export function channelsFor({ channels }: Preference, type: NotificationType): Channels {
  return { inApp: true, push: true, email: MAILED.has(type), ...channels[type] }
}

/** The whole table of types and channels, chosen and usual. */
export function allChannels(preference: Preference): Record<NotificationType, Channels> {
  const all = NOTIFICATION_TYPES.map((type) => [type, channelsFor(preference, type)])
  return Object.fromEntries(all) as Record<NotificationType, Channels>
}
