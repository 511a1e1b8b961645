import { type Config, type Environment, readConfig } from '../../platform/config/config.ts'
import { checkBackup, requireCompatible } from '../backup/check-backup.ts'
import { createBackup } from '../backup/create-backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { canUnsealWallets, fingerprintSecrets } from '../backup/secret-fingerprints.ts'
import { runLedgerAudit } from './ledger.ts'

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
  const backup = await createBackup(readConfig(environment), to, onProgress)
  onProgress(`✓ ${backup}`)
  onProgress(
    'The backup contains secrets; only your user can read it. SECRET_KEY, PIN_PEPPER and WALLET_SEAL_KEY are not in it: store them elsewhere.',
  )
}

/** Restores a backup, migrates its database and audits the ledger. */
export async function runRestore(
  environment: Environment,
  backup: string,
  { into }: { into?: string },
): Promise<void> {
  const config = readConfig({ ...environment, ...(into ? { DATA_DIR: into } : {}) })
  const manifest = await restoreBackup(backup, config.dataDir, onProgress)
  onProgress(`Restored into ${config.dataDir}: ${describe(manifest)}.`)
  for (const line of warnings(manifest, config)) console.error(`! ${line}`)
  await runLedgerAudit({ ...environment, DATA_DIR: config.dataDir, DATABASE_URL: '' })
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
