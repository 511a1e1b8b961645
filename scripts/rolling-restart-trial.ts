import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../src/platform/ports.ts'
import { createClient, type TestUser } from '../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../test/harness/database.ts'
import { type ServiceProcess, spawnService } from '../test/harness/processes/service-process.ts'
import { waitUntil } from '../test/harness/wait-until.ts'

/**
 * Restarts three API processes one after the other behind a load balancer with its shipped configuration, while learners read and
 * complete lessons: `bun scripts/rolling-restart-trial.ts nginx|caddy [--rate 200] [--rounds 1] [--program <file>]`.
 * No request may fail, and every completion must be paid once. Clients do not retry.
 */
const ROOT = join(import.meta.dir, '..')
const PROCESSES = 3
const DRAIN_SECONDS = 5
/** One of this many requests completes a lesson. */
const WRITE_EVERY = 4
const SETTLE_MS = 2_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '1' },
    learners: { type: 'string', default: '100' },
    /** The program of the load balancer; default: that on the path. */
    program: { type: 'string' },
  },
})
const [kind = 'nginx'] = positionals
if (kind !== 'nginx' && kind !== 'caddy') throw new Error('The load balancer is nginx or caddy.')
const program = values.program ?? Bun.which(kind)
if (!program) throw new Error(`${kind} is not installed. Name it with --program.`)

interface Failure {
  second: number
  request: string
  outcome: string
}

class Load {
  readonly failures: Failure[] = []
  readonly milliseconds: number[] = []
  readonly completed: { userId: string; lessonId: string; key: string; token: string }[] = []
  sent = 0
  readonly #url: string
  readonly #learners: Learner[]
  /** Those who are not completing a lesson. */
  readonly #writers: Learner[]
  readonly #courses: string[]
  readonly #startedAt = performance.now()
  readonly #running = new Set<Promise<void>>()

  constructor(url: string, learners: Learner[], courses: string[]) {
    this.#url = url
    this.#learners = learners
    this.#writers = [...learners]
    this.#courses = courses
  }

  /** Sends at the rate, whatever the answers are, until `isOver`. */
  async run(rate: number, isOver: () => boolean): Promise<void> {
    const startedAt = performance.now()
    while (!isOver()) {
      const due = ((performance.now() - startedAt) / 1000) * rate
      while (this.sent < due) {
        const running = this.#sendNext(this.sent++).finally(() => this.#running.delete(running))
        this.#running.add(running)
      }
      await Bun.sleep(2)
    }
    await Promise.all(this.#running)
  }

  /** A learner completes one lesson at a time, and reads at any time. */
  async #sendNext(number: number): Promise<void> {
    const writer = number % WRITE_EVERY === 0 ? this.#takeWriter() : undefined
    if (!writer) {
      const reader = this.#learners[number % this.#learners.length]!
      const reads = ['/user/profile', `/course/${this.#courses[number % this.#courses.length]}`]
      await this.#send('GET', reads[number % reads.length]!, reader.user)
      return
    }
    const lessonId = writer.lessons.shift()!
    const key = crypto.randomUUID()
    if (await this.#send('POST', `/user-lessons/${lessonId}/complete`, writer.user, key)) {
      const { id: userId, accessToken: token } = writer.user
      this.completed.push({ userId, lessonId, key, token })
    }
    this.#writers.push(writer)
  }

  #takeWriter(): Learner | undefined {
    const learner = this.#writers.shift()
    return learner && learner.lessons.length > 0 ? learner : undefined
  }

  async #send(method: string, path: string, user: TestUser, key?: string): Promise<boolean> {
    const startedAt = performance.now()
    const outcome = await fetch(`${this.#url}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${user.accessToken}`,
        ...(key ? { 'idempotency-key': key, 'content-type': 'application/json' } : {}),
      },
      ...(key ? { body: '{}' } : {}),
    }).then(
      async (response) => (response.ok ? void (await response.text()) : describe(response)),
      (error) => String(error),
    )
    this.milliseconds.push(performance.now() - startedAt)
    if (outcome === undefined) return true
    const second = Math.round((startedAt - this.#startedAt) / 100) / 10
    this.failures.push({ second, request: `${method} ${path}`, outcome })
    return false
  }
}

const describe = async (response: Response) => `${response.status} ${(await response.text()).slice(0, 200)}`

interface Learner {
  user: TestUser
  /** Lessons to complete, in their order. */
  lessons: string[]
}

async function createLearners(
  url: string,
  count: number,
): Promise<{ learners: Learner[]; courses: string[] }> {
  const client = createClient(url)
  const users: TestUser[] = []
  while (users.length < count)
    users.push(...(await Promise.all(Array.from({ length: 4 }, () => client.register()))))
  const { body } = await client.call('GET /course?limit=100', { token: users[0]!.accessToken })
  const courses: string[] = body.data
    .filter(({ isPremium }: { isPremium: boolean }) => !isPremium)
    .map(({ id }: { id: string }) => id)
  const lessons: string[] = []
  for (const id of courses) {
    const course = await client.call(`GET /course/${id}`, { token: users[0]!.accessToken })
    lessons.push(...course.body.data.lessons.map((lesson: { id: string }) => lesson.id))
  }
  return { courses, learners: users.map((user) => ({ user, lessons: [...lessons] })) }
}

