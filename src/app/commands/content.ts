import { join, resolve } from 'node:path'
import { BadgesRefused } from '../../modules/badges/content/import-badges.ts'
import { writeBadges } from '../../modules/badges/content/write-badges.ts'
import { exportPack } from '../../modules/learning/content/export-pack.ts'
import type { PackFault } from '../../modules/learning/content/pack.ts'
import { type Environment, readConfig } from '../../platform/config.ts'
import { importWholePack, readWholePack, type WholeReport } from '../compose/whole-pack.ts'
import { withPlatform } from './with-platform.ts'

/** Makes the catalogue what the folder says, or names every fault of it and changes nothing. */
export async function importContent(environment: Environment, folder: string): Promise<void> {
  const read = await readWholePack(resolve(folder))
  if ('faults' in read) return refuse(folder, read.faults)
  await withPlatform(readConfig(environment), async (platform) => {
    try {
      const report = await importWholePack(platform, read, (step, done, total) =>
        showProgress(`${step} ${done}/${total}`),
      )
      showProgress('')
      console.log(describeReport(report))
    } catch (fault) {
      if (!(fault instanceof BadgesRefused)) throw fault
      showProgress('')
      refuse(folder, fault.faults)
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
    const badges = await writeBadges(platform, resolve(folder))
    console.log(`${files.length + badges.length} files were written to ${resolve(folder)}.`)
  })
}

function refuse(folder: string, faults: PackFault[]): void {
  for (const { file, line, message } of faults) console.error(`${join(folder, file)}:${line}: ${message}`)
  console.error(`\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}; nothing was imported.`)
  process.exitCode = 1
}

/** One line that is written over, on a terminal; nothing elsewhere. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
}

function describeReport({ pictures, ...kinds }: WholeReport): string {
  const lines = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged, archived }]) =>
      `${kind.padEnd(10)} ${added} added, ${changed} changed, ${unchanged} unchanged, ${archived} archived`,
  )
  return [...lines, `pictures   ${pictures}`].join('\n')
}
