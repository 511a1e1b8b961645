import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type Config, type Environment, readConfig } from '../../platform/config/config.ts'
import { describeError } from '../../platform/describe-error.ts'
import { BackupError } from '../backup/backup-error.ts'
import { deleteOldBackups, listBackups, listOldBackups } from '../backup/backup-retention.ts'
import { checkBackup, requireCompatible } from '../backup/check-backup.ts'
import { createBackup } from '../backup/create-backup.ts'
import { type Erasure, mergeErasures, readErasures } from '../backup/erasure-log.ts'
import { finishPendingRestore, previewPastState, securePastState } from '../backup/finish-restore.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { canUnsealWallets, fingerprintSecrets } from '../backup/secret-fingerprints.ts'
import { failWith } from './exit-codes.ts'
import { explainError } from './explain-error.ts'
import { runLedgerAudit } from './ledger.ts'
import { withElapsed } from './progress.ts'
import { printJson, printTable } from './table.ts'
import { withPlatform, withUnchangedPlatform } from './with-platform.ts'

const onProgress = (line: string) => console.log(line)

interface BackupOptions {
  to: string
  check?: string
  list?: boolean
  json?: boolean
  keep?: string
  every?: string
  dryRun?: boolean
}

/** Creates a backup, once or at an interval, and deletes old ones; or checks or lists backups. */
export async function runBackup(environment: Environment, options: BackupOptions): Promise<void> {
  const { to, check, keep, every } = options
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    return failWith('--keep must be a whole number from 1.')
  if (every !== undefined && !(Number(every) >= MIN_HOURS && Number(every) <= MAX_HOURS))
    return failWith(`--every must be a number of hours from ${MIN_HOURS} to ${MAX_HOURS}.`)
  if (options.dryRun && keep === undefined) return failWith('--dry-run needs --keep.')
  if (options.list) return printBackups(to, options.json ?? false)
  if (check !== undefined) {
    const manifest = checkBackup(check, onProgress)
    requireCompatible(manifest)
    onProgress(`✓ ${check} is complete: ${describe(manifest)}.`)
    return
  }
  const config = readConfig(environment)
  const kept = keep === undefined ? undefined : Number(keep)
  if (options.dryRun) {
    const { secretKey } = fingerprintSecrets(config)
    for (const path of listOldBackups({ folder: to, keep: kept!, secretKey }))
      onProgress(`Dry run: ${path} would be deleted.`)
    return
  }
  if (every === undefined) return backUp(config, to, kept)
  await repeatUntilStopped(Number(every) * HOUR_MS, () => backUp(config, to, kept))
}

/** A backup reads the whole database. */
const MIN_HOURS = 0.25
const MAX_HOURS = 24 * 30
/** After a failure the next attempt is sooner, so that one full disk or restart does not cost a day. */
const RETRY_MS = 10 * MINUTE_MS

/** Runs the work now and at each interval until a signal arrives. A failure is printed, and the work is tried again. */
async function repeatUntilStopped(intervalMs: number, work: () => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  while (!stopping.signal.aborted) {
    const startedAt = performance.now()
    let pauseMs = intervalMs
    try {
      await work()
    } catch (error) {
      const explained = explainError(error)
      console.error(`! The backup failed: ${explained?.message ?? describeError(error)}`)
      pauseMs = Math.min(intervalMs, RETRY_MS)
    }
    const restMs = Math.max(0, pauseMs - (performance.now() - startedAt))
    await pause(restMs, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}

/**
 * The oldest are deleted only after the new backup is complete. One that cannot be deleted is a warning: the new backup is
 * there, and another attempt would only make one more.
 */
async function backUp(config: Config, to: string, keep: number | undefined): Promise<void> {
  const backup = await createBackup(config, to, onProgress)
  mergeErasures(config.erasuresFile, join(dirname(backup), ERASURES))
  onProgress(`✓ ${backup}`)
  onProgress(
    'The backup contains secrets; only your user can read it. SECRET_KEY, PIN_PEPPER and WALLET_SEAL_KEY are not in it: store them elsewhere.',
  )
  if (keep === undefined) return
  const { secretKey } = fingerprintSecrets(config)
  for (const { path, error } of deleteOldBackups({ folder: to, keep, secretKey, made: backup })) {
    if (error === undefined) onProgress(`Deleted ${path}.`)
    else console.error(`! ${path} is old and could not be deleted. Delete it yourself: ${error}`)
  }
}

function printBackups(folder: string, json: boolean): void {
  const known = listBackups(folder)
  for (const { path, error } of known) if (error) console.error(`! ${path} cannot be read: ${error}`)
  const backups = known.map(({ path, manifest }) => ({
    path,
    isReadable: manifest !== undefined,
    finishedAt: manifest?.finishedAt ?? null,
    version: manifest?.lyceum ?? null,
    bytes: manifest?.files.reduce((sum, { size }) => sum + size, 0) ?? null,
  }))
  if (json) {
    printJson({ backups })
    return
  }
  const rows = backups.map(({ path, isReadable, finishedAt, version, bytes }, index) => [
    path,
    isReadable ? (finishedAt ?? '') : known[index]!.error ? 'unreadable' : 'damaged',
    version ?? '',
    bytes === null ? '' : `${(bytes / 1e6).toFixed(1)} MB`,
  ])
  printTable(['backup', 'as of', 'version', 'size'], rows, `${folder} contains no backup.`)
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
  { erasures, dryRun }: { erasures?: string; dryRun?: boolean },
): Promise<void> {
  const config = readConfig(environment)
  const file = erasures ?? config.erasuresFile
  if (!existsSync(file))
    throw new BackupError(`${file} does not exist. Name the file of deletions with --erasures.`)
  if (dryRun)
    return withUnchangedPlatform(config, (platform) =>
      previewPastState(platform, readErasures(file), onProgress),
    )
  await withPlatform(config, (platform) =>
    withElapsed('after-restore', securePastState(platform, readErasures(file), onProgress)),
  )
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
