import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportPack, listExportablePacks } from '../../modules/authoring/packs/export-pack.ts'
import { exportBadges } from '../../modules/badges/packs/export-badges.ts'
import { AUTHORED_PACK_ID } from '../../modules/content-exchange/authored-pack.ts'
import { exportAuthored, hasAuthoredContent } from '../../modules/content-exchange/export-authored.ts'
import type { Selection } from '../../modules/content-exchange/selection.ts'
import type { Platform } from '../../platform/platform.ts'

type ExportDeps = Pick<Platform, 'db' | 'storage' | 'config'>

/** The ids of the packs that can be exported; `authored` is what authors made on this server. */
export async function listPacks(platform: ExportDeps, drafts: boolean): Promise<string[]> {
  const packs = await listExportablePacks(platform)
  return (await hasAuthoredContent(platform, { drafts })) ? [...packs, AUTHORED_PACK_ID] : packs
}

/** Writes a pack into a folder. Returns the number of files. */
export async function exportContentPack(
  platform: ExportDeps,
  {
    id,
    folder,
    drafts,
    onFile,
  }: { id: string; folder: string; drafts: boolean; onFile: (done: number) => void },
): Promise<number> {
  if (id === AUTHORED_PACK_ID)
    return exportAuthoredTo(platform, folder, { drafts, courseId: null, ownerId: null }, onFile)
  const files = await exportPack(platform, { folder, id, name: 'Exported catalogue', version: 1 })
  const badges = await exportBadges(platform, { folder, packId: id })
  return files.length + badges.length
}

/** Writes a selection of what authors made into a folder. Returns the number of files. */
export async function exportAuthoredTo(
  platform: ExportDeps,
  folder: string,
  selection: Selection,
  onFile: (done: number) => void,
): Promise<number> {
  let count = 0
  for await (const { path, content } of exportAuthored(platform, selection)) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
    onFile(++count)
  }
  return count
}
