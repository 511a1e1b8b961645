import { join, resolve } from 'node:path'
import { exportPack } from '../../modules/learning/content/export-pack.ts'
import { type ImportReport, importPack } from '../../modules/learning/content/import-pack.ts'
import { readPack } from '../../modules/learning/content/read-pack.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

type Environment = Record<string, string | undefined>

/** Makes the catalogue what the folder says, or names every fault of it and changes nothing. */
export async function importContent(environment: Environment, folder: string): Promise<void> {
  const { pack, faults } = await readPack(resolve(folder))
  if (!pack) {
    for (const { file, line, message } of faults) console.error(`${join(folder, file)}:${line}: ${message}`)
    console.error(`\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}; nothing was imported.`)
    process.exitCode = 1
    return
  }
  await withPlatform(environment, async (platform) => {
    const report = await importPack(platform, pack, {
      now: now(),
      onProgress: (step, done, total) => showProgress(`${step} ${done}/${total}`),
    })
    showProgress('')
    console.log(describeReport(report))
  })
}

export async function exportContent(environment: Environment, folder: string): Promise<void> {
  await withPlatform(environment, async (platform) => {
    const files = await exportPack(platform, {
      folder: resolve(folder),
      name: 'Exported catalogue',
      version: 1,
    })
    console.log(`${files.length} files were written to ${resolve(folder)}.`)
  })
}

async function withPlatform(
  environment: Environment,
  work: (platform: Platform) => Promise<void>,
): Promise<void> {
  const config = readConfig(environment)
  const { url, embedded } = await readyDatabase(config, (line) => console.log(line))
  const platform = await openPlatform(config, url)
  try {
    await work(platform)
  } finally {
    await platform.close()
    await embedded?.stop()
  }
}

/** One line that is written over, on a terminal; nothing elsewhere. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
}

function describeReport(report: ImportReport): string {
  const { pictures, ...kinds } = report
  const lines = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged, archived }]) =>
      `${kind.padEnd(10)} ${added} added, ${changed} changed, ${unchanged} unchanged, ${archived} archived`,
  )
  return [...lines, `pictures   ${pictures}`].join('\n')
}
