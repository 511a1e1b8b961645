import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

/** A file of the repository and its new text. */
export interface Edit {
  path: string
  text: string
}

export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

const JSON_VERSION = /("version": ")([^"]+)(")/
/** Files that name the version, and where. Each expression must match: group 2 is replaced. */
const VERSIONED: Record<string, RegExp[]> = {
  'package.json': [JSON_VERSION],
  'packages/client/package.json': [JSON_VERSION],
  'docs/openapi.json': [JSON_VERSION],
  'packages/client/README.md': [/(lyceum-client-)(\d[\w.-]*?)(\.tgz)/g],
  'docs/install.md': [/(lyceum-)(\d[\w.-]*?)(-linux-)/g, /^(version=)(\d\S*)()$/m],
}
/** Charts that are there. */
const CHARTS = 'deploy/**/Chart.yaml'
const CHART_VERSIONS = [/^(version: *"?)([^"\s]+)("?)$/m, /^(appVersion: *"?)([^"\s]+)("?)$/m]

/** Every file that names the version, with the new one. */
export function setVersion(root: string, version: string): Edit[] {
  const charts = [...new Glob(CHARTS).scanSync({ cwd: root })].map((path) => [path, CHART_VERSIONS] as const)
  return [...Object.entries(VERSIONED), ...charts].map(([path, expressions]) => {
    let text = readText(root, path)
    for (const expression of expressions) {
      if (text.search(expression) < 0)
        throw new ReleaseError(`${path} does not name the version: ${expression}.`)
      text = text.replace(
        expression,
        (_, before: string, _old: string, after: string) => before + version + after,
      )
    }
    return { path, text }
  })
}

export function readVersion(root: string): string {
  return JSON.parse(readText(root, 'package.json')).version
}

const UNRELEASED = /^## Unreleased *\n/m

/** Turns the part "Unreleased" of the changelog into that of the version, under a new empty one. */
export function dateChangelog(root: string, version: string, day: string): Edit {
  const path = 'CHANGELOG.md'
  const text = readText(root, path)
  const [, after] = text.split(UNRELEASED)
  if (after === undefined) throw new ReleaseError('CHANGELOG.md has no part "## Unreleased".')
  if (after.split(/^## /m)[0]!.trim() === '')
    throw new ReleaseError('The part "## Unreleased" of CHANGELOG.md is empty: say what operators must know.')
  if (new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)`, 'm').test(text))
    throw new ReleaseError(`CHANGELOG.md already has a part for ${version}.`)
  return { path, text: text.replace(UNRELEASED, `## Unreleased\n\n## ${version} (${day})\n`) }
}

function readText(root: string, path: string): string {
  const file = join(root, path)
  if (!existsSync(file)) throw new ReleaseError(`${path} is missing.`)
  return readFileSync(file, 'utf8')
}
