import { badgePages } from '../modules/badges/pages.ts'
import type { BattleRules } from '../modules/battles/rules.ts'
import { defaultAvatarPages } from '../modules/profiles/pages.ts'
import type { Config } from '../platform/config.ts'
import { type HttpServer, startHttp } from '../platform/http/server.ts'
import { type JobRunner, startJobs } from '../platform/jobs/runner.ts'
import { importDemoCatalogue } from './commands/content.ts'
import { createDemoUsers, type DemoUser } from './demo.ts'
import { createJobHandlers, TIMETABLE } from './jobs.ts'
import { composeBattles } from './open-battles.ts'
import { openIdentity } from './open-identity.ts'
import { openPlatform } from './open-platform.ts'
import { filePages } from './pages/files.ts'
import { databaseCheck, healthPages } from './pages/health.ts'
import { homePages } from './pages/home.ts'
import { mailboxPages } from './pages/mailbox.ts'
import { referencePages } from './pages/reference.ts'
import { readyDatabase } from './ready-database.ts'
import { createRoutes, describeApi } from './routes.ts'
import { settlePort } from './settle-port.ts'
import { createFrames, createSocketDoor, describeLive } from './sockets.ts'

export interface Service {
  http: HttpServer | undefined
  databaseUrl: string
  isDatabaseEmbedded: boolean
  demoUsers: DemoUser[]
  /** Stops in the order that leaves nothing half done. */
  stop(): Promise<void>
}

/** What tests have otherwise than people. */
export interface ServiceParts {
  battleRules?: BattleRules
}

/** Starts what this process's role asks for. */
export async function startService(
  given: Config,
  onProgress: (line: string) => void,
  parts: ServiceParts = {},
): Promise<Service> {
  const config = await settlePort(given)
  const isWorker = config.role === 'worker'
  const { url, embedded } = await readyDatabase(config, onProgress)
  const closers: (() => Promise<void> | void)[] = [() => embedded?.stop()]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const platform = await openPlatform(config, url)
    closers.push(() => platform.close())
    const identity = await openIdentity(platform)
    closers.push(() => identity.close())

    let jobs: JobRunner | undefined
    if (config.role !== 'api') {
      jobs = await startJobs({
        database: platform.database,
        databaseUrl: url,
        ...(config.database.tlsCa ? { tlsCa: config.database.tlsCa } : {}),
        handlers: createJobHandlers(platform),
        timetable: TIMETABLE,
      })
      platform.onOutbox(() => jobs?.wake())
      closers.push(() => jobs?.stop())
    }
    const hasDemo = config.demoContent && !isWorker
    if (hasDemo) await importDemoCatalogue(platform, onProgress)
    const demoUsers = hasDemo ? await createDemoUsers(identity) : []

    const battles = composeBattles(platform, parts.battleRules)
    const routes = createRoutes(identity, battles)
    const frames = createFrames(battles)
    const runner = jobs
    const http = startHttp({
      config,
      db: platform.db,
      limits: platform.limits,
      authenticate: identity.tokens.verify,
      // A worker answers for its health, and for nothing else.
      endpoints: isWorker ? [] : routes,
      ...(isWorker ? {} : { socketDoor: createSocketDoor(identity, battles, frames) }),
      plainRoutes: [
        ...healthPages([
          databaseCheck(platform.database),
          ...(runner ? [{ name: 'jobs', check: () => runner.isHealthy() }] : []),
        ]),
        ...(isWorker
          ? []
          : [
              ...homePages(),
              ...referencePages({
                openApi: () => describeApi(routes, config.publicUrl),
                asyncApi: () => describeLive(frames, config.publicUrl),
              }),
              ...filePages(platform.storage),
              ...defaultAvatarPages(),
              ...badgePages(),
              ...(config.production ? [] : mailboxPages(platform.db)),
            ]),
      ],
    })
    closers.push(() => http.stop())
    if (!isWorker) {
      await battles.start()
      // Before the sockets are closed: battles are handed over, and nobody is taken to have left.
      closers.push(() => battles.stop())
    }
    return { http, databaseUrl: url, isDatabaseEmbedded: embedded !== undefined, demoUsers, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}
