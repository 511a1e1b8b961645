import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PackError } from '../../modules/authoring/public/pack.ts'
import {
  type AuthoredPack,
  isAuthoredPack,
  readAuthoredPack,
} from '../../modules/content-exchange/read-authored-pack.ts'
import { type ContentPack, readContentPack } from './content-pack.ts'

/** A pack of a folder: of shipped content, or of what authors made. */
export type ReadPack = { folder: string } & ({ pack: ContentPack } | { authored: AuthoredPack })

/**
 * Reads the pack of a folder, or all packs in its subfolders, as an export of everything writes them. Authored content is
 * the last, because its paths may have courses of packs.
 */
export async function readPacks(
  folder: string,
): Promise<ReadPack[] | { errors: (PackError & { folder: string })[] }> {
  const packs: ReadPack[] = []
  const errors: (PackError & { folder: string })[] = []
  for (const each of listPackFolders(folder)) {
    const isAuthored = await isAuthoredPack(each)
    const read = isAuthored ? await readAuthoredPack(each) : await readContentPack(each)
    if ('errors' in read) errors.push(...read.errors.map((error) => ({ ...error, folder: each })))
    else packs.push({ folder: each, ...('content' in read ? { authored: read } : { pack: read }) })
  }
  if (errors.length > 0) return { errors }
  return packs.toSorted((one, other) => Number('authored' in one) - Number('authored' in other))
}

/** A folder without packs counts as one pack, so that its missing files are reported. */
function listPackFolders(folder: string): string[] {
  const hasPack = (each: string) => existsSync(join(each, 'pack.yaml'))
  if (hasPack(folder) || !existsSync(folder)) return [folder]
  const nested = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasPack(join(folder, entry.name)))
    .map(({ name }) => join(folder, name))
    .toSorted()
  return nested.length > 0 ? nested : [folder]
}
