import { NOTIFICATION_TYPES, type NotificationType } from '../notification.ts'

/** Delivery channels. `inApp` is the inbox and the live frame. */
export interface Channels {
  inApp: boolean
  push: boolean
  email: boolean
}

/** Times of day such as `22:00`, in the user's time zone. */
export interface QuietHours {
  start: string
  end: string
}

/** The user's choices; what is missing has its default. */
export interface Preference {
  channels: Partial<Record<NotificationType, Partial<Channels>>>
  quietHours: QuietHours | null
}

export const NO_PREFERENCE: Preference = { channels: {}, quietHours: null }

/** Types that are sent by e-mail by default. */
const MAILED: ReadonlySet<NotificationType> = new Set([
  'CERTIFICATE_READY',
  'PROJECT_ASSESSED',
  'PAYMENT_UPDATE',
  'SUBSCRIPTION_UPDATE',
])

export function channelsFor({ channels }: Preference, type: NotificationType): Channels {
  return { inApp: true, push: true, email: MAILED.has(type), ...channels[type] }
}

/** Returns the channels of every type, with defaults. */
export function allChannels(preference: Preference): Record<NotificationType, Channels> {
  const all = NOTIFICATION_TYPES.map((type) => [type, channelsFor(preference, type)])
  return Object.fromEntries(all) as Record<NotificationType, Channels>
}
