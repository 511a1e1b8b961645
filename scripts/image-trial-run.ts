import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres/embedded-postgres.ts'
import { findFreePort } from '../src/platform/ports.ts'
import { createClient } from '../test/harness/api-client.ts'
import { startTestRedis } from '../test/harness/processes/redis.ts'
import { waitUntil } from '../test/harness/wait-until.ts'

/** The second part of scripts/image-trial.sh: runs the image as an operator would, and checks what it does. */
const IMAGE = process.env.IMAGE ?? 'lyceum'
/** An emulated processor needs minutes for what takes seconds otherwise. */
const isEmulated = IMAGE !== 'lyceum'
const PATIENCE_SECONDS = isEmulated ? 600 : 60
const USER = 1000
const DRAIN_SECONDS = 5
/** The image, but for what belongs to this machine. */
const CONFINED = [
  ...['--network', 'host', '--read-only', '--tmpfs', '/tmp:mode=1777', '--cap-drop', 'ALL', '--init'],
  ...['--security-opt', 'no-new-privileges'],
]

function podman(...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['podman', ...words])
  if (exitCode !== 0) throw new Error(`podman ${words.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`)
  return stdout.toString().trim()
}

function check(what: string, isTrue: boolean): void {
  console.log(`  ${isTrue ? 'ok' : 'FAILED'}: ${what}`)
  if (!isTrue) throw new Error(what)
}

