import type { BattleRules } from '../modules/battle-game/public/rules.ts'
import { findSession } from '../modules/sessions/public/find-session.ts'
import { createTwoFactorCheck } from '../modules/staff-access/public/two-factor-check.ts'
import { createMissingWalletsJob } from '../modules/wallet/custody/create-missing-wallets.ts'
import { onNewWork } from '../platform/chain/relayer/new-work-signal.ts'
import { now } from '../platform/clock.ts'
import { ClockStepWatcher } from '../platform/clock-steps.ts'
import type { Config } from '../platform/config/config.ts'
import { DatabaseMetricsReader } from '../platform/database-metrics.ts'
import { ClockSkewWatcher } from '../platform/db/clock-skew.ts'
import { startProcessLiveness } from '../platform/db/process-liveness.ts'
import { type HttpServer, startHttp } from '../platform/http/server.ts'
import { type JobRunner, startJobRunner } from '../platform/jobs/job-runner.ts'
import { createWakeSignal } from '../platform/pubsub/wake-signal.ts'
import { finishPendingRestore } from './backup/finish-restore.ts'
import { choosePort } from './bootstrap/choose-port.ts'
import { createAuthentication } from './bootstrap/create-authentication.ts'
import { createPlatform } from './bootstrap/create-platform.ts'
import { type PreparedDatabase, prepareDatabase } from './bootstrap/prepare-database.ts'
import { startTracing } from './bootstrap/start-tracing.ts'
import { connectChain } from './chain/connect-chain.ts'
import { startConfiguredRelayer } from './chain/start-configured-relayer.ts'
import { importDemoCatalogue, renewDemoContests } from './demo/demo-content.ts'
import { createDemoProgress } from './demo/demo-progress.ts'
import { createDemoPromotions } from './demo/demo-promotions.ts'
import { createDemoUsers, type DemoUser } from './demo/demo-users.ts'
import { createJobHandlers } from './jobs.ts'
import { createDatabaseMetrics } from './metrics/database-metrics.ts'
import { createHealthPages, createPages } from './pages/create-pages.ts'
import { createRoutes, describeApi } from './routes.ts'
import { openWeb } from './web/open-web.ts'
import { setupEndpoints } from './web/setup/setup-endpoints.ts'
import { SetupGate } from './web/setup/setup-gate.ts'
import { createFrames, createWebSocketServer, describeWebSocketApi } from './websockets.ts'
import { createBattles } from './wiring/create-battles.ts'
import { createListPublicProfiles } from './wiring/list-public-profiles.ts'
import { startPaymentSandbox } from './wiring/payment-deps.ts'

export interface Service {
  http: HttpServer | undefined
  databaseUrl: string
  isDatabaseEmbedded: boolean
  chainUrl: string | undefined
  demoUsers: DemoUser[]
  /** The address of the first run; undefined if the site is set up. */
  setupUrl: string | undefined
  /**
   * Readiness fails from now on and connections close after their next response, so that balancers send no further requests.
   * Everything else works as before.
   */
  drain(): void
  /** Stops everything in the reverse order of its start. */
  stop(): Promise<void>
}

/** Settings that only tests change. */
export interface ServiceOverrides {
  battleRules?: BattleRules
  /** Builds the web applications again when their sources change. */
  watchWeb?: boolean
}

