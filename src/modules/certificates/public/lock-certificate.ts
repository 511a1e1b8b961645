import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { findCertificateForUpdate } from '../queries.ts'
import type { Certificate, CertificateId } from './certificate.ts'

/** A certificate as it is, and as it stays until the end of the transaction unless that changes it. */
export async function lockCertificate(tx: Tx, id: CertificateId): Promise<Certificate> {
  const certificate = await findCertificateForUpdate(tx, id)
  if (!certificate) throw errors.certificate_not_found()
  return certificate
}
