import type { Tx } from '../../platform/tx.ts'
import type { Certificate, CertificateId, RevocationReason } from './certificate.ts'
import { errors } from './errors.ts'
import { certificateRevoked } from './events.ts'
import { lockCertificate, updateRevoked } from './queries.ts'
import { takeNextStep } from './steps/take-next-step.ts'

/**
 * Takes a certificate back. It is invalid for everybody who asks us from now on, and the chain is told. Revoking again
 * changes nothing.
 */
export async function revokeCertificate(
  tx: Tx,
  { certificateId: id, reason, now }: { certificateId: CertificateId; reason: RevocationReason; now: Date },
): Promise<Certificate> {
  const certificate = await lockCertificate(tx, id)
  if (!certificate) throw errors.certificate_not_found()
  if (certificate.status === 'REVOKED') return certificate
  if (certificate.status !== 'MINTED') throw errors.certificate_not_minted()

  await updateRevoked(tx, id, { reason, now })
  const { userId, courseId, number: certificateNumber } = certificate
  const at = now.toISOString()
  tx.emit(certificateRevoked({ userId, certificateId: id, courseId, certificateNumber, reason, at }))
  const revoked = (await lockCertificate(tx, id))!
  await takeNextStep(tx, revoked, now)
  return revoked
}
