import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import {
  CERTIFICATE_STATUSES,
  type Certificate,
  REVOCATION_REASONS,
} from '../../certificates/public/certificate.ts'

export const AdminCertificateSchema = z
  .object({
    id: z.string(),
    userId: z.string(),
    courseId: z.string(),
    courseTitle: z.string(),
    certificateNumber: z.string(),
    studentName: z
      .string()
      .nullable()
      .openapi({ description: 'Null after the account of the owner was deleted' }),
    status: z.enum(CERTIFICATE_STATUSES),
    issuedAt: TimestampSchema,
    revokedAt: TimestampSchema.nullable(),
    revocationReason: z.enum(REVOCATION_REASONS).nullable(),
  })
  .openapi('AdminCertificate')

export const CERTIFICATE_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000ce',
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
  courseTitle: 'Blockchain basics',
  certificateNumber: 'LYC-2026-7Q4ZK0VX',
  studentName: 'Amina Otieno',
  status: 'MINTED' as const,
  issuedAt: '2026-11-02T08:00:00.000Z',
  revokedAt: null,
  revocationReason: null,
}

export function presentCertificate(certificate: Certificate): z.output<typeof AdminCertificateSchema> {
  const { id, userId, courseId, courseTitle, number, studentName, status, revocationReason } = certificate
  return {
    id,
    userId,
    courseId,
    courseTitle,
    certificateNumber: number,
    studentName,
    status,
    issuedAt: certificate.issuedAt.toISOString(),
    revokedAt: certificate.revokedAt?.toISOString() ?? null,
    revocationReason,
  }
}
