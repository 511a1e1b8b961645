import { type Environment, readConfig } from '../../platform/config/config.ts'
import { log } from '../../platform/log.ts'
import { type Service, startService } from '../service.ts'
import { startSummary } from './start-summary.ts'
import { onLauncherExit } from './stop-with-launcher.ts'

/** `bun run` passes Ctrl-C on to us, whom the terminal has told as well: one press arrives as two signals. */
const SAME_PRESS_MS = 500

/** Serves until it is told to stop. A second signal does not wait any longer. */
export async function runStart(environment: Environment): Promise<void> {
  const started = performance.now()
  const config = readConfig(environment)
  let stoppingSince: number | undefined
  let starting: Promise<Service> | undefined
  const onSignal = (signal: string) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_PRESS_MS) return
      process.exit(1)
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'service: stopping; finishing work in progress')
    // A start that is under way is seen through, so that nothing it has begun is left behind.
    Promise.resolve(starting)
      .then((service) => service?.stop())
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
  // The same Ctrl-C ends the launcher too, which is no second word.
  onLauncherExit(() => stoppingSince === undefined && onSignal('launcher gone'))
  process.on('unhandledRejection', (error) =>
    log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      'service: unhandled rejection',
    ),
  )

  starting = startService(config, (line) => console.log(`  ${line}`))
  const service = await starting
  if (stoppingSince === undefined) console.log(startSummary(config, service, performance.now() - started))
}
