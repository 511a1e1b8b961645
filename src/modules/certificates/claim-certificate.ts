import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import { findPassedProject } from '../capstones/public/find-passed-project.ts'
import { bindName } from '../certificate-names/public/bind-name.ts'
import { findPassedTest } from '../course-tests/public/find-passed-test.ts'
import { getCourseCompletion } from '../progress/public/get-course-completion.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { errors } from './errors.ts'
import { drawCertificateJob } from './jobs.ts'
import { type Certificate, type CertificateId, newCertificateNumber } from './public/certificate.ts'
import { findByCourse, insertCertificate } from './queries.ts'
import { buildTokenDocuments, storeTokenDocuments } from './token-documents.ts'

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
  const project = await findPassedProject(tx, userId, courseId)

  const certificate = await issueCertificate(tx, claim, {
    courseTitle: course.title,
    courseDescription: course.description,
    courseMinutes: course.minutes,
    verified: verified ?? null,
    project: project ?? null,
  })
  await enqueueNextTransaction(tx, certificate, now)
  tx.enqueue(drawCertificateJob, { certificateId: certificate.id })
  return certificate
}

type Proof = Pick<Certificate, 'courseTitle' | 'courseDescription' | 'courseMinutes' | 'verified' | 'project'>

/** Draws another number if the first one is taken. */
async function issueCertificate(
  tx: Tx,
  { userId, courseId, studentName, publicUrl, now }: ClaimCertificate,
  proof: Proof,
): Promise<Certificate> {
  const id: CertificateId = newId()
  for (let attempt = 0; attempt < NUMBER_ATTEMPTS; attempt++) {
    const number = newCertificateNumber(now)
    const documents = buildTokenDocuments({ ...proof, number, studentName, issuedAt: now }, publicUrl)
    const row = { ...proof, id, userId, courseId, number, studentName, metadataCid: documents.metadata.cid }
    const certificate = await insertCertificate(tx, row, now)
    if (!certificate) continue
    await storeTokenDocuments(tx, documents, { certificateId: id, now })
    return certificate
  }
  assert(false, `one of ${NUMBER_ATTEMPTS} certificate numbers is free`)
}
