import { join, relative, resolve } from 'node:path'
import { findAccountByEmail } from '../../modules/accounts/public/account.ts'
import { searchUsers } from '../../modules/accounts/public/user-records.ts'
import { type PackError, PackImportError } from '../../modules/authoring/public/pack.ts'
import { AUTHORED_PACK_ID } from '../../modules/content-exchange/authored-pack.ts'
import { countUnpublishedChanges } from '../../modules/content-exchange/export-authored.ts'
import { previewAuthored } from '../../modules/content-exchange/import-authored.ts'
import { lintContent } from '../../modules/content-lint/lint-content.ts'
import { ConfigError, type Environment, readConfig } from '../../platform/config/config.ts'
import type { UserId } from '../../platform/ids.ts'
import { COMMAND } from '../../platform/product-files.ts'
import type { RunningPlatform } from '../bootstrap/create-platform.ts'
import {
  importAuthoredPack,
  importContentPack,
  previewContentPack,
  readContentPack,
} from '../wiring/content-pack.ts'
import { exportContentPack, listPacks } from '../wiring/export-content.ts'
import { type ReadPack, readPacks } from '../wiring/read-packs.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'
import { type PrintedReport, reportAsJson, reportAsText } from './import-report.ts'
import { createProgress, type Progress } from './progress.ts'
import { printJson } from './table.ts'
import { withPlatform, withUnchangedPlatform } from './with-platform.ts'

interface ImportFlags {
  archiveMissing?: boolean
  dryRun?: boolean
  json?: boolean
  /** The e-mail address of the owner of authored content that is added. */
  owner?: string
}

/** Imports a content pack, or prints all of its errors and changes nothing. A dry run only prints what it would change. */
export async function importContent(
  environment: Environment,
  folder: string,
  flags: ImportFlags,
): Promise<void> {
  const packs = await readPacks(resolve(folder))
  if ('errors' in packs) return printErrors(folder, packs.errors)
  const progress = createProgress()
  const importAll = async (platform: RunningPlatform) => {
    for (const pack of packs) {
      try {
        const report = await importOne(platform, pack, flags, progress)
        progress.end()
        console.log(flags.json ? reportAsJson(report) : reportAsText(report))
      } catch (error) {
        progress.end()
        if (!(error instanceof PackImportError)) throw error
        return printErrors(
          folder,
          error.errors.map((each) => ({ ...each, folder: pack.folder })),
        )
      }
    }
  }
  const config = readConfig(environment)
  if (flags.dryRun) return withUnchangedPlatform(config, importAll)
  // The standard output has only the report, so that programs can read it.
  await withPlatform(config, importAll, (line) => console.error(line))
}

async function importOne(
  platform: RunningPlatform,
  read: ReadPack,
  { archiveMissing = false, dryRun = false, owner }: ImportFlags,
  { show: onProgress }: Progress,
): Promise<PrintedReport> {
  if ('pack' in read) {
    const { pack } = read
    const report = dryRun
      ? await previewContentPack(platform, pack, archiveMissing)
      : await importContentPack(platform, pack, { archiveMissing, onProgress })
    return { id: pack.pack.id, dryRun, report }
  }
  const { authored } = read
  const report = dryRun
    ? await previewAuthored(platform, authored)
    : await importAuthoredPack(platform, authored, {
        ownerId: await findOwner(platform, owner),
        onProgress,
      })
  return { id: AUTHORED_PACK_ID, dryRun, report }
}

/** The named account, or the administrator whose account is the oldest. */
async function findOwner({ db }: RunningPlatform, email: string | undefined): Promise<UserId> {
  if (email !== undefined) {
    const account = await findAccountByEmail(db, email.toLowerCase())
    if (!account) throw new ConfigError([`--owner: no account has the address ${email}.`])
    return account.id
  }
  const { users } = await searchUsers(db, { role: 'ADMIN', page: 1, limit: 100 })
  const oldest = users.at(-1)
  if (!oldest)
    throw new ConfigError([
      `Authored content needs an owner. Create an administrator with "${COMMAND} admin create", or name an account with --owner.`,
    ])
  return oldest.id
}

interface ExportFlags {
  pack?: string
  /** Every pack, and what authors made, each into its own folder. */
  all?: boolean
  drafts?: boolean
}

/** Exports one pack, which is the named one or the only one, or all packs. */
export async function exportContent(
  environment: Environment,
  folder: string,
  { pack, all = false, drafts = false }: ExportFlags,
): Promise<void> {
  const progress = createProgress()
  await withUnchangedPlatform(readConfig(environment), async (platform) => {
    const known = await listPacks(platform, drafts)
    const only = pack ?? (known.length === 1 ? known[0]! : '')
    const ids = all ? known : known.filter((id) => id === only)
    if (ids.length === 0) {
      return known.length === 0
        ? failWith('There is no content of a pack or of an author.', EXIT_CODES.refused)
        : failWith(`Choose a pack with --pack: ${known.join(', ')}; or export all with --all.`)
    }
    for (const id of ids) {
      const target = all ? resolve(folder, id) : resolve(folder)
      const onFile = (done: number) => progress.count(id, done)
      const count = await exportContentPack(platform, { id, folder: target, drafts, onFile })
      progress.end()
      console.log(`${count} files were written to ${target}.`)
    }
    const unpublished = ids.includes(AUTHORED_PACK_ID) ? await countUnpublishedChanges(platform) : 0
    if (unpublished > 0)
      console.log(
        `${unpublished} courses, lessons and questions have changes that are not published: they are not exported.`,
      )
  })
}

/** Prints every error and every finding of the linter; exits with 5 if there is one. */
export async function lintContentPack(folder: string, { json }: { json?: boolean } = {}): Promise<void> {
  const read = await readContentPack(resolve(folder))
  const errors = 'errors' in read ? read.errors : []
  const findings = await lintContent(resolve(folder))
  const count = errors.length + findings.length
  if (count > 0) process.exitCode = EXIT_CODES.faults
  if (json) return printJson({ errors, findings })
  for (const { file, line, message } of errors) console.error(`${join(folder, file)}:${line}: ${message}`)
  for (const { file, line, key, rule, message } of findings)
    console.error(`${join(folder, file)}:${line}: ${key}: ${message} (${rule})`)
  if (count === 0) console.log(`${folder}: no findings.`)
  else console.error(`\n${count} ${count === 1 ? 'finding' : 'findings'}.`)
}

function printErrors(root: string, errors: (PackError & { folder: string })[]): void {
  for (const { folder, file, line, message } of errors)
    console.error(`${join(root, relative(resolve(root), folder), file)}:${line}: ${message}`)
  console.error(`\n${errors.length} ${errors.length === 1 ? 'error' : 'errors'}; nothing was imported.`)
  process.exitCode = EXIT_CODES.faults
}
