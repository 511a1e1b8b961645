import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { reportFindings } from './report-findings.ts'

/** Checks the imports of `src/` against the levels of `architecture.json`. */

export interface Architecture {
  /** Modules by level, the lowest first. */
  levels: string[][]
}

/** Source files by their path below `src/`. */
export type Sources = Map<string, string>

interface Import {
  from: string
  to: string
}

const MAX_FILES_PER_MODULE = 40
/** The public part of a module: its `public/` folder and its errors. */
const PUBLIC_FILE = /^(public\/|errors\.ts$)/
const TEST_FILE = /\.test\.tsx?$|testbed\.ts$/

/** Tests and files that only tests import. */
export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path)
}

const FORBIDDEN_FILES = /(^|\/)(index\.ts|utils?|helpers?|common|lib|misc|shared)(\/|\.ts$|$)/
const FORBIDDEN_NAMES =
  /(?:class|function|const|interface|type)\s+\w*(?:Service|Manager|Helper|Base|Impl)\b\s*[<({=:]/
/** A route file opens no transaction of its own: `write` of the request also stores the response. */
const ROUTE_FILE = /(^|[-/])routes\.ts$/
const OWN_TRANSACTION =
  /\b(?:platform|deps)\.write\b|\{[^{}]*\bwrite\b[^{}]*\}\s*(?:=|:\s*(?:Pick<)?)\s*(?:Platform|platform|deps)\b/
/** Only the composed process is called a service; other names say what the code does. */
const ALLOWED_NAMES = /interface Service\b|function startService\b/

export function findViolations(architecture: Architecture, sources: Sources): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text))
  const isProduction = ({ from, to }: Import) => !isTestFile(from) && !isTestFile(to)
  const production = imports.filter(isProduction)
  return [
    ...imports.flatMap((line) => checkImport(architecture, line)),
    ...[...sources].flatMap(([path, text]) => checkFile(architecture, path, text)),
    ...findCycles(production).map((cycle) => `import cycle: ${cycle}`),
    ...findFolderCycles(production),
    ...findLargeModules(sources),
  ]
}

function importsOf(path: string, text: string): Import[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^'"]*?from\s+['"](\.[^'"]+)['"]|^\s*import\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/gm,
  )
  return [...found].map((match) => ({
    from: path,
    to: normalize(join(dirname(path), (match[1] ?? match[2] ?? match[3])!)),
  }))
}

interface Location {
  area: 'app' | 'events' | 'platform' | 'modules' | 'outside'
  module?: string
  /** The path below the module. */
  inside?: string
  file: string
}

function locate(path: string): Location {
  const [area, module, ...rest] = path.split('/')
  const file = path.split('/').at(-1)!
  if (area === 'modules') return { area, module: module!, inside: rest.join('/'), file }
  if (area === 'app' || area === 'platform' || area === 'events') return { area, file }
  return { area: 'outside', file }
}

function checkImport(architecture: Architecture, { from, to }: Import): string[] {
  const [importer, imported] = [locate(from), locate(to)]
  if (isTestFile(from)) return checkTestImport(from, to)
  if (imported.area === 'outside') return []
  if (importer.area === 'app')
    return /(^|-)queries\.ts$/.test(imported.file) && imported.area === 'modules'
      ? [`${from} imports ${to}: the queries of a module are private. Call an operation.`]
      : []
  if (imported.area === 'app') return [`${from} imports ${to}: only app/ may import app/.`]
  if (imported.area === 'platform') return []
  if (importer.area === 'platform') return [`${from} imports ${to}: the platform imports only itself.`]
  if (imported.area === 'events') return []
  if (importer.area === 'events') return [`${from} imports ${to}: events import only the platform.`]
  if (importer.module === imported.module) return []
  return checkModuleImport(architecture, { from, to })
}

function checkModuleImport(architecture: Architecture, { from, to }: Import): string[] {
  const [importer, imported] = [locate(from), locate(to)]
  const [above, below] = [levelOf(architecture, importer.module!), levelOf(architecture, imported.module!)]
  if (above === 0 || below === 0) return []
  if (below >= above)
    return [
      `${from} imports ${to}: ${imported.module} (level ${below}) is not below ${importer.module} (level ${above}). Emit an event instead.`,
    ]
  if (!PUBLIC_FILE.test(imported.inside!))
    return [
      `${from} imports ${to}: other modules may import only public/ and errors.ts of ${imported.module}.`,
    ]
  return []
}

