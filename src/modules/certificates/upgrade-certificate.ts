import type { projectPassed } from '../../events/capstones.ts'
import type { testPassed } from '../../events/course-tests.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent, EventData } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockAccount } from '../accounts/public/account.ts'
import { findPassedProject } from '../capstones/public/find-passed-project.ts'
import { getCourseCompletion } from '../progress/public/get-course-completion.ts'
import type { Certificate } from './public/certificate.ts'
import { lockCertificate } from './public/lock-certificate.ts'
import { findByCourse } from './queries.ts'
import { reissueCertificate } from './reissue-certificate.ts'

/** A test that is passed after the claim makes the certificate a verified one. Its token stays the same. */
export function upgradeCertificate(publicUrl: string): EventHandler<EventData<typeof testPassed>> {
  return async (tx, { data: { userId, courseId, score, passPercent, at } }) => {
    const certificate = await lockUpgradable(tx, userId, courseId)
    if (!certificate || certificate.verified) return
    const { skills } = await getCourseCompletion(tx, { userId, courseId })
    const verified = { score, passPercent, passedAt: at, skills }
    await reissueCertificate(tx, {
      certificate: { ...certificate, verified },
      publicUrl,
      now: new Date(at),
    })
  }
}

/**
 * A project that is passed after the claim is added to the certificate. Runs as a job, because the account is locked
 * before the submission elsewhere. A claim locks the account too, so one of both sees the other.
 */
export async function addProjectResult(
  tx: Tx,
  { data: { userId, courseId, at } }: DomainEvent<EventData<typeof projectPassed>>,
  publicUrl: string,
): Promise<void> {
  if (!(await lockAccount(tx, userId))) return
  const certificate = await lockUpgradable(tx, userId, courseId)
  const project = await findPassedProject(tx, userId, courseId)
  if (!certificate || certificate.project || !project) return
  await reissueCertificate(tx, { certificate: { ...certificate, project }, publicUrl, now: new Date(at) })
}

/** Locks the certificate of a course; undefined if there is none, or if it can no longer change. */
async function lockUpgradable(
  tx: Tx,
  userId: UserId,
  courseId: string,
): Promise<(Certificate & { studentName: string }) | undefined> {
  const found = await findByCourse(tx, userId, courseId)
  const certificate = found && (await lockCertificate(tx, found.id))
  if (!certificate || certificate.status === 'REVOKED') return undefined
  const { studentName } = certificate
  return studentName === null ? undefined : { ...certificate, studentName }
}
