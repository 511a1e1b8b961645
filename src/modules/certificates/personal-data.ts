import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { deleteDocuments } from '../../platform/ipfs/documents.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { enqueueDeletion, fileKeys } from './page/stored-files.ts'
import { documentOwnerKey, metadataUri } from './public/certificate.ts'
import { listCertificates } from './public/list-certificates.ts'
import { eraseStudentNames } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  const { certificates } = await listCertificates(db, userId, { page: 1, limit: 10_000 })
  return certificates.map(
    ({
      metadataCid,
      chainCid: _,
      pendingStep: __,
      failedAttempts: ___,
      drawnContent: ____,
      statusIndex,
      ...exported
    }) => ({
      ...exported,
      metadataUri: metadataUri(metadataCid),
      statusIndex: Number(statusIndex),
    }),
  )
}

/**
 * Deletes the student name and the documents and files that contain it. The token stays on the chain and points to a
 * deleted document; course and revocation stay verifiable.
 */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  const erased = await eraseStudentNames(tx, data.userId)
  if (erased.length === 0) return
  await deleteDocuments(
    tx,
    erased.map(({ id }) => documentOwnerKey(id)),
  )
  const keys = erased.flatMap(({ id, drawnContent }) => (drawnContent ? fileKeys(id, drawnContent) : []))
  if (keys.length > 0) enqueueDeletion(tx, keys, new Date(data.at))
}
