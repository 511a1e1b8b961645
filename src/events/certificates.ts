import type { CertificateId, RevocationReason } from '../modules/certificates/public/certificate.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** It is on the chain. Told once. */
export const certificateMinted = defineEvent<{
  userId: UserId
  certificateId: CertificateId
  courseId: string
  courseTitle: string
  certificateNumber: string
  at: string
}>('certificates.certificate_minted')

/** The issuer has taken it back; the chain follows. Told once. */
export const certificateRevoked = defineEvent<{
  userId: UserId
  certificateId: CertificateId
  courseId: string
  certificateNumber: string
  reason: RevocationReason
  at: string
}>('certificates.certificate_revoked')
