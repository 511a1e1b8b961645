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
/** The image at a registry. */
const IMAGE_TAG = /(\/lyceum:)(\d[\w.-]*)()/g
/** What scripts/render-manifests.sh writes from the chart. */
const MANIFESTS = 'deploy/kubernetes/lyceum.yaml'
const CHART = 'deploy/helm/lyceum'
/** Files that name the version, and where. Each expression must match: group 2 is replaced. */
const VERSIONED: Record<string, RegExp[]> = {
  'package.json': [JSON_VERSION],
  'packages/client/package.json': [JSON_VERSION],
  'docs/openapi.json': [JSON_VERSION],
  'packages/client/README.md': [/(lyceum-client-)(\d[\w.-]*?)(\.tgz)/g],
  'docs/install.md': [/(lyceum-)(\d[\w.-]*?)(-linux-)/g, /^(version=)(\d\S*)()$/m],
  Dockerfile: [/^(ARG VERSION=)(\S+)()$/m, IMAGE_TAG],
  'docs/kubernetes.md': [IMAGE_TAG, /(image\.tag=)(\d[\w.-]*)()/g],
  [MANIFESTS]: [IMAGE_TAG, /(app\.kubernetes\.io\/version: ")([^"]+)(")/g],
}
/** Charts that are there. */
const CHARTS = 'deploy/**/Chart.yaml'
const CHART_VERSIONS = [/^(version: *"?)([^"\s]+)("?)$/m, /^(appVersion: *"?)([^"\s]+)("?)$/m]

/** Every file that names the version, with the new one. */
export function setVersion(root: string, version: string): Edit[] {
  const charts = [...new Glob(CHARTS).scanSync({ cwd: root })].map((path) => [path, CHART_VERSIONS] as const)
  const edits = [...Object.entries(VERSIONED), ...charts].map(([path, expressions]) => {
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
  const manifests = edits.find(({ path }) => path === MANIFESTS)!
  manifests.text = manifests.text.replace(/^(# chart: )[0-9a-f]+$/m, `$1${digestChart(root, edits)}`)
  return edits
}

/** The digest that scripts/render-manifests.sh writes, of the chart with the edits. */
function digestChart(root: string, edits: Edit[]): string {
  const digest = new Bun.CryptoHasher('sha256')
  for (const path of [...new Glob(`${CHART}/**/*`).scanSync({ cwd: root, dot: true })].sort())
    digest.update(edits.find((edit) => edit.path === path)?.text ?? readText(root, path))
  return digest.digest('hex')
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

/** What CHANGELOG.md says of the version; of a version that is not released yet, what is unreleased. */
export function readReleaseNotes(root: string, version: string): string {
  const parts = readText(root, 'CHANGELOG.md').split(/^## /m)
  const part =
    parts.find((text) => /^\S+/.exec(text)?.[0] === version) ??
    parts.find((text) => text.startsWith('Unreleased'))
  if (!part) throw new ReleaseError(`CHANGELOG.md has no part for ${version}.`)
  return `# Lyceum ${version}\n${part.slice(part.indexOf('\n') + 1).trimEnd()}\n`
}

function readText(root: string, path: string): string {
  const file = join(root, path)
  if (!existsSync(file)) throw new ReleaseError(`${path} is missing.`)
  return readFileSync(file, 'utf8')
}
