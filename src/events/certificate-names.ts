import type { Role } from '../platform/http/caller.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/**
 * A user changed the name on their certificates. Handlers run in the transaction only: a job would store the names
 * outside of the tables that account erasure knows.
 */
export const certificateNameChanged = defineEvent<{
  userId: UserId
  role: Role
  /** The network address of the request. */
  address: string
  studentNameBefore: string
  studentName: string
  at: string
}>('certificate_names.name_changed')
