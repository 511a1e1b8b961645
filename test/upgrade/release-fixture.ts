import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * The database of a release with data of every kind, and what its users had. `scripts/release/store-fixture.ts` adds one with each
 * release; the upgrade test restores the newest.
 */
export const FIXTURES = join(import.meta.dir, '../fixtures/releases')

export interface FixtureUser {
  email: string
  password: string
  totalXP: number
  totalGems: number
  /** Per cent, by the id of the course. */
  progress: Record<string, number>
  certificates: string[]
}

export interface ReleaseSummary {
  version: string
  /** The names of the migrations that the release had. */
  migrations: string[]
  /** The names of its settings. */
  settings: string[]
  users: FixtureUser[]
  /** Rows of every table that has any. */
  rows: Record<string, number>
}

export interface ReleaseFixture extends ReleaseSummary {
  /** Creates the database. */
  script: string
}

/** The oldest first. */
export function listReleaseFixtures(folder = FIXTURES): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
    .sort(Bun.semver.order)
}

export function readReleaseFixture(version: string, folder = FIXTURES): ReleaseFixture {
  const summary = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as ReleaseSummary
  const script = zstdDecompressSync(readFileSync(join(folder, `${version}.sql.zst`))).toString()
  return { ...summary, script }
}

/** Returns the size of the compressed script. */
export function writeReleaseFixture({ script, ...summary }: ReleaseFixture, folder = FIXTURES): number {
  mkdirSync(folder, { recursive: true })
  const packed = zstdCompressSync(script, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  writeFileSync(join(folder, `${summary.version}.sql.zst`), packed)
  writeFileSync(join(folder, `${summary.version}.json`), `${JSON.stringify(summary, null, 2)}\n`)
  return packed.length
}
