import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteMediaFilesJob } from './jobs.ts'
import { eraseUserMedia, listMedia } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  const media = await listMedia(db, { ownerId: userId, limit: 1_000_000 })
  return media.map(({ ownerId: _, files, sizeBytes, ...medium }) => ({
    ...medium,
    sizeBytes: Number(sizeBytes),
    paths: files.map(({ name }) => `/files/library/${name}`),
  }))
}

/** Media that content uses stay with it, as the texts of their author do. All others are deleted. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  const mediumIds = await eraseUserMedia(tx, data.userId)
  if (mediumIds.length > 0) tx.enqueue(deleteMediaFilesJob, { mediumIds })
}
