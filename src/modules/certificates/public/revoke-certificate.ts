import { certificateRevoked } from '../../../events/certificates.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from '../enqueue-next-transaction.ts'
import { errors } from '../errors.ts'
import { findCertificateForUpdate, updateRevoked } from '../queries.ts'
import type { Certificate, CertificateId, RevocationReason } from './certificate.ts'

/**
 * Takes a certificate back. It is invalid for everybody who asks us from now on, and the chain is told. Revoking again
 * changes nothing.
 */
export async function revokeCertificate(
  tx: Tx,
  { certificateId: id, reason, now }: { certificateId: CertificateId; reason: RevocationReason; now: Date },
): Promise<Certificate> {
  const certificate = await findCertificateForUpdate(tx, id)
  if (!certificate) throw errors.certificate_not_found()
  if (certificate.status === 'REVOKED') return certificate
  if (certificate.status !== 'MINTED') throw errors.certificate_not_minted()

  await updateRevoked(tx, id, { reason, now })
  const { userId, courseId, number: certificateNumber } = certificate
  const at = now.toISOString()
  tx.emit(certificateRevoked({ userId, certificateId: id, courseId, certificateNumber, reason, at }))
  const revoked = (await findCertificateForUpdate(tx, id))!
  await enqueueNextTransaction(tx, revoked, now)
  return revoked
}
