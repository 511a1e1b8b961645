import { join } from 'node:path'
import { type PackError, PackImportError } from '../../modules/authoring/public/pack.ts'
import { AUTHORED_PACK_ID } from '../../modules/content-exchange/authored-pack.ts'
import { previewAuthored } from '../../modules/content-exchange/import-authored.ts'
import type { PackOutcome } from '../../modules/content-exchange/import-requests.ts'
import type { ContentExporter } from '../../modules/content-exchange/routes.ts'
import type { Outcome, PackImporter } from '../../modules/content-exchange/run-import.ts'
import type { Platform } from '../../platform/platform.ts'
import { importAuthoredPack, importContentPack, previewContentPack } from './content-pack.ts'
import { exportAuthoredTo, exportContentPack, listPacks } from './export-content.ts'
import { type ReadPack, readPacks } from './read-packs.ts'

/** Reads and writes packs for the endpoints, as the commands do. */
export function createContentExchange(platform: Platform): PackImporter & ContentExporter {
  return {
    previewPacks: (folder, { archiveMissing }) =>
      forEachPack(folder, async (read) =>
        'pack' in read
          ? outcomeOf(read.pack.pack.id, await previewContentPack(platform, read.pack, archiveMissing))
          : outcomeOf(AUTHORED_PACK_ID, await previewAuthored(platform, read.authored)),
      ),
    importPacks: (folder, { archiveMissing, ownerId, onProgress }) =>
      forEachPack(folder, async (read) =>
        'pack' in read
          ? outcomeOf(
              read.pack.pack.id,
              await importContentPack(platform, read.pack, { archiveMissing, onProgress }),
            )
          : outcomeOf(
              AUTHORED_PACK_ID,
              await importAuthoredPack(platform, read.authored, { ownerId, onProgress }),
            ),
      ),
    exportTo: async (folder, { pack, courseId, authorId, drafts }) => {
      const onFile = () => {}
      if (courseId !== null || authorId !== null) {
        const selection = { drafts, courseId, ownerId: authorId }
        // The files that every export has are no content.
        return (await exportAuthoredTo(platform, folder, selection, onFile)) > 2
      }
      const ids = (await listPacks(platform, drafts)).filter((id) => pack === null || id === pack)
      for (const id of ids)
        await exportContentPack(platform, {
          id,
          folder: pack === null ? join(folder, id) : folder,
          drafts,
          onFile,
        })
      return ids.length > 0
    },
  }
}

/** Stops at the first pack with a fault. Packs before it stay imported, because each is one transaction. */
async function forEachPack(
  folder: string,
  handle: (read: ReadPack) => Promise<PackOutcome>,
): Promise<Outcome> {
  const read = await readPacks(folder)
  const inArchive = (each: PackError, of: string): PackError => ({
    file: join(of.slice(folder.length + 1), each.file),
    line: each.line,
    message: each.message,
  })
  if ('errors' in read) return { packs: [], faults: read.errors.map((each) => inArchive(each, each.folder)) }
  const packs: PackOutcome[] = []
  for (const pack of read) {
    try {
      packs.push(await handle(pack))
    } catch (error) {
      if (!(error instanceof PackImportError)) throw error
      return { packs, faults: error.errors.map((each) => inArchive(each, pack.folder)) }
    }
  }
  return { packs, faults: [] }
}

function outcomeOf(pack: string, { pictures: _, ...kinds }: object & { pictures?: number }): PackOutcome {
  return { pack, kinds: kinds as PackOutcome['kinds'] }
}
