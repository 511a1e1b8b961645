import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../test/harness/service.ts'
import { waitUntil } from '../test/harness/wait-until.ts'

/**
 * The third part of scripts/image-trial.sh: starts compose.yaml with podman-compose, by the commands at its head, and replaces the API
 * processes one after the other. podman has no systemd here to run health checks, so this asks for them.
 */
const ROOT = join(import.meta.dir, '..')
const URL_OF_BALANCER = 'http://127.0.0.1:8080'
const folder = join(process.argv[2]!, 'lyceum-compose')
const container = (service: string) => `lyceum-compose_${service}_1`

function run(...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { cwd: folder })
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`)
  return stdout.toString().trim()
}
const compose = (...words: string[]) => run('podman-compose', ...words)

function check(what: string, isTrue: boolean): void {
  console.log(`  ${isTrue ? 'ok' : 'FAILED'}: ${what}`)
  if (!isTrue) throw new Error(what)
}

async function becomesHealthy(service: string): Promise<void> {
  const isHealthy = () => Bun.spawnSync(['podman', 'healthcheck', 'run', container(service)]).exitCode === 0
  await waitUntil(isHealthy, 90).catch(() => {
    const { stdout, stderr } = Bun.spawnSync(['podman', 'logs', container(service)])
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
  run(
    'podman',
    'run',
    '--rm',
    '--user',
    '0',
    '--volume',
    `${folder}/deploy/secrets:/out`,
    'lyceum',
    'keys',
    'create',
    '/out/token-keys.json',
  )
  for (const path of ['deploy/secrets', 'deploy/secrets/token-keys.json'])
    chownSync(join(folder, path), 1000, 1000)
  const up = (...services: string[]) => compose('up', '--detach', '--no-build', '--no-deps', ...services)
  up('postgres', 'redis')
  await becomesHealthy('postgres')
  await becomesHealthy('redis')
  up('migrate')
  check('the migration ends with 0', run('podman', 'wait', container('migrate')) === '0')
  up('api-1', 'api-2', 'worker')
  for (const service of ['api-1', 'api-2', 'worker']) await becomesHealthy(service)
  up('balancer')
  compose('run', '--rm', '--no-deps', 'api-1', 'content', 'import', 'content')
  check('the shipped courses are imported', true)

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
  const statuses = new Map<number, number>()
  const reading = (async () => {
    while (!isOver) {
      const { status } = await fetch(`${URL_OF_BALANCER}/api/v2/user/profile`, {
        headers: { authorization: `Bearer ${token}` },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await Bun.sleep(20)
    }
  })()
  for (const service of ['api-1', 'api-2']) {
    run('podman', 'stop', '--time', '45', container(service))
    check(
      `${service} ends with 0`,
      run('podman', 'inspect', container(service), '--format', '{{.State.ExitCode}}') === '0',
    )
    run('podman', 'start', container(service))
    await becomesHealthy(service)
  }
  isOver = true
  await reading
  check(`every request succeeded: ${JSON.stringify([...statuses])}`, statuses.size === 1 && statuses.has(200))
} finally {
  Bun.spawnSync(['podman-compose', 'down', '--volumes'], { cwd: folder })
}
