import type { Db } from '../../../platform/db/database.ts'
import { LAST_ID, LAST_TIME } from '../../../platform/http/cursor.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { InboxEntry, NotificationId, NotificationType } from '../notification.ts'

export interface NewNotification extends Omit<InboxEntry, 'isRead' | 'createdAt'> {
  userId: UserId
  dedupKey: string
  language: string
  inInbox: boolean
  /** Another user whose name is in the text. */
  mentionedUserId: UserId | null
  mentionedName: string | null
}

/** Inserts the notifications and returns the ids of the new ones. */
export async function insertNotifications(
  tx: Tx,
  notifications: NewNotification[],
  now: Date,
): Promise<Set<NotificationId>> {
  const rows = await tx<{ id: NotificationId }>`
    insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, mentioned_user_id,
      mentioned_name, created_at)
    select id, "userId", type, "dedupKey", title, body, link, language, "inInbox", "mentionedUserId", "mentionedName", ${now}
    from jsonb_to_recordset(${notifications}::jsonb) as row (id uuid, "userId" uuid, type text, "dedupKey" text,
      title text, body text, link text, language text, "inInbox" boolean, "mentionedUserId" uuid, "mentionedName" text)
    order by "userId", "dedupKey"
    on conflict (user_id, dedup_key) do nothing
    returning id`
  return new Set(rows.map(({ id }) => id))
}

export interface InboxFilter {
  unreadOnly: boolean
  type: NotificationType | null
  /** Only entries after this one, which is newer. */
  after?: { createdAt: Date; id: string }
  limit: number
  offset: number
}

export interface InboxPage {
  entries: InboxEntry[]
  /** The number of entries that match the filter. */
  total: number
  /** Of all types. */
  unread: number
}

type EntryRow = { [Name in keyof InboxEntry]: InboxEntry[Name] | null }

/**
 * Reads a page and its totals in one round trip. The totals come from `notification_count`. Each filter is its own
 * statement, so that each has its own plan.
 */
export async function getInboxPage(db: Db, userId: UserId, filter: InboxFilter): Promise<InboxPage> {
  const rows = await pageRows(db, userId, filter)
  const { total, unread } = rows[0]!
  const entries = rows.filter((row) => row.id !== null)
  return {
    entries: entries.map(({ total: _, unread: __, ...entry }) => entry as InboxEntry),
    total,
    unread,
  }
}

const FIRST_ENTRY = { createdAt: LAST_TIME, id: LAST_ID }

function pageRows(
  db: Db,
  userId: UserId,
  { unreadOnly, type, after = FIRST_ENTRY, limit, offset }: InboxFilter,
) {
  type Row = EntryRow & { total: number; unread: number }
  if (unreadOnly) {
    return db<Row>`
      select page.*, number.total, number.unread from (
        select coalesce(sum(unread), 0)::int as unread,
          coalesce(sum(unread) filter (where ${type}::text is null or type = ${type}), 0)::int as total
        from notification_count where user_id = ${userId}
      ) as number left join lateral (
        select id, type, title, body, link, false as "isRead", created_at as "createdAt" from notification
        where user_id = ${userId} and in_inbox and read_at is null and (${type}::text is null or type = ${type})
        and (created_at, id) < (${after.createdAt}, ${after.id}::uuid)
        and number.total > ${offset}
        order by created_at desc, id desc limit ${limit} offset ${offset}
      ) as page on true`
  }
  if (type) {
    return db<Row>`
      select page.*, number.total, number.unread from (
        select coalesce(sum(unread), 0)::int as unread,
          coalesce(sum(total) filter (where type = ${type}), 0)::int as total
        from notification_count where user_id = ${userId}
      ) as number left join lateral (
        select id, type, title, body, link, read_at is not null as "isRead", created_at as "createdAt" from notification
        where user_id = ${userId} and in_inbox and type = ${type}
        and (created_at, id) < (${after.createdAt}, ${after.id}::uuid)
        and number.total > ${offset}
        order by created_at desc, id desc limit ${limit} offset ${offset}
      ) as page on true`
  }
  return db<Row>`
    select page.*, number.total, number.unread from (
      select coalesce(sum(unread), 0)::int as unread, coalesce(sum(total), 0)::int as total
      from notification_count where user_id = ${userId}
    ) as number left join lateral (
      select id, type, title, body, link, read_at is not null as "isRead", created_at as "createdAt" from notification
      where user_id = ${userId} and in_inbox
      and (created_at, id) < (${after.createdAt}, ${after.id}::uuid)
      and number.total > ${offset}
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) as page on true`
}

/** Marks a notification of the user as read; undefined if there is none. */
export async function updateRead(
  tx: Tx,
  userId: UserId,
  id: NotificationId,
  now: Date,
): Promise<InboxEntry | undefined> {
  const [row] = await tx<InboxEntry>`
    update notification set read_at = coalesce(read_at, ${now})
    where id = ${id} and user_id = ${userId} and in_inbox
    returning id, type, title, body, link, true as "isRead", created_at as "createdAt"`
  return row
}

/** Marks the current notifications as read, sorted by id so that concurrent calls do not deadlock. */
export async function updateAllRead(tx: Tx, userId: UserId, now: Date): Promise<number> {
  const rows = await tx`
    update notification set read_at = ${now}
    where id = any(array(
      select id from notification where user_id = ${userId} and in_inbox and read_at is null
      order by id for no key update
    )) and read_at is null
    returning 1`
  return rows.length
}

export async function deleteNotification(tx: Tx, userId: UserId, id: NotificationId): Promise<boolean> {
  const rows = await tx`
    delete from notification where id = ${id} and user_id = ${userId} and in_inbox returning 1`
  return rows.length > 0
}

/**
 * Replaces the user's name in notifications of others by what the language of each has for a deleted user. They are sorted by id, so
 * that concurrent calls do not deadlock.
 */
export async function anonymizeMentions(
  tx: Tx,
  userId: UserId,
  namesByLanguage: Readonly<Record<string, string>>,
): Promise<void> {
  await tx`
    update notification set title = replace(title, mentioned_name, coalesce(names ->> language, names ->> 'en')),
      body = replace(body, mentioned_name, coalesce(names ->> language, names ->> 'en')),
      mentioned_user_id = null, mentioned_name = null
    from (select ${namesByLanguage}::jsonb as names) as languages
    where id = any(array(
      select id from notification where mentioned_user_id = ${userId} order by id for no key update
    ))`
}

export async function eraseInbox(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from notification where user_id = ${userId}`
  await tx`delete from notification_count where user_id = ${userId}`
}

export function listAllNotifications(db: Db, userId: UserId, limit: number): Promise<unknown[]> {
  return db`
    select id, type, title, body, link, language, in_inbox as "inInbox", read_at as "readAt", created_at as "createdAt"
    from notification where user_id = ${userId} order by created_at desc, id desc limit ${limit}`
}
