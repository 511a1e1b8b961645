import packageJson from '../../../package.json' with { type: 'json' }
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { MIGRATIONS } from '../bootstrap/prepare-database.ts'
import { readUpgradeState } from '../upgrade/read-upgrade-state.ts'
import { judgeUpgrade, megabytes, type UpgradeReport, type UpgradeState } from '../upgrade/upgrade-report.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { printJson } from './table.ts'

interface CheckOptions {
  backups: string
  json?: boolean
}

/** Says whether this version can take over the database. The exit code is 5 if something must be done first. */
export async function runUpgradeCheck(
  environment: Environment,
  { backups, json }: CheckOptions,
): Promise<void> {
  const config = readConfig(environment)
  const migrations = readMigrations(MIGRATIONS)
  const state = await readUpgradeState({ environment, config, migrations, backups })
  const report = judgeUpgrade(state)
  const { version } = packageJson
  if (json) printJson({ version, ok: report.problems.length === 0, ...report, ...state })
  else print(version, state, report)
  if (report.problems.length > 0) process.exitCode = EXIT_CODES.faults
}

function print(
  version: string,
  { database, migrations, freeBytes, backup }: UpgradeState,
  report: UpgradeReport,
) {
  const kind = database.isEmbedded ? 'embedded' : 'your own'
  console.log(`Lyceum ${version}, PostgreSQL ${database.server} (${kind}), ${megabytes(database.sizeBytes)}.`)
  if (freeBytes !== undefined) console.log(`Free disk: ${megabytes(freeBytes)}.`)
  if (backup) console.log(`Newest backup: ${backup.path}.`)
  if (migrations.pending.length === 0) console.log('No migration will run.')
  else console.log(`${migrations.pending.length} migrations will run:`)
  for (const { name, isBreaking } of migrations.pending)
    console.log(`  ${name}${isBreaking ? '   (breaking)' : ''}`)
  console.log(
    report.canGoBack
      ? 'The older version works with the database after the upgrade.'
      : 'The older version does not work with the database after the upgrade: going back needs the backup.',
  )
  for (const warning of report.warnings) console.error(`! ${warning}`)
  for (const problem of report.problems) console.error(`✗ ${problem}`)
  console.log(report.problems.length === 0 ? '✓ The upgrade can begin.' : 'Nothing was changed.')
}
