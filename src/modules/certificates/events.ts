import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { CertificateId, RevocationReason } from './certificate.ts'

/** It is on the chain. Told once. */
export const certificateMinted = defineFact<{
  userId: UserId
  certificateId: CertificateId
  courseId: string
  courseTitle: string
  certificateNumber: string
  at: string
}>('certificates.certificate_minted')

/** The issuer has taken it back; the chain follows. Told once. */
export const certificateRevoked = defineFact<{
  userId: UserId
  certificateId: CertificateId
  courseId: string
  certificateNumber: string
  reason: RevocationReason
  at: string
}>('certificates.certificate_revoked')
