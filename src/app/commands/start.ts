import { type Config, type Environment, readConfig } from '../../platform/config/config.ts'
import { findMisspelledSettings } from '../../platform/config/misspelled-settings.ts'
import { isLogReadable, log } from '../../platform/log.ts'
import { choosePort } from '../bootstrap/choose-port.ts'
import { prepareDatabase } from '../bootstrap/prepare-database.ts'
import type { Service } from '../service.ts'
import { startRecord } from './start-record.ts'
import { startSummary } from './start-summary.ts'
import { onLauncherExit } from './stop-with-launcher.ts'

/** Under `bun run`, one Ctrl-C arrives as two signals: from the terminal and from `bun run`. */
const SAME_PRESS_MS = 500
/** The embedded server of an existing cluster runs within this time. A new cluster takes longer, and is not waited for. */
const LAUNCH_MS = 150

/** Serves until a signal arrives. A second signal exits immediately. */
export async function runStart(environment: Environment): Promise<void> {
  const started = performance.now()
  for (const warning of findMisspelledSettings(environment)) log.warn(`config: ${warning}`)
  const config = readConfig(environment)
  let stoppingSince: number | undefined
  let starting: Promise<Service> | undefined
  const onSignal = (signal: string) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_PRESS_MS) return
      process.exit(1)
    }
    stoppingSince = performance.now()
    log.info({ signal, drainMs: config.drainMs }, 'service: stopping; finishing work in progress')
    // Waits for a start in progress, so that everything it started is stopped.
    Promise.resolve(starting)
      .then((service) => service && drainAndStop(service, config.drainMs))
      .then(
        () => process.exit(0),
        (error) => {
          log.error({ error: String(error) }, 'service: stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // The launcher exits on the same Ctrl-C; that is not a second signal.
  onLauncherExit(() => stoppingSince === undefined && onSignal('launcher gone'))
  process.on('unhandledRejection', (error) =>
    log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      'service: unhandled rejection',
    ),
  )

  starting = loadAndStart(
    config,
    isLogReadable ? (line) => console.log(`  ${line}`) : (line) => log.info(`start: ${line}`),
  )
  const service = await starting
  if (stoppingSince === undefined) reportStart(config, service, performance.now() - started)
}

/**
 * Loads the code of the service while the embedded database starts. Loading blocks this process, so that nothing connects to
 * the database meanwhile: on a slow machine, the connection would time out.
 */
async function loadAndStart(config: Config, onProgress: (line: string) => void): Promise<Service> {
  if (config.database.url) return (await import('../service.ts')).startService(config, onProgress)
  // A port in use is reported before there is a database.
  await choosePort(config)
  const launched = Promise.withResolvers<void>()
  const loaded = Promise.withResolvers<void>()
  const database = prepareDatabase(config, onProgress, () => {
    launched.resolve()
    return loaded.promise
  })
  const ended = database.then(
    () => undefined,
    () => undefined,
  )
  try {
    await Promise.race([launched.promise, ended, Bun.sleep(LAUNCH_MS)])
    const { startService } = await import('../service.ts')
    loaded.resolve()
    return await startService(config, onProgress, {}, { database })
  } catch (error) {
    loaded.resolve()
    // The service may have failed before it took the database over. Stopping it twice is safe.
    const prepared = await database.catch(() => undefined)
    await prepared?.embedded?.stop()
    throw error
  }
}

/** A summary for people, or one line of the log. The line is written at every level except `silent`. */
function reportStart(config: Config, service: Service, startedMs: number): void {
  if (isLogReadable) {
    console.log(startSummary(config, service, startedMs))
    return
  }
  if (config.logLevel === 'silent') return
  log.child({}, { level: 'info' }).info(startRecord(config, service, startedMs), 'service: ready')
}

/** Balancers notice the failing readiness and send no further requests before the listener closes. */
async function drainAndStop(service: Service, drainMs: number): Promise<void> {
  service.drain()
  await Bun.sleep(drainMs)
  await service.stop()
}
