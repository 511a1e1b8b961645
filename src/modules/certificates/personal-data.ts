import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { deleteDocuments } from '../../platform/ipfs/documents.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { documentOwnerKey, metadataUri } from './public/certificate.ts'
import { eraseStudentNames, listByUser } from './queries.ts'

/** What is kept of a user's certificates, for the document of all their data. */
export async function exportCertificateData(db: Db, userId: UserId): Promise<unknown> {
  const { certificates } = await listByUser(db, userId, { limit: 10_000, offset: 0 })
  return certificates.map(
    ({ metadataCid, chainCid: _, pending: __, failures: ___, statusIndex, ...exported }) => ({
      ...exported,
      metadataUri: metadataUri(metadataCid),
      statusIndex: Number(statusIndex),
    }),
  )
}

/**
 * Deletes the student name and the metadata documents that contain it. The token stays on the chain and points to a
 * deleted document; course and revocation stay verifiable.
 */
export async function eraseCertificateData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  const ids = await eraseStudentNames(tx, data.userId)
  if (ids.length > 0) await deleteDocuments(tx, ids.map(documentOwnerKey))
}