/** The shipped configuration with other ports, and nothing else. */
async function startBalancer(folder: string, port: number, apis: number[]): Promise<Bun.Subprocess> {
  if (kind === 'caddy')
    return Bun.spawn(
      [program!, 'run', '--config', join(ROOT, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
      {
        env: {
          HOME: folder,
          PATH: process.env.PATH!,
          LYCEUM_SITE: `http://127.0.0.1:${port}`,
          LYCEUM_APIS: apis.map((api) => `127.0.0.1:${api}`).join(' '),
        },
        stdio: ['ignore', 'ignore', Bun.file(join(folder, 'balancer.log'))],
      },
    )
  let site = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8').replace('listen 8080;', `listen ${port};`)
  for (const [index, api] of apis.entries())
    site = site.replace(`server 127.0.0.1:${3000 + index} `, `server 127.0.0.1:${api} `)
  writeFileSync(join(folder, 'lyceum.conf'), site)
  // The parts that the nginx of Debian has around a site.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/balancer.log; daemon off;
     events { worker_connections 768; }
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; include ${folder}/lyceum.conf; }`,
  )
  return Bun.spawn([program!, '-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Each acknowledged completion is stored once and paid once, and its key replays the first response. */
async function checkWrites(url: string, { database }: TestDatabase, load: Load): Promise<string[]> {
  const faults: string[] = []
  const [{ completions, transfers, doubled }] = (await database.query`
    select (select count(*)::int from lesson_completion) as completions,
      (select count(*)::int from ledger_transfer where source like 'lesson:%') as transfers,
      (select count(*)::int from (
        select user_id, lesson_id from lesson_completion group by 1, 2 having count(*) > 1)) as doubled`) as unknown as [
    { completions: number; transfers: number; doubled: number },
  ]
  const acknowledged = load.completed.length
  console.log(`  ${acknowledged} completions acknowledged, ${completions} stored, ${transfers} paid`)
  if (acknowledged !== completions || completions !== transfers || doubled > 0)
    faults.push('Completions, rows and payments differ.')
  const wrong: unknown[] = []
  for (const { lessonId, key, token } of load.completed.filter((_, index) => index % 20 === 0)) {
    const again = await createClient(url).call(`POST /user-lessons/${lessonId}/complete`, {
      token,
      body: {},
      headers: { 'idempotency-key': key },
    })
    if (again.status !== 200 || again.headers.get('idempotency-replayed') !== 'true') wrong.push(again.status)
  }
  if (wrong.length > 0) faults.push(`${wrong.length} keys did not replay their response.`)
  return faults
}

async function runTrial(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-rolling-restart-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await createTestDatabase()
    closers.push(() => database.drop())
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const apis: number[] = []
    while (apis.length < PROCESSES) apis.push(await findFreePort())
    const spawn = (api: number, more: Record<string, string> = {}) =>
      spawnService({
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        ROLE: 'api',
        PORT: String(api),
        PUBLIC_URL: url,
        TRUST_PROXY_HOPS: '1',
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        DATABASE_POOL_SIZE: '8',
        ...more,
      })
    // The first process imports the courses.
    const processes: ServiceProcess[] = [await spawn(apis[0]!, { DEMO_CONTENT: 'on', DEMO_PROGRESS: 'off' })]
    closers.push(() => Promise.all(processes.map((each) => each.kill('SIGKILL'))))
    for (const api of apis.slice(1)) processes.push(await spawn(api))
    const balancer = await startBalancer(folder, port, apis)
    closers.push(async () => {
      balancer.kill('SIGTERM')
      await balancer.exited
    })
    await waitUntil(async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok === true)
    const { learners, courses } = await createLearners(url, Number(values.learners))

    const load = new Load(url, learners, courses)
    let isOver = false
    const running = load.run(Number(values.rate), () => isOver)
    const startedAt = performance.now()
    const second = () => ((performance.now() - startedAt) / 1000).toFixed(1)
    await Bun.sleep(SETTLE_MS)
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [index, api] of apis.entries()) {
        const from = second()
        await processes[index]!.kill('SIGTERM')
        const ended = second()
        processes[index] = await spawn(api)
        console.log(
          `  process ${index + 1}: SIGTERM at ${from} s, ended at ${ended} s, ready at ${second()} s`,
        )
        await Bun.sleep(SETTLE_MS)
      }
    isOver = true
    await running
    const sorted = load.milliseconds.toSorted((one, other) => one - other)
    const percentile = (part: number) => sorted[Math.floor(sorted.length * part)]!.toFixed(0)
    console.log(
      `  ${kind}: ${load.sent} requests in ${second()} s, ${load.failures.length} failed; ` +
        `p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, longest ${sorted.at(-1)!.toFixed(0)} ms`,
    )
    // A machine that is too busy answers OVERLOADED, which says nothing about the load balancer.
    const kinds = Map.groupBy(load.failures, ({ outcome }) => /"code":"(\w+)"/.exec(outcome)?.[1] ?? outcome)
    for (const [kind, { length }] of kinds) console.log(`  failed with ${kind}: ${length}`)
    for (const failure of load.failures.slice(0, 20)) console.log('  failed:', JSON.stringify(failure))
    if (load.failures.length > 0)
      console.log(readFileSync(join(folder, 'balancer.log'), 'utf8').split('\n').slice(-40).join('\n'))
    const faults = await checkWrites(url, database, load)
    for (const fault of faults) console.log(`  ${fault}`)
    return load.failures.length === 0 && faults.length === 0
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

const isGood = await runTrial()
console.log(isGood ? 'No request failed.' : 'The trial failed.')
process.exit(isGood ? 0 : 1)
