import { refusals } from '../../platform/errors.ts'
import { keepDocument } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/tx.ts'
import { type Certificate, type CertificateId, documentsAbout } from './certificate.ts'
import { errors } from './errors.ts'
import { describeForWallets } from './metadata.ts'
import { lockCertificate, updateName } from './queries.ts'
import { takeNextStep } from './steps/take-next-step.ts'
import { nameFault, tidyName } from './student-name.ts'

interface CorrectName {
  certificateId: CertificateId
  studentName: string
  publicUrl: string
  now: Date
}

/** Puts right how a name is written: a new document, which the token is made to name. It stays the same certificate. */
export async function correctStudentName(
  tx: Tx,
  { certificateId: id, studentName: given, publicUrl, now }: CorrectName,
): Promise<Certificate> {
  const studentName = tidyName(given)
  const fault = nameFault(studentName)
  if (fault) throw refusals.validation_failed({ details: [{ field: 'studentName', message: fault }] })
  const certificate = await lockCertificate(tx, id)
  if (!certificate) throw errors.certificate_not_found()
  if (certificate.status === 'REVOKED') throw errors.certificate_revoked()
  if (certificate.studentName === null) throw errors.certificate_withdrawn()
  if (certificate.studentName === studentName) return certificate

  const { cid, content } = describeForWallets({ ...certificate, studentName }, publicUrl)
  await keepDocument(tx, { cid, about: documentsAbout(id), content }, now)
  await updateName(tx, id, { studentName, metadataCid: cid })
  const corrected = (await lockCertificate(tx, id))!
  await takeNextStep(tx, corrected, now)
  return corrected
}
