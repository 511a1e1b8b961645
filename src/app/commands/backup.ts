import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, type Environment, readConfig } from '../../platform/config/config.ts'
import { BackupError } from '../backup/backup-error.ts'
import { checkBackup, requireCompatible } from '../backup/check-backup.ts'
import { createBackup } from '../backup/create-backup.ts'
import { type Erasure, mergeErasures, readErasures } from '../backup/erasure-log.ts'
import { finishPendingRestore, securePastState } from '../backup/finish-restore.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { canUnsealWallets, fingerprintSecrets } from '../backup/secret-fingerprints.ts'
import { runLedgerAudit } from './ledger.ts'
import { withPlatform } from './with-platform.ts'

const onProgress = (line: string) => console.log(line)

/** Creates a backup, or checks one. */
export async function runBackup(
  environment: Environment,
  { to, check }: { to: string; check?: string },
): Promise<void> {
  if (check !== undefined) {
    const manifest = checkBackup(check, onProgress)
    requireCompatible(manifest)
    onProgress(`✓ ${check} is complete: ${describe(manifest)}.`)
    return
  }
  const config = readConfig(environment)
  const backup = await createBackup(config, to, onProgress)
  mergeErasures(config.erasuresFile, join(dirname(backup), ERASURES))
  onProgress(`✓ ${backup}`)
  onProgress(
    'The backup contains secrets; only your user can read it. SECRET_KEY, PIN_PEPPER and WALLET_SEAL_KEY are not in it: store them elsewhere.',
  )
}

/**
 * Restores a backup, migrates its database, ends all sessions, repeats later deletions of accounts and audits the ledger.
 */
export async function runRestore(
  environment: Environment,
  backup: string,
  { into, erasures: given }: { into?: string; erasures?: string },
): Promise<void> {
  const erasures = listKnownErasures(backup, [given, readConfig(environment).erasuresFile])
  const config = readConfig({ ...environment, ...(into ? { DATA_DIR: into } : {}) })
  const manifest = await restoreBackup(backup, config.dataDir, onProgress, erasures)
  onProgress(`Restored into ${config.dataDir}: ${describe(manifest)}.`)
  for (const line of warnings(manifest, config)) console.error(`! ${line}`)
  await withPlatform({ ...config, database: { ...config.database, url: undefined } }, (platform) =>
    finishPendingRestore(platform, onProgress),
  )
  await runLedgerAudit({ ...environment, DATA_DIR: config.dataDir, DATABASE_URL: '' })
}

/** The name of the file with deletions beside the backups. */
const ERASURES = 'erasures.jsonl'

/** The deletions in the file beside the backup, and in those that were named or are still there. */
function listKnownErasures(backup: string, files: (string | undefined)[]): Erasure[] {
  const named = files[0]
  if (named !== undefined && !existsSync(named)) throw new BackupError(`${named} does not exist.`)
  const beside = join(dirname(resolve(backup)), ERASURES)
  const found = new Set([beside, ...files].filter((file) => file !== undefined && existsSync(file)))
  if (found.size === 0)
    console.error(
      `! There is no ${beside}: accounts that were deleted after the backup are back. Name the file with --erasures.`,
    )
  return [...found].flatMap((file) => readErasures(file!))
}

/** Secures a database that was restored with its own tools. */
export async function runAfterRestore(
  environment: Environment,
  { erasures }: { erasures?: string },
): Promise<void> {
  const config = readConfig(environment)
  const file = erasures ?? config.erasuresFile
  if (!existsSync(file))
    throw new BackupError(`${file} does not exist. Name the file of deletions with --erasures.`)
  await withPlatform(config, (platform) => securePastState(platform, readErasures(file), onProgress))
}

function describe({ finishedAt, files, hasChain, hasFiles }: Manifest): string {
  const megabytes = (files.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)
  const without = [hasFiles ? '' : 'stored files (in a bucket)', hasChain ? '' : 'an embedded chain'].filter(
    Boolean,
  )
  return `${files.length} files, ${megabytes} MB, as of ${finishedAt}${without.length > 0 ? `, without ${without.join(' and ')}` : ''}`
}

function warnings({ secrets }: Manifest, config: Config): string[] {
  const here = fingerprintSecrets(config)
  return [
    ...(secrets.secretKey === here.secretKey
      ? []
      : [
          'SECRET_KEY differs from the one of the backup: wallet keys, two-factor secrets and unsent mail cannot be read.',
        ]),
    ...(secrets.pinPepper === here.pinPepper
      ? []
      : ['PIN_PEPPER differs from the one of the backup: no wallet PIN will be accepted.']),
    ...(canUnsealWallets(secrets, config)
      ? []
      : [
          'Neither WALLET_SEAL_KEY nor WALLET_SEAL_KEY_PREVIOUS is the key that sealed the wallets: wallet keys cannot be read.',
        ]),
  ]
}
