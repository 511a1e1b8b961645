import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dir, '../..')

/**
 * Stores the database of this version with data of every kind, for the upgrade test of later versions:
 * `bun scripts/release/store-fixture.ts [version] [folder]`.
 */
export async function storeFixture(version: string, folder = ''): Promise<void> {
  const child = Bun.spawn({
    cmd: [process.execPath, 'test', './test/upgrade/store-fixture.ts'],
    cwd: ROOT,
    env: { ...process.env, FIXTURE_VERSION: version, FIXTURE_FOLDER: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error('The database of the release cannot be stored.')
}

if (import.meta.main) await storeFixture(process.argv[2] ?? packageJson.version, process.argv[3])
