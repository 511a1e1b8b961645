import { certificateNameChanged } from '../../events/certificate-names.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import { type CertificateName, nextChangeAt } from './certificate-name.ts'
import { errors } from './errors.ts'
import { findName, insertName, updateName } from './queries.ts'

interface ChangeName {
  caller: Pick<Caller, 'userId' | 'role'>
  studentName: string
  address: string
  now: Date
}

/**
 * Changes the name on all certificates of the caller, at most once in 90 days. The first name and the same name again do
 * not count as a change.
 */
export async function changeName(
  tx: Tx,
  { caller: { userId, role }, studentName, address, now }: ChangeName,
): Promise<CertificateName> {
  await lockOwnAccount(tx, userId)
  const bound = await findName(tx, userId)
  if (!bound) {
    await insertName(tx, { userId, studentName, now })
    return { studentName, boundAt: now, changedAt: null }
  }
  if (bound.studentName === studentName) return bound
  const next = nextChangeAt(bound, now)
  if (next) throw errors.certificate_name_changed_recently({ extra: { nextChangeAt: next.toISOString() } })

  await updateName(tx, userId, { studentName, changedAt: now })
  const studentNameBefore = bound.studentName
  tx.emit(
    certificateNameChanged({ userId, role, address, studentNameBefore, studentName, at: now.toISOString() }),
  )
  return { ...bound, studentName, changedAt: now }
}
