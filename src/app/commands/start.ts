import { readConfig } from '../../platform/config.ts'
import { log } from '../../platform/log.ts'
import { type Service, startService } from '../service.ts'
import { startSummary } from '../summary.ts'
import { whenLauncherIsGone } from './launcher.ts'

/** Serves until it is told to stop. A second signal does not wait any longer. */
export async function runStart(environment: Record<string, string | undefined>): Promise<void> {
  const started = performance.now()
  const config = readConfig(environment)
  let stopping = false
  let starting: Promise<Service> | undefined
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping: what runs is finished first')
    // A start that is under way is seen through, so that nothing it has begun is left behind.
    Promise.resolve(starting)
      .then((service) => service?.stop())
      .then(
        () => process.exit(0),
        (fault) => {
          log.error({ fault: String(fault) }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  whenLauncherIsGone(() => onSignal('launcher gone'))
  process.on('unhandledRejection', (fault) =>
    log.error({ fault: fault instanceof Error ? fault.stack : String(fault) }, 'an unhandled rejection'),
  )

  starting = startService(config, (line) => console.log(`  ${line}`))
  const service = await starting
  if (!stopping) console.log(startSummary(config, service, performance.now() - started))
}
