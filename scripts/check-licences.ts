import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILED_IN, CONTENTS, EXCEPTIONS, isAllowed } from './licences/licence-policy.ts'
import {
  type InstalledPackage,
  listProductionPackages,
  readLicenceTexts,
} from './licences/production-tree.ts'

/**
 * Checks the licence of every package that a production installation has, and writes THIRD_PARTY_NOTICES from their
 * licence files. A package with a licence that is not allowed fails `bun run check`.
 */
const ROOT = join(import.meta.dir, '..')
export const NOTICES = 'THIRD_PARTY_NOTICES'

export function licenceErrors(root = ROOT): string[] {
  return shippedPackages(root).flatMap(({ name, version, licence }) => {
    const exception = EXCEPTIONS[name]
    if (exception ? exception.declared === licence : isAllowed(licence)) return []
    return [
      `${name} ${version} has the licence "${licence || 'none'}", which is not allowed in production. Replace the package, make it a development dependency, or add it to scripts/licences/licence-policy.ts with the reason.`,
    ]
  })
}

function shippedPackages(root: string): InstalledPackage[] {
  return listProductionPackages(root, root === ROOT ? COMPILED_IN : [])
}

/** The notices: every package with its licence, then every licence text once with the packages that have it. */
export function noticesText(root = ROOT): string {
  const packages = shippedPackages(root)
  const byText = Map.groupBy(
    packages.flatMap((installed) => textsOf(installed).map((text) => ({ installed, text }))),
    ({ text }) => text,
  )
  return [
    'Third-party notices of Lyceum',
    '',
    'Made by `bun run check --write` from the packages of a production installation. <platform> stands for the',
    'operating system and the processor.',
    '',
    ...packages.flatMap(packageLines),
    ...[...byText].flatMap(([text, users]) => [
      '',
      '='.repeat(100),
      users.map(({ installed: { name, version } }) => `${name} ${version}`).join(', '),
      '-'.repeat(100),
      text,
    ]),
    '',
  ].join('\n')
}

function packageLines({ name, version, licence }: InstalledPackage): string[] {
  const notes = [EXCEPTIONS[name]?.reason, CONTENTS[name]].filter(Boolean).map((note) => `    ${note}`)
  return [`${name} ${version}: ${licence}`, ...notes]
}

/** The licence files, or the standard text and the author if the package has no such file. */
function textsOf(installed: InstalledPackage): string[] {
  const texts = readLicenceTexts(installed)
  const { name, author, licence } = installed
  if (licence.startsWith('LGPL-3.0'))
    return [
      ...texts,
      // Names the libraries in the package and their licences; only the heading names the platform.
      readFileSync(join(installed.folder, 'README.md'), 'utf8')
        .replace(/^[\s\S]*?(?=## Licensing)/, '')
        .trim(),
      standardText('LGPL-3.0'),
      // The LGPL refers to it.
      standardText('GPL-3.0'),
    ]
  if (texts.length > 0) return texts
  if (licence === 'MPL-2.0') return [standardText('MPL-2.0')]
  if (licence === 'MIT')
    return [`Copyright (c) ${author || `the authors of ${name}`}\n\n${standardText('MIT')}`]
  throw new Error(`${name} has no licence file. Add the text of ${licence} to scripts/licences/texts.`)
}

function standardText(licence: string): string {
  return readFileSync(join(import.meta.dir, 'licences/texts', `${licence}.txt`), 'utf8').trim()
}

if (import.meta.main) {
  const errors = licenceErrors()
  for (const error of errors) console.error(error)
  process.exit(errors.length === 0 ? 0 : 1)
}
