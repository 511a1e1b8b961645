import type { Tx } from '../../platform/tx.ts'
import type { Certificate, CertificateId } from './certificate.ts'
import { errors } from './errors.ts'
import { lockCertificate } from './queries.ts'

/** A certificate as it is, and as it stays until the end of the transaction unless that changes it. */
export async function holdCertificate(tx: Tx, id: CertificateId): Promise<Certificate> {
  const certificate = await lockCertificate(tx, id)
  if (!certificate) throw errors.certificate_not_found()
  return certificate
}
