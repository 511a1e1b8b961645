import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BinaryOptions, buildBinary } from '../build-binary.ts'
import { git } from '../release.ts'
import { ReleaseError, readReleaseNotes, readVersion } from './versioned-files.ts'

/**
 * Builds what a release publishes: `bun run release:artefacts [--target linux-x64,linux-arm64] [--image] [--out folder]`. The archives
 * of the program, a bill of materials of each, with `--image` the images for `docker load` (needs buildah), the Helm chart, the package
 * of the client, the notes of the release, the database for upgrade tests, and SHA256SUMS of all.
 */
const ROOT = join(import.meta.dir, '../..')

export interface ArtefactOptions {
  targets: BinaryOptions['target'][]
  out: string
  version: string
  withImages?: boolean | undefined
  /** For `gzip`, from 1 (fast) to 9 (small). */
  compression?: number | undefined
}

export async function buildArtefacts(options: ArtefactOptions): Promise<void> {
  const { targets, out, version, compression = 6 } = options
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const target of targets) {
    const name = `lyceum-${version}-${target}`
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-release-'))
    try {
      await buildBinary({ target, out: join(folder, name), web: process.env.LYCEUM_TEST_WEB_BUILD })
      packFolder(folder, name, join(out, `${name}.tar.gz`), compression)
      cpSync(join(folder, name, 'sbom.cdx.json'), join(out, `${name}.cdx.json`))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    if (options.withImages) buildImage(target, version, join(out, `${name}-image.tar.gz`))
  }
  packFolder(join(ROOT, 'deploy/helm'), 'lyceum', join(out, `lyceum-chart-${version}.tgz`), compression)
  packClient(out)
  writeFileSync(join(out, `lyceum-${version}-notes.md`), readReleaseNotes(ROOT, version))
  for (const end of ['sql.zst', 'json']) {
    const fixture = join(ROOT, 'test/fixtures/releases', `${version}.${end}`)
    if (existsSync(fixture)) cpSync(fixture, join(out, `lyceum-${version}-database.${end}`))
  }
  writeChecksums(out)
}

/** The same files give the same archive. */
function packFolder(parent: string, name: string, archive: string, compression: number): void {
  const time = git(ROOT, 'log', '-1', '--format=%ct')
  const stable = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner']
  run(
    ['tar', ...stable, `--use-compress-program=gzip -n -${compression}`, '-cf', archive, '-C', parent, name],
    ROOT,
  )
}

function buildImage(target: string, version: string, archive: string): void {
  const platform = target.replace('-', '/').replace('x64', 'amd64')
  const script = join(ROOT, 'scripts/build-image.sh')
  run([script, '--platform', platform, '--tag', `lyceum:${version}`, '--archive', archive], ROOT)
}

/** In a copy, because npm builds into the folder. */
export function packClient(out: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-client-'))
  try {
    cpSync(join(ROOT, 'packages/client'), folder, {
      recursive: true,
      filter: (path) => !['dist', 'node_modules', 'test'].includes(basename(path)),
    })
    run(['npm', 'pack', '--silent', '--pack-destination', out], folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** For `sha256sum --check SHA256SUMS`. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map((name) => {
      const { stdout } = Bun.spawnSync({ cmd: ['sha256sum', name], cwd: folder })
      return stdout.toString()
    })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

function run(cmd: string[], cwd: string): void {
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH: path, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
  const { success, stderr } = Bun.spawnSync({ cmd, cwd, env })
  if (!success) throw new ReleaseError(`${cmd.slice(0, 2).join(' ')} failed: ${stderr.toString().trim()}`)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', default: 'linux-x64,linux-arm64' },
      out: { type: 'string' },
      image: { type: 'boolean', default: false },
      'any-commit': { type: 'boolean', default: false },
    },
  })
  try {
    const version = readVersion(ROOT)
    const tags = git(ROOT, 'tag', '--points-at', 'HEAD').split('\n')
    if (!values['any-commit'] && (!tags.includes(`v${version}`) || git(ROOT, 'status', '--porcelain') !== ''))
      throw new ReleaseError(
        `Artefacts are built from the clean commit with the tag v${version}: git checkout v${version}. For a trial: --any-commit.`,
      )
    const out = resolve(values.out ?? join(ROOT, 'dist', `release-${version}`))
    const targets = values.target.split(',') as BinaryOptions['target'][]
    await buildArtefacts({ targets, out, version, withImages: values.image })
    console.log(readdirSync(out).join('\n'))
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
