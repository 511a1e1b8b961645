import type { Id, UserId } from '../../platform/ids.ts'
import type { TemplateName } from './templates/message-template.ts'

export type NotificationId = Id<'Notification'>

export const NOTIFICATION_TYPES = [
  'STREAK_MILESTONE',
  'STREAK_AT_RISK',
  'BADGE_EARNED',
  'CERTIFICATE_READY',
  'CONTEST_STARTING',
  'CONTEST_RESULT',
  'BATTLE_RESULT',
  'PROJECT_ASSESSED',
  'REFERRAL_BONUS',
  'PAYMENT_UPDATE',
  'SUBSCRIPTION_UPDATE',
  'SYSTEM',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** An amount in an ISO 4217 currency or in a token; as decimal text when it must be exact. */
export interface Money {
  amount: number | string
  currency: string
}

export type NoticeValue = string | number | Date | Money

/** What somebody is to be told, before it has words in a language. */
export interface Notice {
  userId: UserId
  type: NotificationType
  template: TemplateName
  /** What the words of the template ask for; numbers, times and money are written as the language writes them. */
  values: Readonly<Record<string, NoticeValue>>
  /** Somebody else of whom it speaks, by what the words of the template call them. */
  mentions?: { userId: UserId; as: string }
  /** Where in the app it leads, such as `streak` or `contests/<id>`. */
  link: string
  /** Names what is told, where the same thing may be told by more than one fact; else the fact's id is taken. */
  dedupKey?: string
  /** A push or a letter after this moment would be worse than none. */
  expiresAt?: Date
}

/** What a notice says, with the name that whoever it speaks of has now; without one they are somebody. */
export function templateValues(
  { values, mentions }: Pick<Notice, 'values' | 'mentions'>,
  username: string | undefined,
): Notice['values'] {
  return mentions ? { ...values, [mentions.as]: username ?? DELETED_USER_NAME } : values
}

/** Who has left has no name. */
export const DELETED_USER_NAME = 'somebody'

/** A notice in words, as it stands in the inbox. */
export interface InboxEntry {
  id: NotificationId
  type: NotificationType
  title: string
  body: string
  link: string
  isRead: boolean
  createdAt: Date
}

/** As every answer, frame and push shows it. */
export function notificationView(entry: InboxEntry, linkBase: string) {
  const { id, type, title, body, link, isRead, createdAt } = entry
  return { id, title, body, type, isRead, createdAt: createdAt.toISOString(), link: linkBase + link }
}
