import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { IdParam, TimestampSchema } from '../../../platform/http/schemas.ts'
import { findMail, type ListedMail, listMails, MAIL_STATES } from '../../../platform/mail/list-mails.ts'
import { resendMail } from '../../../platform/mail/mail-queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminAction, adminList, ReasonSchema } from '../../staff-access/public/admin-endpoint.ts'
import { errors } from '../errors.ts'

const MailSchema = z
  .object({
    id: z.string(),
    recipient: z.string().openapi({ description: 'Masked unless the caller is an administrator' }),
    subject: z.string(),
    state: z.enum(MAIL_STATES),
    attempts: z.int(),
    lastError: z.string().nullable(),
    createdAt: TimestampSchema,
    sentAt: TimestampSchema.nullable(),
  })
  .openapi('AdminEmail')

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000e1',
  recipient: 'a***@example.com',
  subject: 'Your sign-in code',
  state: 'FAILED' as const,
  attempts: 2,
  lastError: 'connection refused',
  createdAt: '2026-11-02T08:00:00.000Z',
  sentAt: null,
}

export function emailRoutes({ db, config }: Pick<Platform, 'db' | 'config'>): Endpoint[] {
  return [
    adminList('GET /admin/emails', {
      summary: 'List outgoing mails',
      description:
        'Newest first, without bodies and codes. Mails are deleted after some days, sent or not. FAILED is retried until then. `total` is at most 10,000.',
      filters: {
        state: z.enum(MAIL_STATES).optional(),
        recipient: z
          .string()
          .trim()
          .min(3)
          .max(254)
          .optional()
          .openapi({ description: 'The whole address, in any case', example: 'ada@example.com' }),
      },
      item: MailSchema,
      example: EXAMPLE,
      list: async ({ caller, query: { state, recipient } }, page) => {
        const { mails, total } = await listMails(db, { state, recipient }, page)
        const shown = caller.role === 'ADMIN' ? mails : mails.map(maskMail)
        return { items: shown.map(isoDates), total }
      },
    }),

    adminAction('POST /admin/emails/:id/resend', {
      summary: 'Send a mail again',
      description:
        'Attempts an unsent mail now. Of a mail that was sent, a copy is sent and returned. The codes in a mail may have expired. Refused while mail is turned off.',
      params: z.object({ id: IdParam }),
      body: z.object({ reason: ReasonSchema }),
      bodyExample: { reason: 'The mailbox was full.' },
      response: {
        data: MailSchema,
        example: {
          ...EXAMPLE,
          recipient: 'ada@example.com',
          state: 'PENDING' as const,
          attempts: 0,
          lastError: null,
        },
      },
      refusals: [errors.mail_not_found, errors.mail_off],
      perform: async (tx, { params: { id }, body: { reason }, now }) => {
        if (!config.mail.isOn) throw errors.mail_off()
        const resent = await resendMail(tx, id, now)
        if (!resent) throw errors.mail_not_found()
        const mail = (await findMail(tx, resent.id))!
        return {
          data: isoDates(mail),
          act: {
            name: 'email.resent',
            subject: { kind: 'email', id },
            before: { state: resent.wasSent ? 'SENT' : 'UNSENT', attempts: resent.attempts },
            after: { state: 'QUEUED', copyId: resent.wasSent ? resent.id : null },
            personalTexts: { reason },
          },
        }
      },
    }),
  ]
}

/** A mail server repeats the address in its error. */
function maskMail(mail: ListedMail): ListedMail {
  const masked = maskAddress(mail.recipient)
  const address = new RegExp(RegExp.escape(mail.recipient), 'gi')
  return { ...mail, recipient: masked, lastError: mail.lastError?.replaceAll(address, masked) ?? null }
}

function maskAddress(address: string): string {
  return `${[...address][0] ?? ''}***${address.slice(address.lastIndexOf('@'))}`
}
