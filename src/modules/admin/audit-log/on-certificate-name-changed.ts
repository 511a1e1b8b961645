import type { certificateNameChanged } from '../../../events/certificate-names.ts'
import type { DomainEvent, EventData } from '../../../platform/transaction/define-event.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { recordAuditEntry } from './record-audit-entry.ts'

/** Inserts the audit entry of a user who changed the name on their own certificates. */
export async function recordCertificateNameChange(
  tx: Tx,
  { data }: DomainEvent<EventData<typeof certificateNameChanged>>,
): Promise<void> {
  const { userId, role, address, studentNameBefore, studentName, at } = data
  await recordAuditEntry(
    tx,
    {
      name: 'certificate_name.changed',
      subject: { kind: 'certificate_name', id: userId },
      userId,
      before: null,
      after: null,
      personalTexts: { studentNameBefore, studentName },
    },
    { caller: { userId, role }, address, now: new Date(at) },
  )
}
