import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { keepDocument } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/tx.ts'
import { lockOwnAccount } from '../identity/accounts/lock-own-account.ts'
import { getCourseCompletion } from '../learning/progress/get-course-completion.ts'
import { type Certificate, type CertificateId, documentsAbout, newCertificateNumber } from './certificate.ts'
import { errors } from './errors.ts'
import { describeForWallets } from './metadata.ts'
import { findOfCourse, insertCertificate } from './queries.ts'
import { takeNextStep } from './steps/take-next-step.ts'

export interface ClaimCertificate {
  userId: UserId
  courseId: string
  studentName: string
  publicUrl: string
  now: Date
}

const NUMBERS_TRIED = 5

/** Issues the certificate of a completed course. Claiming again gives the first one, whatever name comes with it. */
export async function claimCertificate(tx: Tx, claim: ClaimCertificate): Promise<Certificate> {
  const { userId, courseId, now } = claim
  // Held, so that no name is written down after a farewell has erased it.
  await lockOwnAccount(tx, userId)
  const known = await findOfCourse(tx, userId, courseId)
  if (known) return known
  const course = await getCourseCompletion(tx, { userId, courseId })
  if (!course.isCompleted) throw errors.course_not_completed()

  const certificate = await issueCertificate(tx, claim, course)
  await takeNextStep(tx, certificate, now)
  return certificate
}

/** A number that somebody has already is drawn anew: one in a trillion, but then it would be a 500. */
async function issueCertificate(
  tx: Tx,
  { userId, courseId, studentName, publicUrl, now }: ClaimCertificate,
  { title: courseTitle, description: courseDescription }: { title: string; description: string },
): Promise<Certificate> {
  const id: CertificateId = newId()
  for (let tried = 0; tried < NUMBERS_TRIED; tried++) {
    const number = newCertificateNumber(now)
    const { cid, content } = describeForWallets(
      { number, studentName, courseTitle, issuedAt: now },
      publicUrl,
    )
    const row = {
      id,
      userId,
      courseId,
      number,
      studentName,
      courseTitle,
      courseDescription,
      metadataCid: cid,
    }
    const certificate = await insertCertificate(tx, row, now)
    if (!certificate) continue
    await keepDocument(tx, { cid, about: documentsAbout(id), content }, now)
    return certificate
  }
  assert(false, 'a certificate that is nobody’s finds a number')
}
