import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { type BaseBackup, listClusterFiles, openBaseBackup } from '../../platform/embedded/base-backup.ts'
import { makeLasting } from '../../platform/embedded/data-folder.ts'
import { isAlive } from '../../platform/embedded/processes.ts'
import { BackupFault } from './backup-fault.ts'
import { makeAllLasting, makeClosedFolder } from './copy-file.ts'
import { writeManifest } from './manifest.ts'
import { Pack } from './pack.ts'
import { reachDatabase } from './reach-database.ts'
import { markSecrets } from './secret-marks.ts'

/** Small files of the data folder that the rest is of no use without. */
const STATE_FILES = ['postgres.password', 'contracts.json', 'chain/contracts.json']
/** Every transaction to the chain is signed into this table before it is sent. */
const SIGNED = 'chain_attempt'

/**
 * Writes all that the embedded installation holds into a new folder below `to`, while the service runs or not, and
 * answers with its path. The folder has its name only when it is whole.
 */
export async function writeBackup(config: Config, to: string, say: (line: string) => void): Promise<string> {
  if (config.database.url)
    throw new BackupFault(
      'DATABASE_URL names a PostgreSQL of your own: back it up with its own tools. docs/operations.md says how, and what belongs with it.',
    )
  const dataDir = resolve(config.dataDir)
  const parent = prepareParent(dataDir, to)
  const startedAt = now()
  const name = `lyceum-${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`
  const finished = join(parent, name)
  const unfinished = `${finished}.unfinished-${process.pid}`
  if (existsSync(finished)) throw new BackupFault(`${finished} is there already. Try again in a second.`)
  makeClosedFolder(unfinished)
  const database = await reachDatabase(dataDir, say).catch((fault) => removed(unfinished, fault))
  try {
    const base = await openBaseBackup(database.url)
    try {
      await fill({ base, config, dataDir, folder: unfinished, startedAt, say })
    } finally {
      await base.close()
    }
    renameSync(unfinished, finished)
    makeLasting(parent)
    return finished
  } catch (fault) {
    return removed(unfinished, fault)
  } finally {
    await database.leave()
  }
}

interface Filling {
  base: BaseBackup
  config: Config
  dataDir: string
  folder: string
  startedAt: Date
  say: (line: string) => void
}

/**
 * The order is what makes the parts fit. The database is good for the moment at which its backup is ended. Stored files
 * come before the rows that name them and go after these, so they are copied before that moment and again after it. The
 * chain is copied right after it, with nothing signed in between: so it holds every transaction that the database takes
 * for confirmed, and none that the database has not signed.
 */
async function fill({ base, config, dataDir, folder, startedAt, say }: Filling): Promise<void> {
  const pack = new Pack(folder, say)
  const stored = config.s3 ? undefined : join(dataDir, 'files')
  await base.begin()
  copyCluster(pack, base.cluster)
  if (stored) pack.copyFolder('files', stored)
  if (stored) pack.dropVanished('files', stored)
  const journal = join(dataDir, 'chain', 'journal.jsonl')
  const { label, segments } = await base.finish({
    table: SIGNED,
    between: () => {
      if (stored) pack.copyFolder('files', stored)
      pack.copyWholeLines('chain/journal.jsonl', journal)
    },
  })
  const finishedAt = now()
  for (const name of segments) pack.copy(`postgres/pg_wal/${name}`, join(base.cluster, 'pg_wal', name))
  pack.write('postgres/backup_label', label)
  for (const name of STATE_FILES) pack.copy(name, join(dataDir, name))
  writeManifest(folder, {
    lyceum: packageJson.version,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    machine: `${process.platform}-${process.arch}`,
    postgresMajor: base.postgresMajor,
    migrations: await base.listMigrations(),
    secrets: markSecrets(config),
    hasChain: pack.has('chain/journal.jsonl'),
    hasFiles: stored !== undefined,
    folders: pack.folders,
    files: pack.files,
  })
  makeAllLasting(folder)
  say(`Copied ${pack.files.length} files, ${(pack.bytes / 1e6).toFixed(1)} MB.`)
}

function copyCluster(pack: Pack, cluster: string): void {
  const { folders, files } = listClusterFiles(cluster)
  pack.makeFolder('postgres')
  for (const name of folders) pack.makeFolder(join('postgres', name))
  pack.announce('the database', files.length)
  for (const name of files) pack.copy(join('postgres', name), join(cluster, name))
}

function prepareParent(dataDir: string, to: string): string {
  mkdirSync(to, { recursive: true })
  const parent = realpathSync(to)
  const inside = existsSync(dataDir) ? relative(realpathSync(dataDir), parent) : '..'
  if (!inside.startsWith('..'))
    throw new BackupFault(
      `${parent} lies in ${dataDir}, which is what is to be backed up. Name a folder outside, best on another disk.`,
    )
  for (const name of readdirSync(parent)) {
    const pid = /^lyceum-.*\.unfinished-(\d+)$/.exec(name)?.[1]
    // What an interrupted backup left holds secrets like a whole one.
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return parent
}

function removed(folder: string, fault: unknown): never {
  rmSync(folder, { recursive: true, force: true })
  throw fault
}
