import { createTransport } from 'nodemailer'
import { DAY_MS, MINUTE_MS, now } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { log } from '../log.ts'
import { tally } from '../metrics.ts'
import { callOut } from '../outgoing.ts'
import { prune } from '../prune.ts'
import {
  deleteLastMail,
  deleteOldMail,
  findOwedMail,
  listOverdueMail,
  markMailFailed,
  markMailSent,
} from './mail.ts'

const countMail = tally('lyceum_mail_total', 'Tries to send a letter, by outcome', 'outcome', [
  'sent',
  'failed',
])

export interface Postman {
  /** Sends one letter that is owed; does nothing when it was sent already. */
  deliver(mailId: string): Promise<void>
  /** Sends what was left behind, and forgets what is old, sent or not. */
  sweep(): Promise<void>
}

/** So many of what was left behind are tried in one sweep. */
const SWEPT = 500

/** With no SMTP server the letters stay where they are, and the development mailbox shows them. */
export function createPostman(database: Database, config: Config['mail'], atOnce = SWEPT): Postman {
  const db = database.query
  const transport = config.smtpUrl
    ? createTransport({
        url: config.smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
    : undefined

  async function deliver(mailId: string): Promise<void> {
    const mail = await findOwedMail(db, mailId)
    if (!mail) return
    if (transport) {
      try {
        const letter = {
          from: config.from,
          // As an object it is one address; as a text it would be parsed, and a comma would make two of it.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // Sent twice after a crash, it is still one letter to a mail program that looks.
          messageId: `<${mail.id}@lyceum>`,
        }
        await callOut('smtp', () => transport.sendMail(letter))
      } catch (fault) {
        countMail('failed')
        // Servers quote the address, and what a job says of its failure outlives the letter in queue and log.
        const told = String(fault).replaceAll(mail.to, 'the recipient')
        await markMailFailed(db, mailId, told)
        throw new Error(told)
      }
    }
    await markMailSent(db, mailId, now())
    countMail('sent')
    // Without a server the mailbox page is where it is read.
    if (transport) await deleteLastMail(db, mailId)
  }

  return {
    deliver,
    sweep: async () => {
      const instant = now().getTime()
      for (const { id } of await listOverdueMail(db, new Date(instant - 5 * MINUTE_MS), atOnce)) {
        await deliver(id).catch((fault) =>
          log.warn({ mailId: id, fault: String(fault) }, 'mail: still not sent'),
        )
      }
      const before = new Date(instant - config.keepDays * DAY_MS)
      await prune('outgoing_mail', (limit) => deleteOldMail(db, before, limit))
    },
  }
}
