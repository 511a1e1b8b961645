import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface InstalledPackage {
  /** `<platform>` stands for the part of a name that differs between machines. */
  name: string
  version: string
  /** The licence that its package.json declares; empty if it declares none. */
  licence: string
  author: string
  folder: string
}

interface Manifest {
  name: string
  version: string
  license?: string | { type?: string }
  licenses?: { type?: string }[]
  author?: string | { name?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const PLATFORM =
  /\b(linuxmusl|linux|darwin|win32|freebsd|android)(-(x64|arm64|arm|ia32|gnu|musl|eabi|gnueabihf|baseline|aarch64|wasm32))+$/

/**
 * Lists the packages that a production installation of `root` has, as Node resolves them, sorted by name. `extra` are
 * further packages, without what they depend on.
 */
export function listProductionPackages(root: string, extra: readonly string[] = []): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  const folders = new Set<string>()
  const visit = (name: string, from: string, isRequired: boolean): void => {
    const folder = findFolder(root, name, from)
    if (!folder) {
      if (isRequired) throw new Error(`${name} is not installed, which ${from} needs. Run: bun install`)
      return
    }
    if (folders.has(folder)) return
    folders.add(folder)
    const manifest = readManifest(folder)
    // Replaced by a package of ours without content (decision 7).
    if (manifest.name === 'empty') return
    add(found, folder, manifest)
    visitDependencies(manifest, folder)
  }
  const visitDependencies = (manifest: Manifest, folder: string): void => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
    for (const name of Object.keys(dependencies)) visit(name, folder, !(name in optionalDependencies))
    for (const name of Object.keys(optionalDependencies)) visit(name, folder, false)
    for (const name of Object.keys(peerDependencies))
      if (!manifest.peerDependenciesMeta?.[name]?.optional) visit(name, folder, false)
  }
  visitDependencies(readManifest(root), root)
  for (const name of extra) {
    const folder = findFolder(root, name, root)
    if (!folder) throw new Error(`${name} is not installed. Run: bun install`)
    add(found, folder, readManifest(folder))
  }
  return [...found.values()].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  )
}

function add(found: Map<string, InstalledPackage>, folder: string, manifest: Manifest): void {
  const name = manifest.name.replace(PLATFORM, '<platform>')
  const { version, author } = manifest
  found.set(`${name} ${version}`, {
    name,
    version,
    licence: declaredLicence(manifest),
    author: (typeof author === 'string' ? author : (author?.name ?? '')).replace(/\s*[<(].*$/, ''),
    folder,
  })
}

function declaredLicence({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
}

/** Searches the folders of packages upwards, as Node does. */
function findFolder(root: string, name: string, from: string): string | undefined {
  for (let at = from; at.startsWith(root); at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === root) return undefined
  }
  return undefined
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

const TEXT_FILE = /^(licen[cs]e|copying|notice|ofl|unlicense)([.-].*)?$/i

/** The texts of a package's licence files and notices, in the order of their names. */
export function readLicenceTexts({ folder }: InstalledPackage): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}
