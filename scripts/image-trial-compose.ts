import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../test/harness/api-client.ts'
import { waitUntil } from '../test/harness/wait-until.ts'

/**
 * The third part of scripts/image-trial.sh: starts compose.yaml with podman-compose, by the commands at its head, and replaces the API
 * processes one after the other. podman has no systemd here to run health checks, so this asks for them.
 */
const ROOT = join(import.meta.dir, '..')
const URL_OF_BALANCER = 'http://127.0.0.1:8080'
/** Two drains of 5 seconds: fewer requests mean that none was sent while a process ended. */
const MIN_REQUESTS = 100
const folder = join(process.argv[2]!, 'lyceum-compose')
const container = (service: string) => `lyceum-compose_${service}_1`

/** Does not block, so that requests go on while a process is replaced. */
async function spawn(words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = Bun.spawn(words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, stdout, stderr }
}

async function run(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await spawn(words)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout.trim()
}
const compose = (...words: string[]) => run('podman-compose', ...words)

function check(what: string, isTrue: boolean): void {
  console.log(`  ${isTrue ? 'ok' : 'FAILED'}: ${what}`)
  if (!isTrue) throw new Error(what)
}

async function becomesHealthy(service: string): Promise<void> {
  const isHealthy = async () => (await spawn(['podman', 'healthcheck', 'run', container(service)])).code === 0
  await waitUntil(isHealthy, 90).catch(async () => {
    const { stdout, stderr } = await spawn(['podman', 'logs', container(service)])
    throw new Error(`${service} is not healthy: ${stdout}${stderr}`)
  })
  console.log(`  ok: ${service} is healthy`)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'deploy/secrets'), { recursive: true })
chmodSync(folder, 0o755)
for (const path of ['compose.yaml', 'deploy/Caddyfile']) cpSync(join(ROOT, path), join(folder, path))
const values: Record<string, string> = {
  PUBLIC_URL: 'https://learn.example.org',
  POSTGRES_PASSWORD: 'a1b2c3d4e5f6',
  SECRET_KEY: 'k'.repeat(48),
  PIN_PEPPER: 'p'.repeat(48),
  CONTRACT_WEBHOOK_SECRET: 'c'.repeat(32),
  REVENUECAT_WEBHOOK_KEY: 'r'.repeat(32),
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
}
const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
writeFileSync(
  join(folder, '.env'),
  example.replace(/^([A-Z_]+)=$/gm, (_, name: string) => `${name}=${values[name] ?? ''}`),
)

try {
  const asRoot = ['run', '--rm', '--user', '0', '--volume', `${folder}/deploy/secrets:/out`]
  await run('podman', ...asRoot, 'lyceum', 'keys', 'create', '/out/token-keys.json')
  for (const path of ['deploy/secrets', 'deploy/secrets/token-keys.json'])
    chownSync(join(folder, path), 1000, 1000)
  const up = (...services: string[]) => compose('up', '--detach', '--no-build', '--no-deps', ...services)
  await up('postgres', 'redis')
  await becomesHealthy('postgres')
  await becomesHealthy('redis')
  await up('migrate')
  check('the migration ends with 0', (await run('podman', 'wait', container('migrate'))) === '0')
  await up('api-1', 'api-2', 'worker')
  for (const service of ['api-1', 'api-2', 'worker']) await becomesHealthy(service)
  await up('balancer')
  await compose('run', '--rm', '--no-deps', 'api-1', 'content', 'import', 'content')
  check('the shipped courses are imported', true)

  // The command of docs/operations.md, as it is written there. The processes below start again with the result.
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const [rotate] = /^docker run .* keys rotate .*$/m.exec(page)!
  await run('bash', '-euc', rotate.replace(/^docker/, 'podman'))
  const keyFile = join(folder, 'deploy/secrets/token-keys.json')
  const { uid, mode } = statSync(keyFile)
  const { keys } = JSON.parse(readFileSync(keyFile, 'utf8'))
  check(
    `\`keys rotate\` beside the running services adds a key and keeps owner and mode: ${keys.length} keys`,
    keys.length === 2 && uid === 1000 && (mode & 0o777) === 0o600,
  )

  const client = createClient(URL_OF_BALANCER)
  await waitUntil(
    async () => (await fetch(`${URL_OF_BALANCER}/health/ready`).catch(() => undefined))?.ok === true,
    60,
  )
  check(
    'metrics are hidden behind the load balancer',
    (await fetch(`${URL_OF_BALANCER}/metrics`)).status === 404,
  )
  const learner = await client.register()
  const token = learner.accessToken
  const { body } = await client.call('GET /course?limit=100', { token })
  const { id } = body.data.find(({ isPremium }: { isPremium: boolean }) => !isPremium)
  const [lesson] = (await client.call(`GET /course/${id}`, { token })).body.data.lessons
  const completed = await client.call(`POST /user-lessons/${lesson.id}/complete`, { token, body: {} })
  check('a learner signs up and completes a lesson through the load balancer', completed.status === 200)

  // One process after the other is replaced while a learner reads.
  let isOver = false
  const statuses = new Map<number | string, number>()
  const reading = (async () => {
    while (!isOver) {
      const status = await fetch(`${URL_OF_BALANCER}/api/v2/user/profile`, {
        headers: { authorization: `Bearer ${token}` },
      }).then(
        (response) => response.status,
        (error) => String(error),
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await Bun.sleep(20)
    }
  })()
  for (const service of ['api-1', 'api-2']) {
    await run('podman', 'stop', '--time', '45', container(service))
    check(
      `${service} ends with 0`,
      (await run('podman', 'inspect', container(service), '--format', '{{.State.ExitCode}}')) === '0',
    )
    await run('podman', 'start', container(service))
    await becomesHealthy(service)
  }
  isOver = true
  await reading
  check(
    `every request succeeded: ${JSON.stringify([...statuses])}`,
    statuses.size === 1 && (statuses.get(200) ?? 0) >= MIN_REQUESTS,
  )
} finally {
  await spawn(['podman-compose', 'down', '--volumes'])
}
