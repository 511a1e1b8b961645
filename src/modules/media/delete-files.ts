import { addMs, HOUR_MS } from '../../platform/clock.ts'
import { reconcile } from '../../platform/jobs/reconciler.ts'
import type { Platform } from '../../platform/platform.ts'
import { libraryKey } from './public/medium.ts'
import { deleteMediumRow, listDeletedMedia, updateAbandoned } from './queries.ts'

type FileDeps = Pick<Platform, 'db' | 'autocommitDb' | 'storage'>

/** Longer than any request: an upload after this time never ends. */
const UPLOAD_LIMIT_MS = HOUR_MS

/** Deletes the files of deleted media before their rows, so that a failed deletion is retried. */
export async function deleteMediaFiles(
  { db, autocommitDb, storage }: FileDeps,
  ids: readonly string[] | null,
): Promise<void> {
  await reconcile({
    name: 'media.delete_files',
    listDue: (limit) => listDeletedMedia(db, { ids, limit }),
    process: async ({ id, files }) => {
      for (const { name } of files) await storage.delete(libraryKey(name))
      await deleteMediumRow(autocommitDb, id)
    },
    readsAllBatches: true,
  })
}

export async function deleteOrphanedMedia(deps: FileDeps, now: Date): Promise<void> {
  await updateAbandoned(deps.autocommitDb, addMs(now, -UPLOAD_LIMIT_MS))
  await deleteMediaFiles(deps, null)
}
