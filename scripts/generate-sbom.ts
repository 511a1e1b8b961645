import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

/**
 * The bill of materials of what is shipped, in the format CycloneDX 1.6: every package of production that the lockfile names for a
 * machine, with its digest, its licence and what it depends on, and the Bun that is compiled into the program.
 */
const ROOT = join(import.meta.dir, '..')

interface LockedDetails {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}
type LockedPackage = [id: string, registry: string, details: LockedDetails, digest: string]

interface Lockfile {
  workspaces: Record<string, LockedDetails>
  packages: Record<string, LockedPackage>
}

export interface Machine {
  os: string
  cpu: string
}

interface Component {
  type: string
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses?: object[]
  hashes?: { alg: string; content: string }[]
}

export function generateSbom({ os, cpu }: Machine, root = ROOT): object {
  const { packages, workspaces } = Bun.JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as Lockfile
  const found = new Map<string, Component>()
  const edges = new Map<string, Set<string>>()
  const matches = (wanted: string | string[] | undefined, own: string) =>
    wanted === undefined || [wanted].flat().includes(own)

  /** Returns the reference of a package, or undefined if it is not for this machine. */
  const visit = (name: string, from: string): string | undefined => {
    const key = findKey(packages, name, from)
    if (!key) return undefined
    const [id, , details, digest] = packages[key]!
    // Replaced by a package of ours without content (decision 7).
    if (id.startsWith('empty@') || typeof digest !== 'string') return undefined
    if (!matches(details.os, os) || !matches(details.cpu, cpu) || !matches(details.libc, 'glibc'))
      return undefined
    const component = componentOf(id, digest, licenceOf(root, key))
    const ref = component['bom-ref']
    if (!found.has(ref)) {
      found.set(ref, component)
      edges.set(ref, visitAll(details, key))
    }
    return ref
  }
  const visitAll = ({ dependencies, optionalDependencies }: LockedDetails, from: string) =>
    new Set(
      Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => visit(name, from) ?? []),
    )

  const own = `pkg:generic/lyceum@${packageJson.version}`
  const bun = componentOf(`bun@${packageJson.devDependencies.bun}`, packages.bun![3], 'MIT')
  found.set(bun['bom-ref'], { ...bun, type: 'platform' })
  edges.set(own, visitAll(workspaces['']!, '').add(bun['bom-ref']))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'lyceum',
        version: packageJson.version,
        purl: own,
        licenses: [{ license: { id: packageJson.license } }],
      },
    },
    components: [...found.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  }
}

/** The key of a package in the lockfile, as Node resolves it: beside the package that asks, or further up. */
function findKey(packages: Lockfile['packages'], name: string, from: string): string | undefined {
  for (let at = from; at !== ''; at = parentOf(at)) if (packages[`${at}/${name}`]) return `${at}/${name}`
  return packages[name] ? name : undefined
}

/** `a/@b/c` is the package @b/c in a. */
function parentOf(key: string): string {
  return key.replace(/(?:^|\/)(?:@[^/]+\/)?[^/]+$/, '')
}

function componentOf(id: string, digest: string, licence: string | undefined): Component {
  const [, name, version] = /^(.+)@([^@]+)$/.exec(id) as unknown as [string, string, string]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, content] = digest.split(/-(.*)/s) as [string, string]
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(licence ? { licenses: [describeLicence(licence)] } : {}),
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }
      : {}),
  }
}

/** Names with spaces are no identifiers of SPDX. */
function describeLicence(licence: string): object {
  if (/ (?:OR|AND|WITH) |\(/.test(licence)) return { expression: licence }
  return { license: /^[\w.+-]+$/.test(licence) ? { id: licence } : { name: licence } }
}

/** What the installed package declares; undefined if it is not installed, as packages of another processor. */
function licenceOf(root: string, key: string): string | undefined {
  const folders = key.match(/(?:@[^/]+\/)?[^/]+/g)!.map((name) => `node_modules/${name}`)
  const file = join(root, ...folders, 'package.json')
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8'))
  return typeof license === 'string' ? license : license?.type
}

if (import.meta.main) {
  const [os = 'linux', cpu = process.arch] = process.argv[2]?.split('-') ?? []
  console.log(JSON.stringify(generateSbom({ os, cpu }), null, 2))
}
