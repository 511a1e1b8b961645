import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockAccount } from '../../accounts/public/account.ts'
import { correctName } from '../../certificate-names/public/correct-name.ts'
import {
  findNameError,
  normalizeName,
  requirePrintableName,
} from '../../certificate-names/public/student-name.ts'
import { errors } from '../errors.ts'
import { findById } from '../queries.ts'
import { renameCertificates } from '../rename-certificates.ts'
import type { Certificate, CertificateId } from './certificate.ts'
import { lockCertificate } from './lock-certificate.ts'

interface CorrectStudentName {
  certificateId: CertificateId
  studentName: string
  publicUrl: string
  now: Date
}

/** Corrects the name that is bound to the owner of a certificate, and reissues all their certificates with it. */
export async function correctStudentName(
  tx: Tx,
  { certificateId: id, studentName: given, publicUrl, now }: CorrectStudentName,
): Promise<{ before: Certificate; after: Certificate }> {
  const studentName = normalizeName(given)
  const nameError = findNameError(studentName)
  if (nameError)
    throw commonErrors.validation_failed({ details: [{ field: 'studentName', message: nameError }] })
  await requirePrintableName(studentName)
  const userId = (await findById(tx, id))?.userId
  if (!userId) throw errors.certificate_not_found()
  // The account before its certificates, as a claim and a change by the owner lock them.
  const account = await lockAccount(tx, userId)
  const before = await lockCertificate(tx, id)
  if (before.status === 'REVOKED') throw errors.certificate_revoked()
  if (!account || before.studentName === null) throw errors.certificate_withdrawn()
  if (before.studentName === studentName) return { before, after: before }

  await correctName(tx, userId, studentName)
  await renameCertificates(tx, { userId, studentName, publicUrl, now })
  return { before, after: await lockCertificate(tx, id) }
}
