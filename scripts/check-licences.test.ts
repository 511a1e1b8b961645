import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { licenceErrors, noticesText } from './check-licences.ts'
import { isAllowed } from './licences/licence-policy.ts'
import { listProductionPackages } from './licences/production-tree.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Manifest = Record<string, unknown>

/** A project with these packages in node_modules, by path. */
function project(manifest: Manifest, packages: Record<string, Manifest>): string {
  const root = mkdtempSync(join(tmpdir(), 'lyceum-licences-'))
  folders.push(root)
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  for (const [path, content] of Object.entries(packages)) {
    const folder = join(root, 'node_modules', path)
    mkdirSync(folder, { recursive: true })
    const name = path.split('node_modules/').at(-1)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...content }))
    writeFileSync(join(folder, 'LICENSE'), `The text of ${path}`)
  }
  return root
}

test('the licences of the production installation are allowed, and none is GPL, AGPL or BUSL', () => {
  expect(licenceErrors()).toEqual([])
  const licences = listProductionPackages(join(import.meta.dir, '..')).map(({ licence }) => licence)
  expect(licences.length).toBeGreaterThan(100)
  expect(licences.filter((licence) => /(^|\W)(A?GPL|BUSL)/.test(licence))).toEqual([])
})

test('a package with the GPL fails the check wherever it is in the production tree', () => {
  const gpl = { license: 'GPL-3.0-only' }
  const direct = project({ dependencies: { planted: '1.2.3' } }, { planted: gpl })
  expect(licenceErrors(direct)).toEqual([
    expect.stringContaining('planted 1.2.3 has the licence "GPL-3.0-only", which is not allowed'),
  ])
  const nested = project(
    { dependencies: { good: '1' } },
    { good: { license: 'MIT', dependencies: { planted: '1' } }, 'good/node_modules/planted': gpl },
  )
  expect(licenceErrors(nested)).toHaveLength(1)
  const peer = project(
    { dependencies: { good: '1' } },
    { good: { license: 'MIT', peerDependencies: { planted: '1' } }, planted: { license: 'BUSL-1.1' } },
  )
  expect(licenceErrors(peer)).toHaveLength(1)
  const optional = project({ optionalDependencies: { planted: '1', missing: '1' } }, { planted: {} })
  expect(licenceErrors(optional)).toEqual([expect.stringContaining('has the licence "none"')])
})

test('a development package with the GPL passes, because it is not shipped', () => {
  const root = project(
    { dependencies: { good: '1' }, devDependencies: { planted: '1' } },
    {
      good: {
        license: 'MIT',
        peerDependencies: { planted: '1' },
        peerDependenciesMeta: { planted: { optional: true } },
      },
      planted: { license: 'GPL-3.0' },
    },
  )
  expect(licenceErrors(root)).toEqual([])
  expect(noticesText(root)).not.toContain('planted')
})

test('a required package that is not installed fails the check', () => {
  expect(() => licenceErrors(project({ dependencies: { gone: '1' } }, {}))).toThrow('gone is not installed')
})

test('an exception is valid only for the licence that was read', () => {
  const libvips = '@img/sharp-libvips-linux-x64'
  const withLicence = (license: string) =>
    licenceErrors(project({ dependencies: { [libvips]: '1' } }, { [libvips]: { license } }))
  expect(withLicence('LGPL-3.0-or-later')).toEqual([])
  expect(withLicence('GPL-3.0-or-later')).toHaveLength(1)
})

test('a licence expression is allowed if allowed licences satisfy it', () => {
  const verdicts = {
    MIT: true,
    'GPL-3.0-only OR MIT': true,
    'MIT AND GPL-3.0-only': false,
    '(MIT AND Zlib)': true,
    '(MIT OR GPL-3.0) AND ISC': true,
    'GPL-3.0 OR (MIT AND BUSL-1.1)': false,
    'GPL-2.0 WITH Classpath-exception-2.0': false,
    'MIT WITH anything': false,
    '(MIT': false,
    'SEE LICENSE IN LICENSE.md': false,
    '': false,
  }
  for (const [expression, verdict] of Object.entries(verdicts))
    expect([expression, isAllowed(expression)]).toEqual([expression, verdict])
})

test('the notices name each package and contain each text once', () => {
  const root = project(
    { dependencies: { one: '1', two: '1' } },
    { one: { license: 'MIT' }, two: { license: 'ISC', dependencies: { one: '1' } } },
  )
  const text = noticesText(root)
  expect(text).toContain('one 1.2.3: MIT')
  expect(text).toContain('two 1.2.3: ISC')
  expect(text.split('The text of one')).toHaveLength(2)
})
