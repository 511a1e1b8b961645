import type { Transporter } from 'nodemailer'
import { addMs, type Clock, MINUTE_MS } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { reconcile } from '../jobs/reconciler.ts'
import { fastCounter } from '../metrics.ts'
import { observeCall } from '../outgoing-calls.ts'
import { escapeHtml } from './email-layout.ts'
import {
  claimUnsentMail,
  deleteMailAfterSending,
  listOverdueMail,
  type Mail,
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

interface MailSenderOptions {
  batchSize?: number
  /** The name of the site, if the operator chose one: the sender's name and the last line of each mail. */
  siteName?: () => Promise<string | undefined>
}

/** The limit of overdue mails per run. */
const BATCH_SIZE = 500

/**
 * Without an SMTP server, mails are only marked as sent, and the development mailbox shows them. With mail turned off,
 * they wait unsent.
 */
export function createMailSender(
  database: Database,
  config: Config['mail'],
  { batchSize = BATCH_SIZE, siteName }: MailSenderOptions = {},
): MailSender {
  const { query: db, autocommit: autocommitDb } = database
  const transport = config.smtpUrl ? openTransport(config.smtpUrl, config.requiresTls) : undefined

  async function deliver(mailId: string, clock: Clock): Promise<void> {
    if (!config.isOn) return
    const mail = await claimUnsentMail(autocommitDb, mailId)
    if (!mail) return
    if (transport) {
      try {
        const name = await siteName?.()
        const message = {
          from: name === undefined ? config.from : { name, address: addressOf(config.from) },
          // An object is one address; a string would be parsed, and a comma would make two addresses.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          ...withFooter(mail, name),
          // A constant message id: if a crash sends the mail twice, mail programs recognize it as one.
          messageId: `<${mail.id}@lyceum>`,
        }
        await observeCall('smtp', () => transport().sendMail(message))
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

  /** The first run after mail was turned on sends what waited. */
  async function sendOverdue(clock: Clock): Promise<number> {
    if (!config.isOn) return 0
    return reconcile({
      name: 'mail.send',
      listDue: (limit) => listOverdueMail(db, addMs(clock(), -5 * MINUTE_MS), limit),
      process: ({ id }) => deliver(id, clock),
      batchSize,
      // An undeliverable mail must not fail every run.
      throwsAtEnd: false,
    })
  }

  return { deliver, sendOverdue }
}

/** Loads the client of SMTP with the first mail: loading it slows a start down. */
function openTransport(url: string, requireTLS: boolean): () => Transporter {
  let transport: Transporter | undefined
  return () => {
    if (transport) return transport
    const { createTransport } = require('nodemailer') as typeof import('nodemailer')
    transport = createTransport({
      url,
      requireTLS,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    })
    return transport
  }
}

/** `Lyceum <no-reply@example.org>` and `no-reply@example.org` have the same address. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}

function withFooter({ text, html }: Mail, name: string | undefined): Pick<Mail, 'text' | 'html'> {
  if (name === undefined) return { text, html }
  const line = `<p style="max-width:480px;margin:16px auto 0;color:#6b6862;font-size:14px">${escapeHtml(name)}</p>`
  const end = html.lastIndexOf('</body>')
  return {
    text: `${text}\n-- \n${name}\n`,
    html: end < 0 ? html + line : html.slice(0, end) + line + html.slice(end),
  }
}
