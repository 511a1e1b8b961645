import { addMs, DAY_MS } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { ConnectionRegistry } from '../../../platform/websockets/connection-registry.ts'
import { type Recipient, shareLockRecipients } from '../../accounts/public/recipients.ts'
import { insertDeliveries, type NewDelivery } from '../delivery/queries.ts'
import { insertNotifications, type NewNotification } from '../inbox/queries.ts'
import { deliverNotifications } from '../jobs.ts'
import { type Notice, type NotificationId, notificationView, templateValues } from '../notification.ts'
import { type Channels, channelsFor, NO_PREFERENCE, type Preference } from '../preferences/preference.ts'
import { listPreferences } from '../preferences/queries.ts'
import { quietUntil } from '../preferences/quiet-hours.ts'
import { notificationFrame } from '../protocol.ts'
import { chooseLanguage, render } from '../templates/render.ts'

export interface NotifyDeps {
  connections: Pick<ConnectionRegistry, 'sendToUser'>
  linkBase: string
}

/** How long a delivery is attempted. */
const PUSH_LIFETIME_MS = 3 * DAY_MS
const MAIL_LIFETIME_MS = 7 * DAY_MS

/** A rendered notice and its channels. */
interface Draft {
  row: NewNotification
  channels: Channels
  delivery: NewDelivery
}

/** Creates inbox rows, live frames and pending deliveries. A user gets one notification per `dedupKey`. */
export async function notify(
  tx: Tx,
  { connections, linkBase }: NotifyDeps,
  notices: (Notice & { dedupKey: string })[],
  now: Date,
): Promise<NotificationId[]> {
  const userIds = [...new Set(notices.map(({ userId }) => userId))]
  const mentionedUserIds = notices.flatMap(({ mentions }) => mentions?.userId ?? [])
  const recipients = await shareLockRecipients(tx, [...new Set([...userIds, ...mentionedUserIds])])
  const preferences = await listPreferences(tx, userIds)
  const drafts = notices.flatMap((notice) => {
    const recipient = recipients.get(notice.userId)
    const mentioned = notice.mentions && recipients.get(notice.mentions.userId)
    const draft =
      recipient &&
      buildDraft(notice, recipient, mentioned, preferences.get(notice.userId) ?? NO_PREFERENCE, now)
    return draft ? [draft] : []
  })
  if (drafts.length === 0) return []

  const inserted = await insertNotifications(
    tx,
    drafts.map(({ row }) => row),
    now,
  )
  const fresh = drafts.filter(({ row }) => inserted.has(row.id))
  const pending = fresh.map(({ delivery }) => delivery).filter(({ push, email }) => push || email)
  if (pending.length > 0 && (await insertDeliveries(tx, pending)) > 0) {
    tx.enqueue(deliverNotifications, { notificationIds: pending.map(({ notificationId }) => notificationId) })
  }
  for (const { row, channels } of fresh) {
    if (!channels.inApp) continue
    const entry = notificationView({ ...row, isRead: false, createdAt: now }, linkBase)
    tx.afterCommit(() => connections.sendToUser(row.userId, notificationFrame(entry)))
  }
  return fresh.map(({ row }) => row.id)
}

/** Returns undefined if the user has disabled all channels of the type. */
function buildDraft(
  notice: Notice & { dedupKey: string },
  recipient: Recipient,
  mentioned: Recipient | undefined,
  preference: Preference,
  now: Date,
): Draft | undefined {
  const { userId, type, template, dedupKey, link, expiresAt } = notice
  const wanted = channelsFor(preference, type)
  const { inApp = true, push = true, email = true } = notice.onlyChannels ?? {}
  const channels = {
    inApp: wanted.inApp && inApp,
    push: wanted.push && push,
    email: wanted.email && email && recipient.email !== null,
  }
  if (!channels.inApp && !channels.push && !channels.email) return undefined
  const language = chooseLanguage(recipient.language)
  const id = newId<'Notification'>()
  const { quietHours } = preference
  const delayedUntil = quietHours ? quietUntil(quietHours, recipient.timeZone, now) : undefined
  return {
    channels,
    row: {
      id,
      userId,
      type,
      dedupKey,
      ...render(
        { template, values: templateValues(notice, mentioned?.username ?? language.deletedUser) },
        language,
        recipient.timeZone,
      ),
      mentionedUserId: mentioned?.userId ?? null,
      mentionedName: mentioned?.username ?? null,
      link,
      language: language.tag,
      inInbox: channels.inApp,
    },
    delivery: {
      notificationId: id,
      userId,
      push: channels.push,
      email: channels.email,
      nextAttemptAt: delayedUntil ?? now,
      pushExpiresAt: expiresAt ?? addMs(now, PUSH_LIFETIME_MS),
      mailExpiresAt: expiresAt ?? addMs(now, MAIL_LIFETIME_MS),
    },
  }
}

/** Drops the pushes and e-mails of all notifications with this key that are still pending. Inbox entries stay. */
export async function withdrawPendingDeliveries(tx: Tx, dedupKey: string, now: Date): Promise<void> {
  await tx`
    insert into withdrawn_notice (dedup_key, withdrawn_at) values (${dedupKey}, ${now}) on conflict (dedup_key) do nothing`
}
