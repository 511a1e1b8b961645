import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { now } from '../src/platform/clock.ts'
import { storeFixture } from './release/store-fixture.ts'
import { dateChangelog, type Edit, ReleaseError, readVersion, setVersion } from './release/versioned-files.ts'

/**
 * Makes a release: `bun run release <version> [--dry-run]`. It sets the version, dates the changelog, stores the database for the
 * upgrade test, commits and tags. It never pushes, and prints how to undo it.
 */
export interface ReleaseOptions {
  root: string
  version: string
  /** Only says what it would do. */
  isDryRun?: boolean
  /** Stores the database for the upgrade test of later versions; undefined leaves it out. */
  storeDatabase?: ((version: string) => Promise<void>) | undefined
  /** The day in the changelog. */
  day: string
  onProgress: (line: string) => void
}

const FIXTURES = 'test/fixtures/releases'
/** A version without build metadata. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z]+(\.[0-9a-z]+)*)?$/

export async function release(options: ReleaseOptions): Promise<void> {
  const { root, version, onProgress, storeDatabase } = options
  const before = requireReleasable(root, version)
  const edits = [...setVersion(root, version), dateChangelog(root, version, options.day)]
  const changed = edits.filter(({ path, text }) => readFileSync(join(root, path), 'utf8') !== text)
  const tag = `v${version}`
  for (const { path } of changed) onProgress(`change ${path}`)
  if (storeDatabase) onProgress(`store ${FIXTURES}/${version}.sql.zst`)
  onProgress(`commit "release: Version ${version}", tag ${tag}`)
  if (options.isDryRun) {
    onProgress('Dry run: nothing was changed.')
    return
  }
  try {
    await storeDatabase?.(version)
    apply(root, changed)
    git(root, 'add', '--', ...changed.map(({ path }) => path), ...(storeDatabase ? [FIXTURES] : []))
    git(root, 'commit', '--quiet', '--message', `release: Version ${version}`)
    git(root, 'tag', '--annotate', tag, '--message', `Version ${version}`)
  } catch (error) {
    // The tree was clean, so this removes only what was written here.
    git(root, 'reset', '--quiet', '--hard', before)
    git(root, 'clean', '--quiet', '--force', '--', FIXTURES)
    throw error
  }
  onProgress(`Released ${tag}. Nothing was pushed.`)
  onProgress(`Undo it:   git tag --delete ${tag} && git reset --hard ${before.slice(0, 12)}`)
  onProgress('Build it:  bun run release:artefacts')
  onProgress(`Publish:   git push origin main ${tag}`)
}

/** Returns the commit on which the release is based. */
function requireReleasable(root: string, version: string): string {
  if (!VERSION.test(version)) throw new ReleaseError(`${version} is no version such as 1.2.3 or 1.2.3-rc.1.`)
  const branch = git(root, 'rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== 'main') throw new ReleaseError(`A release is made on main, not on ${branch}.`)
  const dirty = git(root, 'status', '--porcelain')
  if (dirty !== '') throw new ReleaseError(`The working tree is not clean:\n${dirty}`)
  const current = readVersion(root)
  if (Bun.semver.order(version, current) < 0)
    throw new ReleaseError(`${version} is lower than the version in package.json, ${current}.`)
  const released = git(root, 'tag', '--list', 'v*')
    .split('\n')
    .filter((tag) => VERSION.test(tag.slice(1)))
    .map((tag) => tag.slice(1))
  const notLower = released.find((other) => Bun.semver.order(version, other) <= 0)
  if (notLower) throw new ReleaseError(`${version} must be higher than the released ${notLower}.`)
  return git(root, 'rev-parse', 'HEAD')
}

function apply(root: string, edits: Edit[]): void {
  for (const { path, text } of edits) writeFileSync(join(root, path), text)
}

export function git(root: string, ...words: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync({ cmd: ['git', ...words], cwd: root })
  if (!success) throw new ReleaseError(`git ${words[0]}: ${stderr.toString().trim()}`)
  return stdout.toString().trimEnd()
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'without-fixture': { type: 'boolean', default: false },
    },
  })
  try {
    if (positionals.length !== 1) throw new ReleaseError('Usage: bun run release <version> [--dry-run]')
    await release({
      root: join(import.meta.dir, '..'),
      version: positionals[0]!,
      isDryRun: values['dry-run'],
      storeDatabase: values['without-fixture'] ? undefined : storeFixture,
      day: now().toISOString().slice(0, 10),
      onProgress: console.log,
    })
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
