import type { Id, UserId } from '../../platform/ids.ts'
import type { TemplateName } from './templates/en.ts'

export type NotificationId = Id<'Notification'>

export const NOTIFICATION_TYPES = [
  'STREAK_MILESTONE',
  'STREAK_AT_RISK',
  'BADGE_EARNED',
  'CERTIFICATE_READY',
  'CONTEST_STARTING',
  'CONTEST_RESULT',
  'BATTLE_RESULT',
  'LEAGUE_RESULT',
  'PROJECT_ASSESSED',
  'REFERRAL_BONUS',
  'PAYMENT_UPDATE',
  'SUBSCRIPTION_UPDATE',
  'COURSE_CHANGED',
  'ANNOUNCEMENT',
  'SYSTEM',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** An amount in an ISO 4217 currency or in a token; as decimal text when it must be exact. */
export interface Money {
  amount: number | string
  currency: string
}

export type NoticeValue = string | number | Date | Money

/** A notification before it is rendered in a language. */
export interface Notice {
  userId: UserId
  type: NotificationType
  template: TemplateName
  /** Values of the placeholders; numbers, dates and money are formatted by the language. */
  values: Readonly<Record<string, NoticeValue>>
  /** Another user whose name fills the placeholder `as`. */
  mentions?: { userId: UserId; as: string }
  /** The page of the app to open, such as `streak` or `contests/<id>`. */
  link: string
  /** A user gets one notification per key. Defaults to the id of the event. */
  dedupKey?: string
  /** No push or e-mail is sent after this time. */
  expiresAt?: Date
  /** Only these channels are used, of those that the user wants. */
  onlyChannels?: { inApp: boolean; push: boolean; email: boolean }
}

/** Adds the current name of the mentioned user, or what stands for a deleted one, to the values. */
export function templateValues(
  { values, mentions }: Pick<Notice, 'values' | 'mentions'>,
  username: string,
): Notice['values'] {
  return mentions ? { ...values, [mentions.as]: username } : values
}

/** A rendered notification in the inbox. */
export interface InboxEntry {
  id: NotificationId
  type: NotificationType
  title: string
  body: string
  link: string
  isRead: boolean
  createdAt: Date
}

/** The JSON of a notification in responses and frames. */
export function notificationView(entry: InboxEntry, linkBase: string) {
  const { id, type, title, body, link, isRead, createdAt } = entry
  return { id, title, body, type, isRead, createdAt: createdAt.toISOString(), link: linkBase + link }
}
