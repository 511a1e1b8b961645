import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { errors as nameErrors } from '../../certificate-names/errors.ts'
import { errors } from '../../certificates/errors.ts'
import {
  CERTIFICATE_STATUSES,
  type CertificateId,
  REVOCATION_REASONS,
  readCertificateNumber,
} from '../../certificates/public/certificate.ts'
import { correctStudentName } from '../../certificates/public/correct-student-name.ts'
import { listAllCertificates, listCertificates } from '../../certificates/public/list-certificates.ts'
import { lockCertificate } from '../../certificates/public/lock-certificate.ts'
import { revokeCertificate } from '../../certificates/public/revoke-certificate.ts'
import { adminAction, adminList, idParams, withExample } from '../../staff-access/public/admin-endpoint.ts'
import { UserParams } from '../users/user-read-routes.ts'
import { AdminCertificateSchema, CERTIFICATE_EXAMPLE, presentCertificate } from './certificate-view.ts'

const REVOKED_EXAMPLE = {
  status: 'REVOKED',
  revokedAt: '2026-11-03T08:00:00.000Z',
  revocationReason: 'ISSUED_IN_ERROR',
}

const Params = idParams<CertificateId>()

export function certificateAdminRoutes(platform: Platform): Endpoint[] {
  const response = { data: AdminCertificateSchema, example: CERTIFICATE_EXAMPLE } as const
  return [
    adminList('GET /admin/users/:id/certificates', {
      summary: 'List the certificates of a user',
      params: UserParams,
      item: AdminCertificateSchema,
      example: CERTIFICATE_EXAMPLE,
      list: async ({ params: { id: userId } }, page) => {
        await getUserRecord(platform.db, userId)
        const { certificates, total } = await listCertificates(platform.db, userId, page)
        return { items: certificates.map(presentCertificate), total }
      },
    }),

    adminList('GET /admin/certificates', {
      summary: 'List certificates',
      description:
        'Newest first. A number may be typed in lower case, and with O for 0 and I or L for 1. `total` is at most 10,000.',
      filters: {
        number: z
          .string()
          .trim()
          .max(40)
          .transform((typed, context) => readCertificateNumber(typed) ?? refuseNumber(context))
          .optional()
          .openapi({ type: 'string', example: 'LYC-2026-7Q4ZK0VX' }),
        userId: z.uuid().optional(),
        courseId: z.uuid().optional(),
        status: z.enum(CERTIFICATE_STATUSES).optional(),
        from: z.iso.datetime().optional().openapi({ description: 'Issued at this time or later' }),
        to: z.iso.datetime().optional().openapi({ description: 'Issued before this time' }),
      },
      item: AdminCertificateSchema,
      example: CERTIFICATE_EXAMPLE,
      list: async ({ query: { userId, from, to, ...filter } }, page) => {
        const time = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
        const wanted = { ...filter, ...time, userId: userId as UserId | undefined }
        const { certificates, total } = await listAllCertificates(platform.db, wanted, page)
        return { items: certificates.map(presentCertificate), total }
      },
    }),

    adminAction('POST /admin/certificates/:id/revoke', {
      summary: 'Revoke a certificate',
      description:
        'The certificate becomes invalid immediately. The revocation and its reason are written to the chain permanently. A repeated request changes nothing.',
      params: Params,
      body: z.object({ reason: z.enum(REVOCATION_REASONS) }),
      bodyExample: { reason: 'ISSUED_IN_ERROR' },
      response: withExample(response, REVOKED_EXAMPLE),
      refusals: [errors.certificate_not_found, errors.certificate_not_minted],
      perform: async (tx, { params: { id: certificateId }, body: { reason }, now }) => {
        const before = await lockCertificate(tx, certificateId)
        const after = await revokeCertificate(tx, { certificateId, reason, now })
        return {
          data: presentCertificate(after),
          act:
            before.status === 'REVOKED'
              ? undefined
              : {
                  name: 'certificate.revoked',
                  subject: { kind: 'certificate', id: certificateId },
                  userId: after.userId,
                  before: { status: before.status },
                  after: { status: after.status, reason },
                },
        }
      },
    }),

    adminAction('PATCH /admin/certificates/:id', {
      summary: 'Correct the name on a certificate',
      description:
        'Corrects the name that is bound to the owner, so all their certificates that are not revoked get it. Numbers and tokens stay the same; the tokens get new metadata documents.',
      params: Params,
      body: z.object({ studentName: z.string().max(400) }),
      bodyExample: { studentName: 'Amina A. Otieno' },
      response: withExample(response, { studentName: 'Amina A. Otieno' }),
      refusals: [
        errors.certificate_not_found,
        errors.certificate_revoked,
        errors.certificate_withdrawn,
        nameErrors.certificate_name_not_printable,
      ],
      perform: async (tx, { params: { id: certificateId }, body: { studentName }, now }) => {
        const { publicUrl } = platform.config
        const correction = { certificateId, studentName, publicUrl, now }
        const { before, after } = await correctStudentName(tx, correction)
        const isSame = before.studentName === after.studentName
        return {
          data: presentCertificate(after),
          act: isSame
            ? undefined
            : {
                name: 'certificate.corrected',
                subject: { kind: 'certificate', id: certificateId },
                userId: after.userId,
                before: { metadataCid: before.metadataCid },
                after: { metadataCid: after.metadataCid },
                personalTexts: { studentNameBefore: before.studentName, studentName: after.studentName },
              },
        }
      },
    }),
  ]
}

function refuseNumber(context: { addIssue(issue: { code: 'custom'; message: string }): void }): never {
  context.addIssue({
    code: 'custom',
    message: 'must be the number of a certificate, such as LYC-2026-7Q4ZK0VX',
  })
  return z.NEVER
}
