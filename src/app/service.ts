import { join } from 'node:path'
import { defaultAvatarPages } from '../modules/profiles/pages.ts'
import type { Config } from '../platform/config.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded/postgres.ts'
import { type HttpServer, startHttp } from '../platform/http/server.ts'
import { type JobRunner, startJobs } from '../platform/jobs/runner.ts'
import { createDemoUsers, type DemoUser } from './demo.ts'
import { createJobHandlers, TIMETABLE } from './jobs.ts'
import { openIdentity } from './open-identity.ts'
import { openPlatform } from './open-platform.ts'
import { filePages } from './pages/files.ts'
import { databaseCheck, healthPages } from './pages/health.ts'
import { mailboxPages } from './pages/mailbox.ts'
import { referencePages } from './pages/reference.ts'
import { createRoutes, describeApi } from './routes.ts'

const MIGRATIONS = join(import.meta.dir, '../../migrations')

type Progress = (line: string) => void

export interface Service {
  http: HttpServer | undefined
  databaseUrl: string
  isDatabaseEmbedded: boolean
  demoUsers: DemoUser[]
  /** Stops in the order that leaves nothing half done. */
  stop(): Promise<void>
}

export interface ReadyDatabase {
  url: string
  embedded: EmbeddedPostgres | undefined
}

/** The database of the configuration, or the embedded one; up to date either way. */
export async function readyDatabase(config: Config, onProgress: Progress): Promise<ReadyDatabase> {
  const embedded = config.database.url
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        ...(config.database.embeddedPort ? { port: config.database.embeddedPort } : {}),
        onProgress,
      })
  const url = config.database.url ?? embedded!.url
  try {
    await migrate({ url, tlsCa: config.database.tlsCa }, readMigrations(MIGRATIONS), onProgress)
  } catch (fault) {
    await embedded?.stop()
    throw fault
  }
  return { url, embedded }
}

/** Starts what this process's role asks for. */
export async function startService(config: Config, onProgress: Progress): Promise<Service> {
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
    const demoUsers = config.demoContent ? await createDemoUsers(identity) : []

    const routes = createRoutes(identity)
    const runner = jobs
    const http = startHttp({
      config,
      db: platform.db,
      limits: platform.limits,
      authenticate: identity.tokens.verify,
      // A worker answers for its health, and for nothing else.
      endpoints: config.role === 'worker' ? [] : routes,
      plainRoutes: [
        ...healthPages([
          databaseCheck(platform.database),
          ...(runner ? [{ name: 'jobs', check: () => runner.isHealthy() }] : []),
        ]),
        ...(config.role === 'worker'
          ? []
          : [
              ...referencePages(() => describeApi(routes, config.publicUrl)),
              ...filePages(platform.storage),
              ...defaultAvatarPages(),
              ...(config.production ? [] : mailboxPages(platform.db)),
            ]),
      ],
    })
    closers.push(() => http.stop())
    return { http, databaseUrl: url, isDatabaseEmbedded: embedded !== undefined, demoUsers, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}
