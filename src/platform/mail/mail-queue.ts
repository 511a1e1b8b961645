import type { AutocommitDb, Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { OldRows } from '../retention.ts'
import { seal, unseal } from '../secrets.ts'
import { defineJob } from '../transaction/define-job.ts'
import type { Tx } from '../transaction/tx.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Delivers a mail; `sendOverdue` finds mails whose job was lost or failed. */
export const sendMailJob = defineJob<{ mailId: string }>('mail.send', { retries: 8, retryDelaySeconds: 2 })

/**
 * Inserts a mail in the caller's transaction and enqueues its delivery. With `deleteAfterSending` (account deletion)
 * the row is deleted once an SMTP server has accepted the mail.
 */
export async function enqueueMail(
  tx: Tx,
  mail: Mail,
  now: Date,
  { deleteAfterSending = false }: { deleteAfterSending?: boolean } = {},
): Promise<void> {
  const mailId = newId<'Mail'>()
  const body = seal('mail', JSON.stringify({ text: mail.text, html: mail.html }))
  await tx`
    insert into outgoing_mail (id, recipient, subject, sealed_body, delete_after_sending, created_at)
    values (${mailId}, ${mail.to}, ${mail.subject}, ${body}, ${deleteAfterSending}, ${now})`
  tx.enqueue(sendMailJob, { mailId })
}

/** What sending a mail again did. */
export interface ResentMail {
  /** The mail that is sent: the same one, or a copy of a mail that was already sent. */
  id: string
  wasSent: boolean
  attempts: number
}

/**
 * Sends a mail again. An unsent mail is attempted now instead of at its next turn. Of a sent mail a copy is sent: with the same
 * message id, mail programs would hide it. Undefined if there is no such mail.
 */
export async function resendMail(tx: Tx, mailId: string, now: Date): Promise<ResentMail | undefined> {
  // Locked, so that a delivery cannot mark it as sent between the two statements.
  const [mail] = await tx<{ wasSent: boolean; attempts: number }>`
    select sent_at is not null as "wasSent", attempts from outgoing_mail where id = ${mailId} for update`
  if (!mail) return undefined
  const id = mail.wasSent ? newId<'Mail'>() : mailId
  if (mail.wasSent)
    await tx`
      insert into outgoing_mail (id, recipient, subject, sealed_body, delete_after_sending, created_at)
      select ${id}, recipient, subject, sealed_body, delete_after_sending, ${now} from outgoing_mail
      where id = ${mailId}`
  tx.enqueue(sendMailJob, { mailId: id })
  return { id, ...mail }
}

interface MailRow {
  id: string
  recipient: string
  subject: string
  sealedBody: Buffer
  createdAt: Date
}

export interface StoredMail extends Mail {
  id: string
  createdAt: Date
}

export function toStoredMail(row: MailRow): StoredMail {
  const { text, html } = JSON.parse(unseal('mail', row.sealedBody)) as { text: string; html: string }
  return { id: row.id, to: row.recipient, subject: row.subject, text, html, createdAt: row.createdAt }
}

export async function claimUnsentMail(
  autocommitDb: AutocommitDb,
  mailId: string,
): Promise<StoredMail | undefined> {
  const [row] = await autocommitDb<MailRow>`
    update outgoing_mail set attempts = attempts + 1
    where id = ${mailId} and sent_at is null
    returning id, recipient, subject, sealed_body as "sealedBody", created_at as "createdAt"`
  return row && toStoredMail(row)
}

export async function markMailSent(autocommitDb: AutocommitDb, mailId: string, now: Date): Promise<void> {
  await autocommitDb`update outgoing_mail set sent_at = ${now}, last_error = null where id = ${mailId}`
}

/** Deletes a sent mail that was inserted with `deleteAfterSending`. */
export async function deleteMailAfterSending(autocommitDb: AutocommitDb, mailId: string): Promise<void> {
  await autocommitDb`delete from outgoing_mail where id = ${mailId} and delete_after_sending`
}

export async function markMailFailed(
  autocommitDb: AutocommitDb,
  mailId: string,
  error: string,
): Promise<void> {
  await autocommitDb`update outgoing_mail set last_error = ${error.slice(0, 500)} where id = ${mailId}`
}

/**
 * Lists mails that are overdue, those with the fewest attempts first, so that undeliverable mails do not
 * block the others.
 */
export async function listOverdueMail(db: Db, before: Date, limit: number): Promise<{ id: string }[]> {
  return db<{ id: string }>`
    select id from outgoing_mail where sent_at is null and created_at < ${before}
    order by attempts, created_at limit ${limit}`
}

/** Deletes the mails of an erased user, sent or not. */
export async function eraseMailTo(tx: Tx, recipient: string): Promise<void> {
  await tx`delete from outgoing_mail where lower(recipient) = lower(${recipient})`
}

/** Old mails are deleted, sent or not: a mail that is days late is useless. */
export const mailRetention: OldRows = {
  table: 'outgoing_mail',
  column: 'created_at',
  keepDays: ({ mail }) => mail.keepDays,
}

/** Newest first; for the development mailbox. */
export async function listMail(db: Db, recipient: string | undefined, limit: number): Promise<StoredMail[]> {
  const rows = await db<MailRow>`
    select id, recipient, subject, sealed_body as "sealedBody", created_at as "createdAt" from outgoing_mail
    where ${recipient ?? null}::text is null or lower(recipient) = lower(${recipient ?? null}::text)
    order by created_at desc, id desc limit ${limit}`
  return rows.map(toStoredMail)
}
