import { join, resolve } from 'node:path'
import { exportPack, listExportablePacks } from '../../modules/authoring/packs/export-pack.ts'
import { type PackError, PackImportError } from '../../modules/authoring/public/pack.ts'
import { exportBadges } from '../../modules/badges/packs/export-badges.ts'
import { lintContent } from '../../modules/content-lint/lint-content.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import type { RunningPlatform } from '../bootstrap/create-platform.ts'
import { importContentPack, previewContentPack, readContentPack } from '../wiring/content-pack.ts'
import { reportAsJson, reportAsText } from './import-report.ts'
import { createProgress } from './progress.ts'
import { withPlatform } from './with-platform.ts'

interface ImportFlags {
  archiveMissing?: boolean
  dryRun?: boolean
  json?: boolean
}

/** Imports a content pack, or prints all of its errors and changes nothing. A dry run only prints what it would change. */
export async function importContent(
  environment: Environment,
  folder: string,
  { archiveMissing = false, dryRun = false, json = false }: ImportFlags,
): Promise<void> {
  const read = await readContentPack(resolve(folder))
  if ('errors' in read) return printErrors(folder, read.errors)
  const progress = createProgress()
  const importRead = async (platform: RunningPlatform) => {
    try {
      const report = dryRun
        ? await previewContentPack(platform, read, archiveMissing)
        : await importContentPack(platform, read, { archiveMissing, onProgress: progress.show })
      progress.end()
      const { id } = read.pack
      console.log(json ? reportAsJson({ id, dryRun, report }) : reportAsText({ id, dryRun, report }))
    } catch (error) {
      progress.end()
      if (!(error instanceof PackImportError)) throw error
      printErrors(folder, error.errors)
    }
  }
  // The standard output has only the report, so that programs can read it.
  await withPlatform(readConfig(environment), importRead, (line) => console.error(line))
}

/** Exports one pack: the named one, or the only one. */
export async function exportContent(
  environment: Environment,
  folder: string,
  { pack }: { pack?: string },
): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const ids = await listExportablePacks(platform)
    const id = pack ?? (ids.length === 1 ? ids[0] : undefined)
    if (id === undefined || !ids.includes(id)) {
      console.error(
        ids.length === 0 ? 'There is no content of a pack.' : `Choose a pack with --pack: ${ids.join(', ')}`,
      )
      process.exitCode = 1
      return
    }
    const files = await exportPack(platform, {
      folder: resolve(folder),
      id,
      name: 'Exported catalogue',
      version: 1,
    })
    const badges = await exportBadges(platform, { folder: resolve(folder), packId: id })
    console.log(`${files.length + badges.length} files were written to ${resolve(folder)}.`)
  })
}

/** Prints every error and every finding of the linter; exits with 1 if there is one. */
export async function lintContentPack(folder: string): Promise<void> {
  const read = await readContentPack(resolve(folder))
  const errors = 'errors' in read ? read.errors : []
  for (const { file, line, message } of errors) console.error(`${join(folder, file)}:${line}: ${message}`)
  const findings = await lintContent(resolve(folder))
  for (const { file, line, key, rule, message } of findings)
    console.error(`${join(folder, file)}:${line}: ${key}: ${message} (${rule})`)
  const count = errors.length + findings.length
  if (count === 0) console.log(`${folder}: no findings.`)
  else {
    console.error(`\n${count} ${count === 1 ? 'finding' : 'findings'}.`)
    process.exitCode = 1
  }
}

function printErrors(folder: string, errors: PackError[]): void {
  for (const { file, line, message } of errors) console.error(`${join(folder, file)}:${line}: ${message}`)
  console.error(`\n${errors.length} ${errors.length === 1 ? 'error' : 'errors'}; nothing was imported.`)
  process.exitCode = 1
}
