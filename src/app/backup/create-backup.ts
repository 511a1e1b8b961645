import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { fsyncFolder } from '../../platform/embedded/data-folder.ts'
import {
  type BaseBackup,
  listClusterFiles,
  openBaseBackup,
} from '../../platform/embedded/postgres/base-backup.ts'
import { isAlive } from '../../platform/embedded/processes.ts'
import { connectEmbedded } from '../bootstrap/prepare-database.ts'
import { BackupError } from './backup-error.ts'
import { BackupWriter } from './backup-writer.ts'
import { createPrivateFolder, fsyncTree } from './copy-file.ts'
import { writeManifest } from './manifest.ts'
import { fingerprintSecrets } from './secret-fingerprints.ts'

/** Small files of the data folder that the database and the chain need. */
const STATE_FILES = ['postgres.password', 'contracts.json', 'chain/contracts.json']
/** Signed chain transactions are inserted into this table before they are sent. */
const SIGNED_TABLE = 'chain_attempt'

/**
 * Backs up the embedded installation into a new folder below `to` and returns its path. The service may run. The folder
 * gets its final name when it is complete.
 */
export async function createBackup(
  config: Config,
  to: string,
  onProgress: (line: string) => void,
): Promise<string> {
  if (config.database.url)
    throw new BackupError(
      'DATABASE_URL points to an external PostgreSQL. Back it up with its own tools: see docs/operations.md.',
    )
  const dataDir = resolve(config.dataDir)
  const parent = prepareParent(dataDir, to)
  const startedAt = now()
  const name = `lyceum-${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`
  const finished = join(parent, name)
  const temporary = `${finished}.unfinished-${process.pid}`
  if (existsSync(finished)) throw new BackupError(`${finished} already exists. Try again in a second.`)
  const database = await connectEmbedded(config, onProgress)
  if (!database)
    throw new BackupError(`${dataDir} contains no embedded database. Set DATA_DIR to the folder to back up.`)
  if (database.isRunning) onProgress(`The service on ${dataDir} is running and continues to run.`)
  try {
    createPrivateFolder(temporary)
    const base = await openBaseBackup(database.url)
    try {
      await copyInstallation({ base, config, dataDir, folder: temporary, startedAt, onProgress })
    } finally {
      await base.close()
    }
    renameSync(temporary, finished)
    fsyncFolder(parent)
    return finished
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw error
  } finally {
    await database.close()
  }
}

interface InstallationOptions {
  base: BaseBackup
  config: Config
  dataDir: string
  folder: string
  startedAt: Date
  onProgress: (line: string) => void
}

/**
 * The order makes the parts consistent. The database is restored to the moment at which its backup ends. A stored file
 * is created before its row and deleted after it, so the files are copied before and after that moment. The chain is
 * copied right after it while no transaction can be signed. So the copy contains every transaction that the database
 * considers confirmed, and none that the database has not signed.
 */
async function copyInstallation(options: InstallationOptions): Promise<void> {
  const { base, config, dataDir, folder, startedAt, onProgress } = options
  const writer = new BackupWriter(folder, onProgress)
  const stored = config.s3 ? undefined : join(dataDir, 'files')
  await base.begin()
  copyCluster(writer, base.cluster)
  if (stored) writer.copyFolder('files', stored)
  if (stored) writer.dropVanished('files', stored)
  const journal = join(dataDir, 'chain', 'journal.jsonl')
  const { label, segments } = await base.finish({
    table: SIGNED_TABLE,
    between: () => {
      if (stored) writer.copyFolder('files', stored)
      writer.copyCompleteLines('chain/journal.jsonl', journal)
    },
  })
  const finishedAt = now()
  for (const name of segments) writer.copy(`postgres/pg_wal/${name}`, join(base.cluster, 'pg_wal', name))
  writer.write('postgres/backup_label', label)
  for (const name of STATE_FILES) writer.copy(name, join(dataDir, name))
  writeManifest(folder, {
    lyceum: packageJson.version,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    machine: `${process.platform}-${process.arch}`,
    postgresMajor: base.postgresMajor,
    migrations: await base.listMigrations(),
    secrets: fingerprintSecrets(config),
    hasChain: writer.has('chain/journal.jsonl'),
    hasFiles: stored !== undefined,
    folders: writer.folders,
    files: writer.files,
  })
  fsyncTree(folder)
  onProgress(`Copied ${writer.files.length} files, ${(writer.bytes / 1e6).toFixed(1)} MB.`)
}

function copyCluster(writer: BackupWriter, cluster: string): void {
  const { folders, files } = listClusterFiles(cluster)
  writer.makeFolder('postgres')
  for (const name of folders) writer.makeFolder(join('postgres', name))
  writer.startPart('the database', files.length)
  for (const name of files) writer.copy(join('postgres', name), join(cluster, name))
}

function prepareParent(dataDir: string, to: string): string {
  mkdirSync(to, { recursive: true })
  const parent = realpathSync(to)
  const inside = existsSync(dataDir) ? relative(realpathSync(dataDir), parent) : '..'
  if (!inside.startsWith('..'))
    throw new BackupError(
      `${parent} is inside ${dataDir}, which is the folder to back up. Choose a folder outside of it, preferably on another disk.`,
    )
  for (const name of readdirSync(parent)) {
    const pid = /^lyceum-.*\.unfinished-(\d+)$/.exec(name)?.[1]
    // An interrupted backup also contains secrets, so it is deleted.
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return parent
}
