import type { certificateNameChanged } from '../../events/certificate-names.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockChangeableCertificates } from './queries.ts'
import { reissueCertificate } from './reissue-certificate.ts'

interface RenameCertificates {
  userId: UserId
  studentName: string
  publicUrl: string
  now: Date
}

/**
 * Reissues all certificates of a user with another name. Their numbers and tokens stay the same. A revoked certificate
 * keeps its name, because the contract rejects changes of its token.
 */
export async function renameCertificates(
  tx: Tx,
  { userId, studentName, publicUrl, now }: RenameCertificates,
): Promise<void> {
  for (const certificate of await lockChangeableCertificates(tx, userId)) {
    if (certificate.studentName === studentName) continue
    await reissueCertificate(tx, { certificate: { ...certificate, studentName }, publicUrl, now })
  }
}

/** The certificates follow a change of the bound name by its owner. */
export function onCertificateNameChanged(
  publicUrl: string,
): EventHandler<EventData<typeof certificateNameChanged>> {
  return (tx, { data: { userId, studentName, at } }) =>
    renameCertificates(tx, { userId, studentName, publicUrl, now: new Date(at) })
}
