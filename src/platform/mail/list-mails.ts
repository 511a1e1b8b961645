import type { Db } from '../db/database.ts'

export const MAIL_STATES = ['PENDING', 'FAILED', 'SENT'] as const
/** FAILED: the last attempt failed; another one follows until the mail is deleted. */
export type MailState = (typeof MAIL_STATES)[number]

/** An outgoing mail without its body. Codes are only in the body. */
export interface ListedMail {
  id: string
  recipient: string
  subject: string
  state: MailState
  attempts: number
  lastError: string | null
  createdAt: Date
  sentAt: Date | null
}

export async function findMail(db: Db, id: string): Promise<ListedMail | undefined> {
  const [mail] = await db<ListedMail>`
    select id, recipient, subject, attempts, last_error as "lastError", created_at as "createdAt", sent_at as "sentAt",
      case when sent_at is not null then 'SENT' when last_error is null then 'PENDING' else 'FAILED' end as state
    from outgoing_mail where id = ${id}`
  return mail
}

const COUNT_LIMIT = 10_000

/** Newest first. Counts at most 10,000. */
export async function listMails(
  db: Db,
  { state, recipient }: { state: MailState | undefined; recipient: string | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ mails: ListedMail[]; total: number }> {
  const address = recipient ?? null
  const isSent = state === undefined ? null : state === 'SENT'
  const hasFailed = state === undefined || state === 'SENT' ? null : state === 'FAILED'
  const [mails, [row]] = await Promise.all([
    db<ListedMail>`
      select id, recipient, subject, attempts, last_error as "lastError", created_at as "createdAt", sent_at as "sentAt",
        case when sent_at is not null then 'SENT' when last_error is null then 'PENDING' else 'FAILED' end as state
      from outgoing_mail
      where (${isSent}::boolean is null or (sent_at is not null) = ${isSent}::boolean)
        and (${hasFailed}::boolean is null or (last_error is not null) = ${hasFailed}::boolean)
        and (${address}::text is null or lower(recipient) = lower(${address}::text))
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from outgoing_mail
        where (${isSent}::boolean is null or (sent_at is not null) = ${isSent}::boolean)
          and (${hasFailed}::boolean is null or (last_error is not null) = ${hasFailed}::boolean)
          and (${address}::text is null or lower(recipient) = lower(${address}::text))
        limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { mails, total: row!.total }
}
