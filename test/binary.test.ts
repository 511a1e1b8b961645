import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { buildArtefacts } from '../scripts/release/build-artefacts.ts'
import { listProcesses } from '../src/platform/embedded/processes.ts'
import { findFreePort } from '../src/platform/ports.ts'
import { createClient } from './harness/api-client.ts'
import { pngOf } from './harness/png.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { waitUntil } from './harness/wait-until.ts'

const ROOT = join(import.meta.dir, '..')
/** What the embedded PostgreSQL and backups call. Every Linux has them. */
const PROGRAMS = ['sh', 'id', 'sync', 'kill', 'sleep', 'cat']

/** Without bytecode it takes 0.5 s on the same machine on which it takes 0.08 s with it. */
const MAX_COMMAND_CPU_SECONDS = 0.3

describe.skipIf(process.platform !== 'linux')('the compiled program', () => {
  let folder: string
  /** What a release publishes. */
  let release: string
  let program: string
  let environment: Record<string, string>
  let url: string
  let service: Bun.Subprocess | undefined

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-binary-')))
    chmodSync(folder, 0o755)
    release = join(folder, 'release')
    const out = join(folder, 'lyceum')
    const startedAt = performance.now()
    const target = `linux-${process.arch}` as 'linux-x64'
    await buildArtefacts({ targets: [target], out: release, version: packageJson.version, compression: 1 })
    reportMeasurement(`binary: release built in ${seconds(startedAt)} s`)
    // As docs/install.md unpacks it.
    const name = `lyceum-${packageJson.version}-${target}`
    const archive = join(release, `${name}.tar.gz`)
    expect(Bun.spawnSync(['tar', '-C', folder, '--no-same-owner', '-xzf', archive]).exitCode).toBe(0)
    renameSync(join(folder, name), out)
    // Called by a link, as from /usr/local/bin.
    program = join(folder, 'lyceum-link')
    symlinkSync(join(out, 'lyceum'), program)
    const port = String(await findFreePort())
    environment = {
      PATH: pathWith(folder, PROGRAMS),
      HOME: folder,
      PORT: port,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
    }
    url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    for (const { pid } of ownProcesses()) process.kill(pid, 'SIGKILL')
    await waitUntil(() => ownProcesses().length === 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  const ownProcesses = () =>
    listProcesses().filter(({ pid, commandLine }) => pid !== process.pid && commandLine.includes(folder))
  const client = () => createClient(url)
  const fetchBytes = async (path: string) => {
    const response = await fetch(url + path)
    expect([path, response.status]).toEqual([path, 200])
    return Buffer.from(await response.arrayBuffer())
  }

  /** Runs a command in an empty folder, so that no file is found by chance. */
  async function lyceum(...words: string[]): Promise<string> {
    const cwd = join(folder, 'elsewhere')
    mkdirSync(cwd, { recursive: true })
    const child = Bun.spawn([program, ...words], { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([words.join(' '), await child.exited, complaint]).toEqual([words.join(' '), 0, complaint])
    return output
  }

  test('a release has archive, bill of materials, chart, client and notes, and its checksums are right', () => {
    const { version } = packageJson
    const program = `lyceum-${version}-linux-${process.arch}`
    // The database of a release is stored when it is made.
    const files = readdirSync(release).filter((name) => !name.includes('-database.'))
    expect(files.sort()).toEqual(
      [
        'SHA256SUMS',
        `${program}.cdx.json`,
        `${program}.tar.gz`,
        `lyceum-${version}-notes.md`,
        `lyceum-chart-${version}.tgz`,
        `lyceum-client-${version}.tgz`,
      ].sort(),
    )
    const inRelease = (...cmd: string[]) => Bun.spawnSync({ cmd, cwd: release })
    // As docs/install.md says.
    expect(inRelease('sha256sum', '--check', '--ignore-missing', 'SHA256SUMS').exitCode).toBe(0)
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    expect(sums.length).toBe(readdirSync(release).length - 1)
    expect(inRelease('tar', '-tzf', `lyceum-chart-${version}.tgz`).stdout.toString()).toContain(
      'lyceum/Chart.yaml',
    )
    const sbom = readFileSync(join(release, `${program}.cdx.json`), 'utf8')
    expect(sbom).toBe(readFileSync(join(folder, 'lyceum/sbom.cdx.json'), 'utf8'))
    expect(readFileSync(join(release, `lyceum-${version}-notes.md`), 'utf8')).toMatch(/^# Lyceum .*\n\n./)
  })

  test('the compiled program has no path of the machine that built it', () => {
    const files = ['lyceum', ...new Bun.Glob('src/**/*.js').scanSync(join(folder, 'lyceum'))]
    expect(files.length).toBeGreaterThan(3)
    const naming = files.filter((file) => readFileSync(join(folder, 'lyceum', file)).includes(ROOT))
    expect(naming).toEqual([])
  })

  test('a command starts from bytecode, in a small part of the time that its source needs', () => {
    const cpuOf = (cmd: string[]) => {
      const { exitCode, resourceUsage } = Bun.spawnSync({ cmd, env: environment })
      expect(exitCode).toBe(0)
      return Number(resourceUsage.cpuTime.total) / 1_000_000
    }
    // The health check of a container runs every ten seconds.
    const times = Array.from({ length: 5 }, () => cpuOf([program, 'health', '--help']))
    reportMeasurement(`binary: a command takes ${Math.min(...times).toFixed(2)} s of processor time`)
    expect(Math.min(...times)).toBeLessThan(MAX_COMMAND_CPU_SECONDS)
  })

  test('the compiled program runs commands without a service', async () => {
    expect((await lyceum('--version')).trim()).toBe(packageJson.version)
    expect(await lyceum('openapi')).toBe(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'))
    expect(await lyceum('--help')).not.toContain('child')
    await lyceum('keys', 'create', join(folder, 'token-keys.json'))
    expect(statSync(join(folder, 'token-keys.json')).mode & 0o777).toBe(0o600)
    await lyceum('content', 'lint', join(folder, 'lyceum/content'))
  })

  test('without the package that hashes passwords the compiled program does not start, and names the package', () => {
    const packages = join(folder, 'lyceum/node_modules/@node-rs')
    renameSync(packages, `${packages}-away`)
    const env = { ...environment, DATA_DIR: join(folder, 'unused-data') }
    const { exitCode, stderr } = Bun.spawnSync({ cmd: [program, 'start'], cwd: folder, env })
    renameSync(`${packages}-away`, packages)
    expect(stderr.toString()).toContain('node_modules/@node-rs')
    expect(exitCode).toBe(1)
  })

  test('the compiled program serves the whole product on a machine without Bun, Node and npm', async () => {
    const startedAt = performance.now()
    service = Bun.spawn([program, 'start'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const isReady = () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await waitUntil(async () => service!.exitCode !== null || (await isReady()))
    expect(service.exitCode).toBeNull()
    reportMeasurement(`binary: ready after ${seconds(startedAt)} s, ${await sizeOf(join(folder, 'lyceum'))}`)

    // Pages: rendered by the service, with a script of the build; and the API reference.
    const page = (await fetchBytes('/courses')).toString()
    const [script] = /\/assets\/learner-[^" ]+\.js/.exec(page) ?? []
    expect((await fetchBytes(script!)).length).toBeGreaterThan(10_000)
    for (const [path] of (await fetchBytes('/docs')).toString().matchAll(/\/docs\/files\/[\w.-]+/g))
      expect((await fetchBytes(path)).length).toBeGreaterThan(100)
    expect((await fetchBytes('/badges/badge.svg')).toString()).toContain('<svg')

    // A picture, which a child process encodes.
    const user = await client().register()
    const form = new FormData()
    form.set('avatar', new File([new Uint8Array(pngOf(64, 64))], 'me.png'))
    const changed = await client().call('PATCH /user/profile', { token: user.accessToken, body: form })
    expect(changed.status).toBe(200)
    const picture = await fetchBytes(new URL(changed.body.data.profileImageUrl).pathname)
    expect(picture.subarray(8, 12).toString()).toBe('WEBP')

    // A certificate, with fonts, shaping and native drawing; and the embedded chain, which mints it.
    const signedIn = await client().call('POST /auth/login', {
      body: { email: 'learner@lyceum.local', password: 'learner-demo-1' },
    })
    const token = signedIn.body.data.accessToken
    const certificates = async () => (await client().call('GET /certificates', { token })).body.data
    await waitUntil(async () => (await certificates())?.[0]?.status === 'MINTED')
    const named = await client().call('PUT /user/certificate-name', {
      token,
      body: { studentName: 'अमीना 山田' },
    })
    expect(named.status).toBe(200)
    const [{ certificateNumber }] = await certificates()
    expect((await fetchBytes(`/certificates/${certificateNumber}.png`)).subarray(1, 4).toString()).toBe('PNG')
    expect((await fetchBytes(`/certificates/${certificateNumber}.pdf`)).subarray(0, 4).toString()).toBe(
      '%PDF',
    )

    // Commands beside the running service.
    await lyceum('ledger', 'audit')
    await lyceum('backup', '--to', join(folder, 'backups'))

    service.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    await waitUntil(() => ownProcesses().length === 0)
  })
})

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

async function sizeOf(folder: string): Promise<string> {
  let bytes = 0
  for await (const path of new Bun.Glob('**').scan({ cwd: folder, dot: true }))
    bytes += statSync(join(folder, path)).size
  const program = statSync(join(folder, 'lyceum')).size
  return `${Math.round(bytes / 1e6)} MB, ${Math.round(program / 1e6)} MB of them the program`
}

/** A path with nothing but these programs. */
function pathWith(folder: string, names: string[]): string {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of names) symlinkSync(Bun.which(name)!, join(programs, name))
  return programs
}
