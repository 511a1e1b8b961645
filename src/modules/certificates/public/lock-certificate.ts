import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import type { Certificate, CertificateId } from './certificate.ts'

/** Locks the certificate until commit and returns it; throws `CERTIFICATE_NOT_FOUND` if it does not exist. */
export async function lockCertificate(tx: Tx, id: CertificateId): Promise<Certificate> {
  const [certificate] = await tx<Certificate>`
    select * from certificate_row where id = ${id} for no key update`
  if (!certificate) throw errors.certificate_not_found()
  return certificate
}
