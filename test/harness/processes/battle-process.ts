import { startService } from '../../../src/app/service.ts'
import { BATTLE_RULES } from '../../../src/modules/battle-game/public/rules.ts'
import { readConfig } from '../../../src/platform/config/config.ts'

/** Runs the service with other battle rules, given as JSON, in its own process that tests can kill. */
if (import.meta.main) {
  const rules = { ...BATTLE_RULES, ...JSON.parse(process.argv[2] ?? '{}') }
  const service = await startService(readConfig(process.env), () => {}, { battleRules: rules })
  process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
}