/** Tests may import from any level, but from other modules only public files and testbeds. */
function checkTestImport(from: string, to: string): string[] {
  const [importer, imported] = [locate(from), locate(to)]
  if (importer.area !== 'modules' || imported.area !== 'modules') return []
  if (importer.module === imported.module || isTestFile(to) || PUBLIC_FILE.test(imported.inside!)) return []
  return [
    `${from} imports ${to}: a test may import only public/, errors.ts and testbeds of ${imported.module}.`,
  ]
}

function levelOf(architecture: Architecture, module: string): number {
  return architecture.levels.findIndex((level) => level.includes(module)) + 1
}

function checkFile(architecture: Architecture, path: string, text: string): string[] {
  if (isTestFile(path)) return []
  const violations: string[] = []
  const { module } = locate(path)
  if (module && levelOf(architecture, module) === 0)
    violations.push(`${path}: the module ${module} is not in architecture.json.`)
  if (FORBIDDEN_FILES.test(path))
    violations.push(`${path}: the name says nothing. Name it after its content.`)
  if (/^\s*export\s+\*/m.test(text)) violations.push(`${path}: export * hides where things are defined.`)
  if (module && ROUTE_FILE.test(path) && OWN_TRANSACTION.test(text))
    violations.push(`${path} uses the write of the platform. Use the write of the request.`)
  for (const line of text.split('\n')) {
    if (FORBIDDEN_NAMES.test(line) && !ALLOWED_NAMES.test(line))
      violations.push(`${path}: "${line.trim()}" is named after a pattern. Name it after what it does.`)
  }
  return violations
}

/**
 * Folders of one module, or of the platform, that import each other. The root of the module is not a folder.
 */
function findFolderCycles(imports: Import[]): string[] {
  const between = imports.flatMap(({ from, to }) => {
    const [importer, imported] = [folderOf(from), folderOf(to)]
    return importer && imported && importer !== imported && dirname(importer) === dirname(imported)
      ? [{ from: importer, to: imported }]
      : []
  })
  return findCycles(between).map((cycle) => `folders import each other: ${cycle}`)
}

function folderOf(path: string): string | undefined {
  const parts = path.split('/')
  const depth = parts[0] === 'modules' ? 3 : 2
  return parts.length > depth ? parts.slice(0, depth).join('/') : undefined
}

/** Every cycle once, as the path around it. */
function findCycles(edges: Import[]): string[] {
  const distinct = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]))
  const targets = Map.groupBy(distinct.values(), (edge) => edge.from)
  const found: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: string[]): void => {
    const at = path.indexOf(node)
    if (at !== -1) {
      found.push([...path.slice(at), node].join(' → '))
      return
    }
    if (done.has(node)) return
    for (const { to } of targets.get(node) ?? []) visit(to, [...path, node])
    done.add(node)
  }
  for (const node of targets.keys()) visit(node, [])
  return found
}

function findLargeModules(sources: Sources): string[] {
  const paths = [...sources.keys()].filter((path) => path.startsWith('modules/') && !isTestFile(path))
  const modules = Map.groupBy(paths, (path) => locate(path).module!)
  return [...modules].flatMap(([module, files]) =>
    files.length > MAX_FILES_PER_MODULE
      ? [`modules/${module} has ${files.length} files, more than ${MAX_FILES_PER_MODULE}. Split it.`]
      : [],
  )
}

/** A web application imports only its own files, `web/ui` and the client. */
export function findWebViolations(sources: Sources): string[] {
  const production = [...sources].filter(([path]) => !isTestFile(path))
  return production.flatMap(([path, text]) => {
    const [app] = path.split('/') as [string]
    return importsOf(path, text)
      .filter(({ to }) => !mayWebImport(app, to))
      .map(
        ({ from, to }) => `web/${from} imports ${to}: it may import only ${app}/, ui/ and packages/client.`,
      )
  })
}

function mayWebImport(app: string, to: string): boolean {
  return to.startsWith(`${app}/`) || to.startsWith('ui/') || to.startsWith('../packages/client/src/')
}

export function readSources(folder: string): Sources {
  const sources: Sources = new Map()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    sources.set(relative(folder, path), readFileSync(path, 'utf8'))
  }
  return sources
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..')
  const architecture = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8')) as Architecture
  const violations = [
    ...findViolations(architecture, readSources(join(root, 'src'))),
    ...findWebViolations(readSources(join(root, 'web'))),
  ]
  reportFindings(violations, 'All imports follow architecture.json.')
}
