import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import { deleteDocuments } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/tx.ts'
import { documentsAbout, metadataUri } from './certificate.ts'
import { listOfUser, updateNamesForgotten } from './queries.ts'

/** What is kept of a user's certificates, for the document of all their data. */
export async function exportCertificates(db: Db, userId: UserId): Promise<unknown> {
  const { certificates } = await listOfUser(db, userId, { limit: 10_000, offset: 0 })
  return certificates.map(
    ({ metadataCid, chainCid: _, pending: __, failures: ___, statusIndex, ...kept }) => ({
      ...kept,
      metadataUri: metadataUri(metadataCid),
      statusIndex: Number(statusIndex),
    }),
  )
}

/**
 * The name goes with whoever leaves, and so do the documents that carry it; the chain keeps a token that names a
 * document nobody has. What was awarded, and that it is not revoked, stays to be verified.
 */
export async function forgetCertificates(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  const ids = await updateNamesForgotten(tx, data.userId)
  if (ids.length > 0) await deleteDocuments(tx, ids.map(documentsAbout))
}