/** Starts the parts that the configured role needs. `earlier` was started before the code of the service was loaded. */
export async function startService(
  given: Config,
  onProgress: (line: string) => void,
  overrides: ServiceOverrides = {},
  earlier: { database?: Promise<PreparedDatabase> } = {},
): Promise<Service> {
  const { config, sandbox } = startPaymentSandbox(await choosePort(given))
  const isWorker = config.role === 'worker'
  // The chain and the database start concurrently.
  const preparingDatabase = earlier.database ?? prepareDatabase(config, onProgress)
  const connectingChain = connectChain(config, onProgress)
  // Rejections are handled below, when the two are awaited.
  for (const starting of [preparingDatabase, connectingChain]) starting.catch(() => undefined)
  const web = isWorker ? undefined : openWeb(config, { watch: overrides.watchWeb ?? false })
  const { url, embedded } = await preparingDatabase.catch(async (error) => {
    web?.close()
    const connected = await connectingChain.catch(() => undefined)
    await connected?.close()
    throw error
  })
  const closers: (() => Promise<void> | void)[] = [
    () => embedded?.stop(),
    () => sandbox?.stop(),
    () => web?.close(),
  ]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const clockSteps = new ClockStepWatcher()
    clockSteps.start()
    closers.push(() => clockSteps.stop())
    const tracing = await startTracing(config)
    closers.push(() => tracing.close())
    const { chain, relayerKey, embedded: embeddedChain, close: closeChain } = await connectingChain
    closers.push(closeChain)
    const platform = await createPlatform(config, url, chain)
    closers.push(() => platform.close())
    const clockSkew = new ClockSkewWatcher(platform.db)
    await clockSkew.start()
    closers.push(() => clockSkew.stop())
    // A storage that does not work is only logged: most requests need no files.
    const storageChecked = platform.storageWatch.check()
    const state = new DatabaseMetricsReader(platform.db, createDatabaseMetrics(config))
    closers.push(() => state.close())
    sandbox?.attachDatabase(platform.autocommitDb)
    // The sandbox stops before the database; stopping it twice is safe.
    closers.push(() => sandbox?.stop())
    const liveness = isWorker ? undefined : await startProcessLiveness({ url, tlsCa: config.database.tlsCa })
    closers.push(() => liveness?.end())
    await finishPendingRestore(platform, onProgress)
    await storageChecked
    const authentication = await createAuthentication(platform)
    closers.push(() => authentication.close())

    // The relayer that has the lock may be in another process.
    const newWork = createWakeSignal(platform.pubsub, 'chain.new_work')
    if (chain.isEnabled) {
      const announcing = onNewWork(() => newWork.send())
      closers.push(() => announcing.end())
    }

    let isDraining = false
    let jobs: JobRunner | undefined
    if (config.role !== 'api') {
      jobs = await startJobRunner({
        database: platform.database,
        databaseUrl: url,
        tlsCa: config.database.tlsCa,
        handlers: createJobHandlers(platform),
      })
      await platform.onOutbox(() => jobs?.wake())
      await platform.write(async (tx) => tx.enqueue(createMissingWalletsJob, {}))
      closers.push(() => jobs?.stop())
      if (chain.isEnabled && relayerKey) {
        const relayer = startConfiguredRelayer(platform, url, relayerKey)
        closers.push(() => relayer.stop())
        await newWork.onSignal(() => relayer.wake())
      }
    }
    let demoUsers: DemoUser[] = []
    const hasDemo = config.demoContent && !isWorker
    if (hasDemo) {
      await importDemoCatalogue(platform, onProgress)
      const [users] = await Promise.all([
        createDemoUsers(authentication),
        createDemoPromotions(platform),
        renewDemoContests(platform, now()),
      ])
      demoUsers = users
    }
    if (hasDemo && config.demoProgress) await createDemoProgress(platform)
    const setup = new SetupGate(platform)
    await setup.closeIfAdminExists(now())
    if (web) {
      web.demoUsers = demoUsers
      web.attach(platform, setup, {
        find: (refreshToken) => findSession(platform.db, refreshToken, now()),
        signToken: (caller) => authentication.tokens.sign(caller),
      })
    }

    const battles = createBattles(platform, overrides.battleRules)
    const routes = createRoutes(authentication, battles)
    const frames = createFrames({ platform, describeUsers: createListPublicProfiles(config) }, battles)
    const http = startHttp({
      ...platform,
      authenticate: authentication.tokens.verify,
      checkStaff: createTwoFactorCheck(platform),
      processLockNumber: liveness?.lockNumber,
      // A worker serves only its health pages.
      endpoints: isWorker ? [] : [...routes, ...setupEndpoints(authentication, setup)],
      webSocketRoute: isWorker ? undefined : createWebSocketServer(authentication, battles, frames),
      ...web?.http,
      plainRoutes: [
        ...createHealthPages(platform, jobs, () => isDraining),
        ...(web?.routes ?? []),
        ...(isWorker
          ? []
          : createPages(platform, {
              openApi: () => describeApi(routes, config.publicUrl),
              asyncApi: () => describeWebSocketApi(frames, config.publicUrl),
            })),
      ],
    })
    closers.push(() => web?.storeVisits())
    closers.push(() => http.stop())
    if (!isWorker) {
      await battles.start()
      // Battles are handed over before the sockets close, so that no player counts as disconnected.
      closers.push(() => battles.stop())
    }
    // The first start writes much. Nothing depends on this, and a stop may interrupt it.
    embedded?.writeCheckpoint().catch(() => undefined)
    return {
      http,
      databaseUrl: url,
      isDatabaseEmbedded: embedded !== undefined,
      chainUrl: embeddedChain?.url() ?? config.chain.rpcUrl,
      demoUsers,
      setupUrl: isWorker ? undefined : await setup.findAddress(),
      drain: () => {
        isDraining = true
        http.drain()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
