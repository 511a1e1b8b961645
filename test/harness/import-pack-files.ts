import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importPack } from '../../src/modules/authoring/packs/import-pack.ts'
import { now } from '../../src/platform/clock.ts'
import { createDiskStorage } from '../../src/platform/storage/disk.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { TestDatabase } from './database.ts'
import { packOf } from './learning-testbed.ts'

/** Imports a content pack of a test, given by the texts of its files. */
export async function importPackFiles(
  { database }: TestDatabase,
  files: Record<string, string>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-pack-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const platform = {
      db: database.query,
      replicaDb: database.query,
      storage: createDiskStorage(join(folder, 'storage')),
      pubsub: { publish: () => {}, subscribe: async () => ({ end: async () => {} }) } as never,
      write: createWrite(database, reactionTable([]), () => {}),
    }
    await importPack(platform, await packOf(folder), { now: now() })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
