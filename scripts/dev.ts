import { startSummary } from '../src/app/commands/start-summary.ts'
import { startService } from '../src/app/service.ts'
import { readConfig } from '../src/platform/config/config.ts'

/**
 * Runs the service for work on the web applications: a change below `web/` triggers a build and reloads the
 * open pages.
 */
const started = performance.now()
const config = readConfig(process.env)
const service = await startService(config, (line) => console.log(`  ${line}`), { watchWeb: true })
console.log(startSummary(config, service, performance.now() - started))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
