import { commonErrors } from '../../../platform/errors.ts'
import { storeDocument } from '../../../platform/ipfs/documents.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from '../enqueue-next-transaction.ts'
import { errors } from '../errors.ts'
import { drawCertificateJob } from '../jobs.ts'
import { updateName } from '../queries.ts'
import { findNameError, normalizeName } from '../student-name.ts'
import { buildTokenMetadata } from '../token-metadata.ts'
import { type Certificate, type CertificateId, documentOwnerKey } from './certificate.ts'
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

  const { cid, content } = buildTokenMetadata({ ...certificate, studentName }, publicUrl)
  await storeDocument(tx, { cid, subject: documentOwnerKey(id), content }, now)
  await updateName(tx, id, { studentName, metadataCid: cid })
  const corrected = await lockCertificate(tx, id)
  await enqueueNextTransaction(tx, corrected, now)
  tx.enqueue(drawCertificateJob, { certificateId: id })
  return corrected
}
