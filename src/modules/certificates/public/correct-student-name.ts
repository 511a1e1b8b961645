import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { reissueCertificate } from '../reissue-certificate.ts'
import { findNameError, normalizeName } from '../student-name.ts'
import type { Certificate, CertificateId } from './certificate.ts'
import { lockCertificate } from './lock-certificate.ts'

interface CorrectStudentName {
  certificateId: CertificateId
  studentName: string
  publicUrl: string
  now: Date
}

/** Stores a document with the corrected name and enqueues the transaction that points the token to it. */
export async function correctStudentName(
  tx: Tx,
  { certificateId: id, studentName: given, publicUrl, now }: CorrectStudentName,
): Promise<Certificate> {
  const studentName = normalizeName(given)
  const nameError = findNameError(studentName)
  if (nameError)
    throw commonErrors.validation_failed({ details: [{ field: 'studentName', message: nameError }] })
  const certificate = await lockCertificate(tx, id)
  if (certificate.status === 'REVOKED') throw errors.certificate_revoked()
  if (certificate.studentName === null) throw errors.certificate_withdrawn()
  if (certificate.studentName === studentName) return certificate

  const { verified } = certificate
  return reissueCertificate(tx, { certificate, studentName, verified, publicUrl, now })
}
