import type { BattleRules } from '../modules/battle-game/public/rules.ts'
import { createMissingWalletsJob } from '../modules/wallet/custody/create-missing-wallets.ts'
import type { Config } from '../platform/config/config.ts'
import { DatabaseMetricsReader } from '../platform/database-metrics.ts'
import { startProcessLiveness } from '../platform/db/process-liveness.ts'
import { type HttpServer, startHttp } from '../platform/http/server.ts'
import { type JobRunner, startJobRunner } from '../platform/jobs/job-runner.ts'
import { choosePort } from './bootstrap/choose-port.ts'
import { createAuthentication } from './bootstrap/create-authentication.ts'
import { createPlatform } from './bootstrap/create-platform.ts'
import { prepareDatabase } from './bootstrap/prepare-database.ts'
import { startTracing } from './bootstrap/start-tracing.ts'
import { type ChainConnection, connectChain } from './chain/connect-chain.ts'
import { startConfiguredRelayer } from './chain/start-configured-relayer.ts'
import { importDemoCatalogue, renewDemoContests } from './demo/demo-content.ts'
import { createDemoPromotions } from './demo/demo-promotions.ts'
import { createDemoUsers, type DemoUser } from './demo/demo-users.ts'
import { createJobHandlers, SCHEDULE } from './jobs.ts'
import { createDatabaseMetrics } from './metrics/database-metrics.ts'
import { createHealthPages, createPages } from './pages/create-pages.ts'
import { createRoutes, describeApi } from './routes.ts'
import { createFrames, createWebSocketServer, describeWebSocketApi } from './websockets.ts'
import { createBattles } from './wiring/create-battles.ts'
import { createDescribeUsers } from './wiring/describe-users.ts'
import { startPaymentSandbox } from './wiring/payment-deps.ts'

export interface Service {
  http: HttpServer | undefined
  databaseUrl: string
  isDatabaseEmbedded: boolean
  chainUrl: string | undefined
  demoUsers: DemoUser[]
  /** Stops in the order that leaves nothing half done. */
  stop(): Promise<void>
}

/** What tests have otherwise than people. */
export interface ServiceOverrides {
  battleRules?: BattleRules
}

/** Starts what this process's role asks for. */
export async function startService(
  given: Config,
  onProgress: (line: string) => void,
  overrides: ServiceOverrides = {},
): Promise<Service> {
  const { config, sandbox } = startPaymentSandbox(await choosePort(given))
  const isWorker = config.role === 'worker'
  // The chain and the database need nothing of each other, so neither waits.
  const connectingChain = connectChain(config, onProgress)
  // Its failure is looked at below, however early it comes.
  connectingChain.catch(() => undefined)
  const { url, embedded } = await prepareDatabase(config, onProgress).catch((error) =>
    closeAndRethrow(connectingChain, error),
  )
  const closers: (() => Promise<void> | void)[] = [() => embedded?.stop(), () => sandbox?.stop()]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const tracing = await startTracing(config)
    closers.push(() => tracing.close())
    const { chain, relayerKey, embedded: embeddedChain, close: closeChain } = await connectingChain
    closers.push(closeChain)
    const platform = await createPlatform(config, url, chain)
    closers.push(() => platform.close())
    const state = new DatabaseMetricsReader(platform.db, createDatabaseMetrics(config))
    closers.push(() => state.close())
    sandbox?.attachDatabase(platform.db)
    // It ends before the database that it asks; stopping it again does nothing.
    closers.push(() => sandbox?.stop())
    const liveness = isWorker ? undefined : await startProcessLiveness({ url, tlsCa: config.database.tlsCa })
    closers.push(() => liveness?.end())
    const authentication = await createAuthentication(platform)
    closers.push(() => authentication.close())

    let jobs: JobRunner | undefined
    if (config.role !== 'api') {
      jobs = await startJobRunner({
        database: platform.database,
        databaseUrl: url,
        tlsCa: config.database.tlsCa,
        handlers: createJobHandlers(platform),
        schedule: SCHEDULE,
      })
      platform.onOutbox(() => jobs?.wake())
      await platform.write(async (tx) => tx.enqueue(createMissingWalletsJob, {}))
      closers.push(() => jobs?.stop())
      if (chain.isEnabled && relayerKey) {
        const relayer = startConfiguredRelayer(platform, url, relayerKey)
        closers.push(() => relayer.stop())
      }
    }
    const hasDemo = config.demoContent && !isWorker
    if (hasDemo) {
      await importDemoCatalogue(platform, onProgress)
      await createDemoPromotions(platform)
      await renewDemoContests(platform)
    }
    const demoUsers = hasDemo ? await createDemoUsers(authentication) : []

    const battles = createBattles(platform, overrides.battleRules)
    const routes = createRoutes(authentication, battles)
    const frames = createFrames({ platform, describeUsers: createDescribeUsers(config) }, battles)
    const http = startHttp({
      config,
      db: platform.db,
      rateLimits: platform.rateLimits,
      authenticate: authentication.tokens.verify,
      ...(liveness ? { processLockNumber: liveness.lockNumber } : {}),
      // A worker answers for its health, and for nothing else.
      endpoints: isWorker ? [] : routes,
      ...(isWorker ? {} : { webSocketRoute: createWebSocketServer(authentication, battles, frames) }),
      plainRoutes: [
        ...createHealthPages(platform, jobs),
        ...(isWorker
          ? []
          : createPages(platform, {
              openApi: () => describeApi(routes, config.publicUrl),
              asyncApi: () => describeWebSocketApi(frames, config.publicUrl),
            })),
      ],
    })
    closers.push(() => http.stop())
    if (!isWorker) {
      await battles.start()
      // Before the sockets are closed: battles are handed over, and nobody is taken to have left.
      closers.push(() => battles.stop())
    }
    return {
      http,
      databaseUrl: url,
      isDatabaseEmbedded: embedded !== undefined,
      chainUrl: embeddedChain?.url() ?? config.chain.rpcUrl,
      demoUsers,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What was begun beside a start that has failed is ended with it. */
async function closeAndRethrow(connectingChain: Promise<ChainConnection>, error: unknown): Promise<never> {
  await connectingChain.then(
    (chain) => chain.close(),
    () => undefined,
  )
  throw error
}
