import type { BattleRules } from '../modules/battles/rules.ts'
import { wantWallets } from '../modules/wallet/accounts/make-missing-wallets.ts'
import type { Config } from '../platform/config.ts'
import { startSignOfLife } from '../platform/db/sign-of-life.ts'
import { type HttpServer, startHttp } from '../platform/http/server.ts'
import { type JobRunner, startJobs } from '../platform/jobs/runner.ts'
import { StateReader } from '../platform/state-gauges.ts'
import { type OpenChain, openChain } from './chain/open-chain.ts'
import { startRelaying } from './chain/start-relaying.ts'
import { composeBattles } from './compose/compose-battles.ts'
import { describePublic } from './compose/describe-public.ts'
import { listenAsSandbox } from './compose/payments.ts'
import { importDemoCatalogue, renewDemoContests } from './demo/demo-content.ts'
import { createDemoPromotions } from './demo/demo-promotions.ts'
import { createDemoUsers, type DemoUser } from './demo/demo-users.ts'
import { createGauges } from './figures/gauges.ts'
import { createJobHandlers, TIMETABLE } from './jobs.ts'
import { choosePort } from './opening/choose-port.ts'
import { openIdentity } from './opening/open-identity.ts'
import { openPlatform } from './opening/open-platform.ts'
import { openTracing } from './opening/open-tracing.ts'
import { readyDatabase } from './opening/ready-database.ts'
import { createHealthPages, createPages } from './pages/create-pages.ts'
import { createRoutes, describeApi } from './routes.ts'
import { createFrames, createSocketDoor, describeLive } from './sockets.ts'
import { openWeb } from './web/open-web.ts'

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
export interface ServiceParts {
  battleRules?: BattleRules
  /** Builds the web applications again when their sources change. */
  watchWeb?: boolean
}

/** Starts what this process's role asks for. */
export async function startService(
  given: Config,
  onProgress: (line: string) => void,
  parts: ServiceParts = {},
): Promise<Service> {
  const { config, sandbox } = listenAsSandbox(await choosePort(given))
  const isWorker = config.role === 'worker'
  const web = isWorker ? undefined : openWeb(config, { watch: parts.watchWeb ?? false })
  // The chain and the database need nothing of each other, so neither waits.
  const opening = openChain(config, onProgress)
  // Its failure is looked at below, however early it comes.
  opening.catch(() => undefined)
  const { url, embedded } = await readyDatabase(config, onProgress).catch((fault) => {
    web?.close()
    return closed(opening, fault)
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
    const tracing = await openTracing(config)
    closers.push(() => tracing.close())
    const { chain, relayerKey, embedded: embeddedChain, close: closeChain } = await opening
    closers.push(closeChain)
    const platform = await openPlatform(config, url, chain)
    closers.push(() => platform.close())
    const state = new StateReader(platform.db, createGauges(config))
    closers.push(() => state.close())
    sandbox?.open(platform.db)
    // It ends before the database that it asks; stopping it again does nothing.
    closers.push(() => sandbox?.stop())
    const life = isWorker ? undefined : await startSignOfLife({ url, tlsCa: config.database.tlsCa })
    closers.push(() => life?.end())
    const identity = await openIdentity(platform)
    closers.push(() => identity.close())

    let jobs: JobRunner | undefined
    if (config.role !== 'api') {
      jobs = await startJobs({
        database: platform.database,
        databaseUrl: url,
        tlsCa: config.database.tlsCa,
        handlers: createJobHandlers(platform),
        timetable: TIMETABLE,
      })
      platform.onOutbox(() => jobs?.wake())
      await platform.write(async (tx) => tx.enqueue(wantWallets, {}))
      closers.push(() => jobs?.stop())
      if (chain.isOn && relayerKey) {
        const relayer = startRelaying(platform, url, relayerKey)
        closers.push(() => relayer.stop())
      }
    }
    const hasDemo = config.demoContent && !isWorker
    if (hasDemo) {
      await importDemoCatalogue(platform, onProgress)
      await createDemoPromotions(platform)
      await renewDemoContests(platform)
    }
    const demoUsers = hasDemo ? await createDemoUsers(identity) : []
    if (web) web.demoUsers = demoUsers

    const battles = composeBattles(platform, parts.battleRules)
    const routes = createRoutes(identity, battles)
    const frames = createFrames({ platform, describeUsers: describePublic(config) }, battles)
    const http = startHttp({
      config,
      db: platform.db,
      limits: platform.limits,
      authenticate: identity.tokens.verify,
      ...(life ? { signOfLife: life.number } : {}),
      // A worker answers for its health, and for nothing else.
      endpoints: isWorker ? [] : routes,
      ...(isWorker ? {} : { socketDoor: createSocketDoor(identity, battles, frames) }),
      ...web?.http,
      plainRoutes: [
        ...createHealthPages(platform, jobs),
        ...(web?.routes ?? []),
        ...(isWorker
          ? []
          : createPages(platform, {
              openApi: () => describeApi(routes, config.publicUrl),
              asyncApi: () => describeLive(frames, config.publicUrl),
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
  } catch (fault) {
    await stop()
    throw fault
  }
}

/** What was begun beside a start that has failed is ended with it. */
async function closed(opening: Promise<OpenChain>, fault: unknown): Promise<never> {
  await opening.then(
    (chain) => chain.close(),
    () => undefined,
  )
  throw fault
}
