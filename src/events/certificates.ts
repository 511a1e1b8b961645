import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** The certificate is on the chain. Emitted once per certificate. */
export const certificateMinted = defineEvent<{
  userId: UserId
  certificateId: Id<'Certificate'>
  courseId: string
  courseTitle: string
  certificateNumber: string
  at: string
}>('certificates.certificate_minted')
