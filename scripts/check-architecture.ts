import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** The rules of `architecture.json`, held against the imports of the code. */

export interface Architecture {
  modules: Record<string, { level: number; exposes: string[] }>
}

/** Source files by their path below `src/`. */
export type Sources = Map<string, string>

interface Import {
  from: string
  to: string
}

const ONLY_FOR_APP = /(^|\/)(routes|pages|jobs)\.ts$/
const FORBIDDEN_FILES = /(^|\/)(index\.ts|utils?|helpers?|common|lib|misc|shared)(\/|\.ts$|$)/
const FORBIDDEN_NAMES =
  /(?:class|function|const|interface|type)\s+\w*(?:Service|Manager|Helper|Base|Impl)\b\s*[<({=:]/
/** The composed process is what people call a service; everything else gets a name that says what it is. */
const ALLOWED_NAMES = /interface Service\b|function startService\b/

export function findFaults(architecture: Architecture, sources: Sources): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text))
  return [
    ...imports.flatMap((line) => faultsOfImport(architecture, line)),
    ...[...sources].flatMap(([path, text]) => faultsOfFile(architecture, path, text)),
    ...circles(imports),
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

function faultsOfImport(architecture: Architecture, { from, to }: Import): string[] {
  const [importer, imported] = [placeOf(from), placeOf(to)]
  if (imported.room === 'outside' || importer.room === 'app') {
    return importer.room === 'app' && imported.file === 'queries.ts'
      ? [`${from} imports ${to}: a module's queries are its own. Call an operation.`]
      : []
  }
  if (imported.room === 'app') return [`${from} imports ${to}: only app/ knows app/.`]
  if (importer.room === 'platform') {
    return imported.room === 'modules' ? [`${from} imports ${to}: the platform knows no module.`] : []
  }
  if (imported.room === 'platform' || importer.module === imported.module) {
    return []
  }
  const [above, below] = [architecture.modules[importer.module!], architecture.modules[imported.module!]]
  if (!above || !below) return []
  if (below.level >= above.level) {
    return [
      `${from} imports ${to}: ${imported.module} (level ${below.level}) is not below ${importer.module} (level ${above.level}). Tell a fact instead.`,
    ]
  }
  if (ONLY_FOR_APP.test(imported.inside!))
    return [`${from} imports ${to}: only app/ imports routes, pages and jobs.`]
  if (!below.exposes.includes(imported.inside!)) {
    return [
      `${from} imports ${to}: ${imported.module} does not expose ${imported.inside}. See architecture.json.`,
    ]
  }
  return []
}

function faultsOfFile(architecture: Architecture, path: string, text: string): string[] {
  const faults: string[] = []
  const { module } = placeOf(path)
  if (module && !architecture.modules[module])
    faults.push(`${path}: the module ${module} is not in architecture.json.`)
  if (FORBIDDEN_FILES.test(path)) faults.push(`${path}: a name that says nothing. Name it for what it holds.`)
  if (/^\s*export\s+\*/m.test(text)) faults.push(`${path}: export * hides where things are defined.`)
  for (const line of text.split('\n')) {
    if (FORBIDDEN_NAMES.test(line) && !ALLOWED_NAMES.test(line))
      faults.push(`${path}: "${line.trim()}" is named for a pattern. Name it for what it does.`)
  }
  return faults
}

interface Place {
  room: 'app' | 'platform' | 'modules' | 'outside'
  module?: string
  inside?: string
  file: string
}

function placeOf(path: string): Place {
  const [room, module, ...rest] = path.split('/')
  const file = path.split('/').at(-1)!
  if (room === 'modules') return { room, module: module!, inside: rest.join('/'), file }
  if (room === 'app' || room === 'platform') return { room, file }
  return { room: 'outside', file }
}

/** Every circle once, as the way around it. */
function circles(imports: Import[]): string[] {
  const targets = Map.groupBy(imports, (line) => line.from)
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path)
    if (at !== -1) {
      found.push(`a circle of imports: ${[...way.slice(at), path].join(' → ')}`)
      return
    }
    if (done.has(path)) return
    for (const { to } of targets.get(path) ?? []) visit(to, [...way, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return found
}

/** The web applications import the client and what they share; nothing of the service, nothing of each other. */
export function findWebFaults(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const [app] = path.split('/') as [string]
    return importsOf(path, text)
      .filter(({ to }) => !mayWebImport(app, to))
      .map(
        ({ from, to }) => `web/${from} imports ${to}: it may import ${app}/, ui/ and packages/client alone.`,
      )
  })
}

function mayWebImport(app: string, to: string): boolean {
  return to.startsWith(`${app}/`) || to.startsWith('ui/') || to.startsWith('../packages/client/src/')
}

export function readSources(folder: string): Sources {
  const sources: Sources = new Map()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\.tsx?$|testbed\.ts$/.test(entry.name))
      continue
    const path = join(entry.parentPath, entry.name)
    sources.set(relative(folder, path), readFileSync(path, 'utf8'))
  }
  return sources
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..')
  const architecture = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8')) as Architecture
  const faults = [
    ...findFaults(architecture, readSources(join(root, 'src'))),
    ...findWebFaults(readSources(join(root, 'web'))),
  ]
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? 'The modules keep to architecture.json.' : `${faults.length} faults.`)
  process.exit(faults.length === 0 ? 0 : 1)
}
