import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { storeDocument } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import { bindName } from '../certificate-names/public/bind-name.ts'
import { findPassedTest } from '../course-tests/public/find-passed-test.ts'
import { getCourseCompletion } from '../progress/public/get-course-completion.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { errors } from './errors.ts'
import { drawCertificateJob } from './jobs.ts'
import {
  type Certificate,
  type CertificateId,
  documentOwnerKey,
  newCertificateNumber,
  type VerifiedResult,
} from './public/certificate.ts'
import { findByCourse, insertCertificate } from './queries.ts'
import { buildTokenMetadata } from './token-metadata.ts'

export interface ClaimCertificate {
  userId: UserId
  courseId: string
  studentName: string
  publicUrl: string
  now: Date
}

const NUMBER_ATTEMPTS = 5

/**
 * Issues the certificate of a completed course, in the name that is bound to the account. A repeated claim returns the
 * first certificate.
 */
export async function claimCertificate(tx: Tx, claim: ClaimCertificate): Promise<Certificate> {
  const { userId, courseId, now } = claim
  // Locks the account, so that no name is stored after the account was erased, and two first claims bind one name.
  await lockOwnAccount(tx, userId)
  const known = await findByCourse(tx, userId, courseId)
  if (known) {
    await bindName(tx, claim)
    return known
  }
  const course = await getCourseCompletion(tx, { userId, courseId })
  if (!course.isCompleted) throw errors.course_not_completed()

  const passed = await findPassedTest(tx, userId, courseId)
  if (course.isTestRequired && !passed) throw errors.course_test_required()
  await bindName(tx, claim)
  const { skills } = course
  const verified = passed && { ...passed, passedAt: passed.passedAt.toISOString(), skills }

  const certificate = await issueCertificate(tx, claim, course, verified ?? null)
  await enqueueNextTransaction(tx, certificate, now)
  tx.enqueue(drawCertificateJob, { certificateId: certificate.id })
  return certificate
}

/** Draws another number if the first one is taken. */
async function issueCertificate(
  tx: Tx,
  { userId, courseId, studentName, publicUrl, now }: ClaimCertificate,
  { title: courseTitle, description: courseDescription }: { title: string; description: string },
  verified: VerifiedResult | null,
): Promise<Certificate> {
  const id: CertificateId = newId()
  for (let attempt = 0; attempt < NUMBER_ATTEMPTS; attempt++) {
    const number = newCertificateNumber(now)
    const { cid, content } = buildTokenMetadata(
      { number, studentName, courseTitle, verified, issuedAt: now },
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
      verified,
      metadataCid: cid,
    }
    const certificate = await insertCertificate(tx, row, now)
    if (!certificate) continue
    await storeDocument(tx, { cid, subject: documentOwnerKey(id), content }, now)
    return certificate
  }
  assert(false, `one of ${NUMBER_ATTEMPTS} certificate numbers is free`)
}
