import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Platform } from '../../../platform/platform.ts'
import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import { MissingFileError } from '../../authoring/public/pack.ts'
import { listDefinitionRows } from '../definition-queries.ts'
import { keyOfType } from '../public/badge-definition.ts'

/** Writes the published badges of a pack to files that `readBadges` reads back unchanged; returns the file names. */
export async function exportBadges(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { folder, packId }: { folder: string; packId: string },
): Promise<string[]> {
  const files = new Map<string, string | Uint8Array>()
  const published = await listDefinitionRows(db, { status: 'PUBLISHED', origin: 'PACK', pattern: null })
  const badges = published.filter((badge) => badge.packId === packId)
  for (const { type, name, description, ruleKind: rule, requiredProgress: required, pictureKey } of badges) {
    const picture = pictureKey?.replace(/^media\//, 'images/')
    if (pictureKey) {
      const bytes = await storage.get(pictureKey)
      if (!bytes)
        throw new MissingFileError(`The image ${pictureKey} of the badge ${type} is not in the storage.`)
      files.set(`badges/${picture}`, bytes)
    }
    const file = { name, description, rule, required, ...(picture ? { picture } : {}) }
    files.set(`badges/${keyOfType(type)}.yaml`, writeYaml(file))
  }
  for (const [file, content] of files) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return [...files.keys()]
}
