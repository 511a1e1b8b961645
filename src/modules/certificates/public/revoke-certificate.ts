import type { Tx } from '../../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from '../enqueue-next-transaction.ts'
import { errors } from '../errors.ts'
import { drawCertificateJob } from '../jobs.ts'
import { updateRevoked } from '../queries.ts'
import type { Certificate, CertificateId, RevocationReason } from './certificate.ts'
import { lockCertificate } from './lock-certificate.ts'

/**
 * Revokes a certificate: it stops verifying when the transaction commits, and a chain transaction that revokes the token
 * is enqueued. Revoking again changes nothing.
 */
export async function revokeCertificate(
  tx: Tx,
  { certificateId: id, reason, now }: { certificateId: CertificateId; reason: RevocationReason; now: Date },
): Promise<Certificate> {
  const certificate = await lockCertificate(tx, id)
  if (certificate.status === 'REVOKED') return certificate
  if (certificate.status !== 'MINTED') throw errors.certificate_not_minted()

  await updateRevoked(tx, id, { reason, now })
  const revoked = await lockCertificate(tx, id)
  await enqueueNextTransaction(tx, revoked, now)
  tx.enqueue(drawCertificateJob, { certificateId: id })
  return revoked
}
