import { join, resolve } from 'node:path'
import { exportPack } from '../../modules/authoring/packs/export-pack.ts'
import type { PackError } from '../../modules/authoring/public/pack.ts'
import { exportBadges } from '../../modules/badges/packs/export-badges.ts'
import { BadgeImportError } from '../../modules/badges/packs/import-badges.ts'
import { lintContent } from '../../modules/content-lint/lint-content.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { type ContentReport, importContentPack, readContentPack } from '../wiring/content-pack.ts'
import { withPlatform } from './with-platform.ts'

/** Imports a content pack, or prints all of its errors and changes nothing. */
export async function importContent(environment: Environment, folder: string): Promise<void> {
  const read = await readContentPack(resolve(folder))
  if ('errors' in read) return printErrors(folder, read.errors)
  await withPlatform(readConfig(environment), async (platform) => {
    try {
      const report = await importContentPack(platform, read, (step, done, total) =>
        showProgress(`${step} ${done}/${total}`),
      )
      showProgress('')
      console.log(describeReport(report))
    } catch (error) {
      if (!(error instanceof BadgeImportError)) throw error
      showProgress('')
      printErrors(folder, error.errors)
    }
  })
}

export async function exportContent(environment: Environment, folder: string): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const files = await exportPack(platform, {
      folder: resolve(folder),
      name: 'Exported catalogue',
      version: 1,
    })
    const badges = await exportBadges(platform, resolve(folder))
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

/** Overwrites one line on a terminal; prints nothing elsewhere. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
}

function describeReport({ pictures, ...kinds }: ContentReport): string {
  const lines = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged, archived }]) =>
      `${kind.padEnd(10)} ${added} added, ${changed} changed, ${unchanged} unchanged, ${archived} archived`,
  )
  return [...lines, `images     ${pictures}`].join('\n')
}
