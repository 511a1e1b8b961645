import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'

/** What the new version finds before it takes over a database. */
export interface UpgradeState {
  database: {
    isEmbedded: boolean
    server: string
    /** A sentence, if this version cannot work with the server. */
    serverError?: string | undefined
    sizeBytes: number
    /** Whether the role of the service may create tables. */
    mayChange: boolean
    /** Tables of another program, and none of Lyceum. */
    isForeign: boolean
  }
  migrations: {
    applied: number
    pending: { name: string; isBreaking: boolean }[]
    /** Of a version newer than this one. */
    newer: { name: string; isBreaking: boolean }[]
    /** Their text differs from the one that ran. */
    changed: string[]
  }
  settings: { misspelled: string[]; removed: string[] }
  /** Of the disk of the embedded database; undefined on another server. */
  freeBytes?: number | undefined
  /** Of the embedded installation: the age of the newest complete backup; undefined if there is none. */
  backup?: { path: string; ageMs: number } | undefined
}

export interface UpgradeReport {
  /** What must be done before the upgrade. */
  problems: string[]
  /** What the operator should know. */
  warnings: string[]
  /** Whether the older version works with the database after the upgrade. */
  canGoBack: boolean
}

const MAX_BACKUP_AGE_MS = DAY_MS

/** Decides what must be done before the upgrade. */
export function judgeUpgrade(state: UpgradeState): UpgradeReport {
  const problems: string[] = []
  const warnings: string[] = []
  const { database, migrations, settings } = state
  if (database.serverError) problems.push(database.serverError)
  if (database.isForeign)
    problems.push('The database has tables of another program and none of Lyceum: check DATABASE_URL.')
  judgeMigrations(migrations, problems, warnings)
  const hasPending = migrations.pending.length > 0
  if (hasPending && !database.mayChange)
    problems.push('The database user may not create tables: let it own the database.')
  // Migrations may write tables again, and an upgrade without them needs no room.
  const serious = hasPending && migrations.applied > 0 ? problems : warnings
  judgeDisk(state, serious)
  judgeBackup(state, serious, warnings)
  warnings.push(...settings.misspelled)
  problems.push(...settings.removed)
  return { problems, warnings, canGoBack: !migrations.pending.some(({ isBreaking }) => isBreaking) }
}

function judgeMigrations(
  { pending, newer, changed }: UpgradeState['migrations'],
  problems: string[],
  warnings: string[],
): void {
  for (const name of changed)
    problems.push(`${name} was changed after it ran: this program does not belong to the database.`)
  const breaking = (list: typeof pending) => list.filter(({ isBreaking }) => isBreaking)
  for (const { name } of breaking(newer))
    problems.push(`A newer Lyceum ran ${name}, which this version cannot work with: use the newer version.`)
  const known = newer.filter(({ isBreaking }) => !isBreaking).map(({ name }) => name)
  if (known.length > 0)
    warnings.push(`A newer Lyceum has migrated this database (${known.join(', ')}): this goes back.`)
  for (const { name } of breaking(pending))
    warnings.push(
      `${name} is breaking: stop all processes of the older version first. Going back needs the backup.`,
    )
}

function judgeDisk({ database, freeBytes }: UpgradeState, found: string[]): void {
  if (freeBytes !== undefined && freeBytes < database.sizeBytes)
    found.push(
      `The disk has ${megabytes(freeBytes)} free, less than the database (${megabytes(database.sizeBytes)}): a migration may need as much.`,
    )
}

function judgeBackup({ database, backup }: UpgradeState, found: string[], warnings: string[]): void {
  if (!database.isEmbedded)
    warnings.push(
      'The backups and the free disk of your own PostgreSQL are not checked: see to both before the upgrade.',
    )
  else if (!backup)
    found.push('There is no backup. Make one with `lyceum backup`, or name its folder with --backups.')
  else if (backup.ageMs > MAX_BACKUP_AGE_MS)
    found.push(
      `The newest backup is ${Math.floor(backup.ageMs / HOUR_MS)} hours old (${backup.path}). Make a new one with \`lyceum backup\`.`,
    )
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
