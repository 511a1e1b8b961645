import { createTransport } from 'nodemailer'
import { addMs, type Clock, MINUTE_MS } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { reconcile } from '../jobs/reconciler.ts'
import { fastCounter } from '../metrics.ts'
import { observeCall } from '../outgoing-calls.ts'
import {
  claimUnsentMail,
  deleteMailAfterSending,
  listOverdueMail,
  markMailFailed,
  markMailSent,
} from './mail-queue.ts'

const countMail = fastCounter(
  'lyceum_mail_attempts_total',
  'Attempts to send a mail, by outcome',
  'outcome',
  ['sent', 'failed'],
)

export interface MailSender {
  /** Sends one pending mail; does nothing if it was already sent. */
  deliver(mailId: string, clock: Clock): Promise<void>
  /** Sends mails that are unsent after five minutes. */
  sendOverdue(clock: Clock): Promise<number>
}

/** The limit of overdue mails per run. */
const BATCH_SIZE = 500

/** Without an SMTP server, mails are only marked as sent, and the development mailbox shows them. */
export function createMailSender(
  database: Database,
  config: Config['mail'],
  batchSize = BATCH_SIZE,
): MailSender {
  const { query: db, autocommit: autocommitDb } = database
  const transport = config.smtpUrl
    ? createTransport({
        url: config.smtpUrl,
        requireTLS: config.requiresTls,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
    : undefined

  async function deliver(mailId: string, clock: Clock): Promise<void> {
    const mail = await claimUnsentMail(autocommitDb, mailId)
    if (!mail) return
    if (transport) {
      try {
        const message = {
          from: config.from,
          // An object is one address; a string would be parsed, and a comma would make two addresses.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // A constant message id: if a crash sends the mail twice, mail programs recognize it as one.
          messageId: `<${mail.id}@lyceum>`,
        }
        await observeCall('smtp', () => transport.sendMail(message))
      } catch (error) {
        countMail('failed')
        // Servers quote the address in errors, and queue and log store the error longer than the mail.
        const message = String(error).replaceAll(mail.to, 'the recipient')
        await markMailFailed(autocommitDb, mailId, message)
        throw new Error(message)
      }
    }
    await markMailSent(autocommitDb, mailId, clock())
    countMail('sent')
    // Without an SMTP server the row stays, for the development mailbox.
    if (transport) await deleteMailAfterSending(autocommitDb, mailId)
  }

  return {
    deliver,
    sendOverdue: (clock) =>
      reconcile({
        name: 'mail.send',
        listDue: (limit) => listOverdueMail(db, addMs(clock(), -5 * MINUTE_MS), limit),
        process: ({ id }) => deliver(id, clock),
        batchSize,
        // An undeliverable mail must not fail every run.
        throwsAtEnd: false,
      }),
  }
}
