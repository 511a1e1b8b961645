import { commonErrors } from '../../../platform/errors.ts'
import { storeDocument } from '../../../platform/ipfs/documents.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from '../enqueue-next-transaction.ts'
import { errors } from '../errors.ts'
import { findCertificateForUpdate, updateName } from '../queries.ts'
import { findNameError, normalizeName } from '../student-name.ts'
import { buildTokenMetadata } from '../token-metadata.ts'
import { type Certificate, type CertificateId, documentOwnerKey } from './certificate.ts'

interface CorrectStudentName {
  certificateId: CertificateId
  studentName: string
  publicUrl: string
  now: Date
}

/** Puts right how a name is written: a new document, which the token is made to name. It stays the same certificate. */
export async function correctStudentName(
  tx: Tx,
  { certificateId: id, studentName: given, publicUrl, now }: CorrectStudentName,
): Promise<Certificate> {
  const studentName = normalizeName(given)
  const nameError = findNameError(studentName)
  if (nameError)
    throw commonErrors.validation_failed({ details: [{ field: 'studentName', message: nameError }] })
  const certificate = await findCertificateForUpdate(tx, id)
  if (!certificate) throw errors.certificate_not_found()
  if (certificate.status === 'REVOKED') throw errors.certificate_revoked()
  if (certificate.studentName === null) throw errors.certificate_withdrawn()
  if (certificate.studentName === studentName) return certificate

  const { cid, content } = buildTokenMetadata({ ...certificate, studentName }, publicUrl)
  await storeDocument(tx, { cid, subject: documentOwnerKey(id), content }, now)
  await updateName(tx, id, { studentName, metadataCid: cid })
  const corrected = (await findCertificateForUpdate(tx, id))!
  await enqueueNextTransaction(tx, corrected, now)
  return corrected
}
