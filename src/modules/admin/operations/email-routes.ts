import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery, TimestampSchema } from '../../../platform/http/schemas.ts'
import { type ListedMail, listMails, MAIL_STATES } from '../../../platform/mail/list-mails.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'

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

export function emailRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/emails', {
      summary: 'List outgoing mails',
      description:
        'Newest first, without bodies and codes. Mails are deleted after some days, sent or not. FAILED is retried until then. `total` is at most 10,000.',
      query: pagingQuery(20).extend({
        state: z.enum(MAIL_STATES).optional(),
        recipient: z
          .string()
          .trim()
          .min(3)
          .max(254)
          .optional()
          .openapi({ description: 'The whole address, in any case', example: 'ada@example.com' }),
      }),
      response: {
        status: 200,
        data: z.array(MailSchema),
        meta: PagingMeta,
        example: [
          {
            id: '019a8b5e-7c1d-7000-8000-0000000000e1',
            recipient: 'a***@example.com',
            subject: 'Your sign-in code',
            state: 'FAILED' as const,
            attempts: 2,
            lastError: 'connection refused',
            createdAt: '2026-11-02T08:00:00.000Z',
            sentAt: null,
          },
        ],
      },
      handle: async ({ caller, query: { page, limit, state, recipient } }) => {
        const { mails, total } = await listMails(db, { state, recipient }, { page, limit })
        const shown = caller.role === 'ADMIN' ? mails : mails.map(maskMail)
        return new Reply(shown.map(presentMail), { meta: { total, page, limit } })
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

function presentMail(mail: ListedMail): z.output<typeof MailSchema> {
  return { ...mail, createdAt: mail.createdAt.toISOString(), sentAt: mail.sentAt?.toISOString() ?? null }
}