const folder = mkdtempSync(join(tmpdir(), 'lyceum-image-'))
chmodSync(folder, 0o755)
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  const data = join(folder, 'data')
  const secrets = join(folder, 'secrets')
  for (const path of [data, secrets]) {
    mkdirSync(path)
    chownSync(path, USER, USER)
  }
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  closers.push(() => postgres.stop())
  const redis = await startTestRedis()
  closers.push(() => redis.kill())
  const port = await findFreePort()
  const workerPort = await findFreePort()

  const asRoot = ['run', '--rm', '--user', '0', '--volume', `${secrets}:/out`]
  podman(...asRoot, IMAGE, 'keys', 'create', '/out/token-keys.json')
  chownSync(join(secrets, 'token-keys.json'), USER, USER)
  const settings: Record<string, string> = {
    DATABASE_URL: postgres.serviceUrl,
    REDIS_URL: redis.url,
    PUBLIC_URL: 'https://learn.example.org',
    SECRET_KEY: 'k'.repeat(48),
    PIN_PEPPER: 'p'.repeat(48),
    CONTRACT_WEBHOOK_SECRET: 'c'.repeat(32),
    REVENUECAT_WEBHOOK_KEY: 'r'.repeat(32),
    TOKEN_KEYS_FILE: '/run/lyceum/token-keys.json',
    MAIL: 'off',
    CHAIN: 'off',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  }
  const optionsWith = (more: Record<string, string>) => [
    ...CONFINED,
    ...Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...['--volume', `${data}:/data`, '--volume', `${secrets}:/run/lyceum:ro`],
  ]
  const runOnce = (more: Record<string, string>, ...words: string[]) =>
    podman('run', '--rm', ...optionsWith(more), IMAGE, ...words)

  check('the program says its version', runOnce({}, '--version') === packageJson.version)
  const labelOf = (name: string) =>
    podman('image', 'inspect', IMAGE, '--format', `{{index .Labels "org.opencontainers.image.${name}"}}`)
  check('the labels have the version', labelOf('version') === packageJson.version)
  const revision = labelOf('revision')
  const sbom = JSON.parse(podman('run', '--rm', '--entrypoint', 'cat', IMAGE, '/opt/lyceum/sbom.cdx.json'))
  check(
    `the image has its bill of materials, with ${sbom.components.length} parts`,
    sbom.components.length > 50,
  )
  runOnce({}, 'migrate')
  const admin = ['--email', 'admin@example.org', '--username', 'site_admin']
  runOnce({ LYCEUM_ADMIN_PASSWORD: 'a-long-pass-phrase-1' }, 'admin', 'create', ...admin)
  runOnce({}, 'content', 'import', 'content')

  const start = (name: string, more: Record<string, string>) => {
    podman('run', '--detach', '--name', name, ...optionsWith(more), IMAGE)
    closers.push(() => podman('rm', '--force', '--time', '0', name))
  }
  const api = `lyceum-trial-api-${process.pid}`
  const worker = `lyceum-trial-worker-${process.pid}`
  start(api, { ROLE: 'api', PORT: String(port) })
  start(worker, { ROLE: 'worker', PORT: String(workerPort) })
  const isHealthy = (name: string) =>
    Bun.spawnSync(['podman', 'exec', name, 'lyceum', 'health']).exitCode === 0
  await waitUntil(() => [api, worker].every(isHealthy), PATIENCE_SECONDS).catch((error) => {
    throw new Error(`${error}\n${podman('logs', api)}\n${podman('logs', worker)}`)
  })
  check('`lyceum health` of both containers succeeds', true)
  const startLine = podman('logs', api)
    .split('\n')
    .find((line) => line.includes('service: ready'))
  const commit = JSON.parse(startLine ?? '{}').commit
  check(
    `the start line names the commit of the image: ${commit}`,
    revision !== 'unknown' && commit === revision.slice(0, 12),
  )
  check(
    '`lyceum_build_info`, which `lyceum status` reads, has the commit',
    JSON.parse(podman('exec', api, 'lyceum', 'status', '--json')).commit === commit,
  )
  // Its command must end within 5 seconds.
  if (!isEmulated)
    check('the health check of the image passes', podman('healthcheck', 'run', api) !== 'unhealthy')
  check('the process has no root', podman('exec', api, 'id', '--user') === String(USER))
  const canWrite = (path: string) => Bun.spawnSync(['podman', 'exec', api, 'touch', path]).exitCode === 0
  check(
    'the root file system is read-only, but for /data and /tmp',
    !canWrite('/opt/lyceum/x') && !canWrite('/var/x'),
  )
  check('/data and /tmp can be written', canWrite('/data/x') && canWrite('/tmp/x'))

  const url = `http://127.0.0.1:${port}`
  const client = createClient(url)
  const ready = await client.call('GET //health/ready')
  check(
    `readiness: ${JSON.stringify(ready.body.checks)}`,
    ready.status === 200 && ready.body.checks.redis === 'ok',
  )
  const page = await fetch(`${url}/courses`)
  check('the page of courses is served', page.ok && (await page.text()).includes('/assets/learner-'))
  const learner = await client.register()
  check(`a learner signs up: ${learner.username}`, learner.accessToken.length > 0)
  const token = learner.accessToken
  const courses = await client.call('GET /course?limit=100', { token })
  const { id } = courses.body.data.find(({ isPremium }: { isPremium: boolean }) => !isPremium)
  const [lesson] = (await client.call(`GET /course/${id}`, { token })).body.data.lessons
  const completed = await client.call(`POST /user-lessons/${lesson.id}/complete`, { token, body: {} })
  check(
    `a lesson is completed: ${JSON.stringify(completed.body.data).slice(0, 120)}`,
    completed.status === 200,
  )

  // SIGTERM: the process drains, serves meanwhile, and ends with 0.
  const signalled = performance.now()
  podman('kill', '--signal', 'TERM', api)
  await waitUntil(async () => (await fetch(`${url}/health/ready`)).status === 503, 30)
  const served = await client.call('GET /user/profile', { token })
  check(
    'while it drains, readiness is 503, a request is served, and its connection closes',
    served.status === 200 && served.headers.get('connection') === 'close',
  )
  check('the process ends with 0', podman('wait', api) === '0')
  const seconds = (performance.now() - signalled) / 1000
  check(`it ended ${seconds.toFixed(1)} s after the signal`, seconds >= DRAIN_SECONDS && seconds < 40)
  podman('kill', '--signal', 'TERM', worker)
  check('the worker ends with 0', podman('wait', worker) === '0')
} finally {
  for (const close of closers.reverse()) await close()
}
