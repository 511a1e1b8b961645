import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CertificateName } from './certificate-name.ts'

export async function findName(db: Db, userId: UserId): Promise<CertificateName | undefined> {
  const [row] = await db<CertificateName>`
    select student_name as "studentName", bound_at as "boundAt", changed_at as "changedAt"
    from certificate_name where user_id = ${userId}`
  return row
}

export async function insertName(
  tx: Tx,
  { userId, studentName, now }: { userId: UserId; studentName: string; now: Date },
): Promise<void> {
  await tx`
    insert into certificate_name (user_id, student_name, bound_at) values (${userId}, ${studentName}, ${now})`
}

/** Stores a change by the user, which counts for the pause, or a correction by staff, which does not. */
export async function updateName(
  tx: Tx,
  userId: UserId,
  { studentName, changedAt }: { studentName: string; changedAt: Date | null },
): Promise<void> {
  await tx`
    update certificate_name set student_name = ${studentName}, changed_at = coalesce(${changedAt}, changed_at)
    where user_id = ${userId}`
}
