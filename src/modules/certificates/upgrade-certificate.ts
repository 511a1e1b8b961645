import type { testPassed } from '../../events/course-tests.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { getCourseCompletion } from '../progress/public/get-course-completion.ts'
import { lockCertificate } from './public/lock-certificate.ts'
import { findByCourse } from './queries.ts'
import { reissueCertificate } from './reissue-certificate.ts'

/** A test that is passed after the claim makes the certificate a verified one. Its token stays the same. */
export function upgradeCertificate(publicUrl: string): EventHandler<EventData<typeof testPassed>> {
  return async (tx, { data: { userId, courseId, score, passPercent, at } }) => {
    const found = await findByCourse(tx, userId, courseId)
    if (!found) return
    const certificate = await lockCertificate(tx, found.id)
    const { studentName, status } = certificate
    if (studentName === null || status === 'REVOKED' || certificate.verified) return
    const { skills } = await getCourseCompletion(tx, { userId, courseId })
    const verified = { score, passPercent, passedAt: at, skills }
    await reissueCertificate(tx, { certificate, studentName, verified, publicUrl, now: new Date(at) })
  }
}
