import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded/postgres/embedded-postgres.ts'
import { findFreePort } from '../../src/platform/ports.ts'
import { redisIsInstalled, startTestRedis } from '../harness/processes/redis.ts'
import { type ServiceProcess, spawnService } from '../harness/processes/service-process.ts'
import { RetryingDatabase } from '../harness/retrying-database.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { startChainProcess } from './chain-process.ts'
import { startLoadBalancer } from './load-balancer.ts'

const API_PROGRAM = join(import.meta.dir, '../harness/processes/battle-process.ts')
/** Shorter than the durations for people; the failover settings are those of production. */
const BATTLE_RULES = { countdownMs: 200, revealMs: 200 }

export type Victim = 'first api' | 'second api' | 'worker' | 'postgres' | 'chain' | 'redis'

/** A cluster on loopback: a durable PostgreSQL, Redis, a chain, two APIs, a worker and a load balancer. */
export interface Cluster {
  /** The URL of the load balancer. */
  url: string
  apiUrls: string[]
  chainUrl: string
  /** The contract addresses of a chain in its own process. */
  contracts: Readonly<Record<string, `0x${string}`>>
  databaseUrl: string
  /** `query` retries while PostgreSQL restarts. */
  database: Database
  /** Sends SIGKILL and restarts; resolves when it is ready. */
  restart(victim: Victim): Promise<void>
  stop(): Promise<void>
}

interface ClusterOptions {
  /** Runs the chain in its own process that can be killed; otherwise one of the API processes runs it. */
  hasSeparateChain?: boolean
}

export async function startCluster({ hasSeparateChain = false }: ClusterOptions = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-cluster-'))
  // The user of PostgreSQL needs access, otherwise its data would be in another folder.
  chmodSync(folder, 0o711)
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), onOutage: () => {} })
    closers.push(() => postgres.stop())
    const redis = redisIsInstalled ? await startTestRedis() : undefined
    closers.push(() => redis?.kill())
    const chain = hasSeparateChain ? await startChainProcess(join(folder, 'chain')) : undefined
    closers.push(() => chain?.stop())
    const chainPort = await findFreePort()
    const shared = {
      LYCEUM_ENV: 'test',
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      CHAIN: 'on',
      ...(chain ? chain.settings : { EMBEDDED_CHAIN_PORT: String(chainPort) }),
      ...(redis ? { REDIS_URL: redis.url } : {}),
    }
    const ports = [await findFreePort(), await findFreePort()]
    const apiUrls = ports.map((port) => `http://127.0.0.1:${port}`)
    const balancer = await startLoadBalancer(apiUrls)
    closers.push(() => balancer.stop())
    const settings = { ...shared, PUBLIC_URL: balancer.url }
    const [first, second] = await Promise.all(ports.map((port) => describeApi(settings, port)))
    const worker = await describeWorker(settings)
    closers.push(() => Promise.all([first, second, worker].map((one) => one!.stop())))
    // The first process imports the catalogue into the database.
    await first!.start({ DEMO_CONTENT: 'on' })
    await Promise.all([second!.start(), worker.start()])
    const database = new RetryingDatabase({ url: postgres.url, statementTimeoutMs: 60_000 })
    closers.push(() => database.close())
    const areUp = (urls: string[]) => waitUntil(() => urls.every((url) => balancer.healthy().includes(url)))
    await areUp(apiUrls)
    const restarts: Record<Victim, () => unknown> = {
      'first api': () => first!.restart().then(() => areUp([apiUrls[0]!])),
      'second api': () => second!.restart().then(() => areUp([apiUrls[1]!])),
      worker: () => worker.restart(),
      postgres: () => killPostgres(postgres, database),
      chain: () => chain?.restart(),
      redis: () => redis?.kill().then(() => redis.start()),
    }
    return {
      url: balancer.url,
      apiUrls,
      chainUrl: chain?.url ?? `http://127.0.0.1:${chainPort}`,
      contracts: chain?.contracts ?? {},
      databaseUrl: postgres.url,
      database,
      restart: async (victim) => void (await restarts[victim]()),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A process that uses the same ports after a kill, as behind a load balancer. */
interface Restartable {
  start(more?: Record<string, string>): Promise<void>
  /** Like `kill -9` and a supervisor. */
  restart(): Promise<void>
  stop(): Promise<void>
}

function restartable(spawn: (more: Record<string, string>) => Promise<ServiceProcess>): Restartable {
  let running: ServiceProcess | undefined
  const start: Restartable['start'] = async (more = {}) => {
    running = await spawn(more)
  }
  return {
    start,
    restart: async () => {
      await running?.kill('SIGKILL')
      running = undefined
      await start()
    },
    stop: async () => void (await running?.kill('SIGTERM')),
  }
}

async function describeApi(settings: Record<string, string>, port: number): Promise<Restartable> {
  const sandboxPort = await findFreePort()
  const own = { ROLE: 'api', PORT: String(port), PAYMENT_SANDBOX_PORT: String(sandboxPort) }
  const rules = JSON.stringify(BATTLE_RULES)
  return restartable((more) => spawnService({ ...settings, ...own, ...more }, rules, API_PROGRAM))
}

async function describeWorker(settings: Record<string, string>): Promise<Restartable> {
  const own = { PORT: String(await findFreePort()), PAYMENT_SANDBOX_PORT: String(await findFreePort()) }
  return restartable((more) => spawnService({ ...settings, ...own, ...more }, 'worker'))
}

/** Its supervisor restarts it on the same port. */
async function killPostgres(postgres: EmbeddedPostgres, database: Database): Promise<void> {
  const { pid } = postgres
  process.kill(pid, 'SIGKILL')
  await waitUntil(() => postgres.pid !== pid)
  await waitUntil(() => database.query`select 1`.then(() => true).catch(() => false))
}
