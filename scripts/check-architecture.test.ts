import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Architecture, findViolations, readSources } from './check-architecture.ts'

const ARCHITECTURE: Architecture = { levels: [['cellar'], ['kitchen', 'pantry']] }

/** A source tree without violations. */
const VALID: Record<string, string> = {
  'app/main.ts': `import { routes } from '../modules/kitchen/routes.ts'\nimport { jobs } from '../modules/cellar/jobs.ts'`,
  'events/cellar.ts': `import { now } from '../platform/clock.ts'`,
  'platform/clock.ts': 'export const now = 1',
  'modules/cellar/public/wine.ts': `import { now } from '../../../platform/clock.ts'\nexport const wine = now`,
  'modules/cellar/errors.ts': 'export const errors = 1',
  'modules/cellar/queries.ts': `import type { Wine } from './public/wine.ts'`,
  'modules/cellar/racks/rack.ts': `import { findRack } from '../queries.ts'`,
  'modules/cellar/routes.ts': 'export const routes = 1',
  'modules/cellar/jobs.ts': 'export const jobs = 1',
  'modules/cellar/cellar-testbed.ts': 'export const testbed = 1',
  'modules/kitchen/cook-dish.ts': `import { wine } from '../cellar/public/wine.ts'\nimport { errors } from '../cellar/errors.ts'\nimport { corked } from '../../events/cellar.ts'`,
  'modules/kitchen/cook-dish.test.ts': `import { wine } from '../cellar/public/wine.ts'\nimport { testbed } from '../cellar/cellar-testbed.ts'`,
  'modules/kitchen/routes.ts': `import { cookDish } from './cook-dish.ts'`,
  'modules/pantry/public/bread.ts': 'export const bread = 1',
}

function violationsWith(changes: Record<string, string>): string[] {
  return findViolations(ARCHITECTURE, new Map(Object.entries({ ...VALID, ...changes })))
}

test('a tree that follows every rule has no violations', () => {
  expect(violationsWith({})).toEqual([])
})

describe('an import is a violation', () => {
  const cases: [string, string, string, string][] = [
    [
      'of a module on a higher level',
      'modules/cellar/a.ts',
      "import { x } from '../kitchen/public/dish.ts'",
      'is not below cellar',
    ],
    [
      'of a module on the same level',
      'modules/kitchen/a.ts',
      "import { x } from '../pantry/public/bread.ts'",
      'is not below kitchen',
    ],
    [
      'of a private file of another module',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/racks/rack.ts'",
      'only public/ and errors.ts of cellar',
    ],
    [
      'of the queries of another module',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/queries.ts'",
      'only public/ and errors.ts of cellar',
    ],
    [
      'of the routes of another module',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/routes.ts'",
      'only public/ and errors.ts of cellar',
    ],
    [
      'of a private file of another module from a test',
      'modules/kitchen/a.test.ts',
      "import { x } from '../cellar/racks/rack.ts'",
      'a test may import only public/',
    ],
    [
      'of a private file of another module from a testbed',
      'modules/kitchen/kitchen-testbed.ts',
      "import { x } from '../cellar/queries.ts'",
      'a test may import only public/',
    ],
    [
      'of app/ from a module',
      'modules/kitchen/a.ts',
      "import { x } from '../../app/main.ts'",
      'only app/ may import app/',
    ],
    [
      'of app/ from the platform',
      'platform/a.ts',
      "import { x } from '../app/main.ts'",
      'only app/ may import app/',
    ],
    [
      'of a module from the platform',
      'platform/a.ts',
      "import { x } from '../modules/cellar/public/wine.ts'",
      'the platform imports only itself',
    ],
    [
      'of an event from the platform',
      'platform/a.ts',
      "import { x } from '../events/cellar.ts'",
      'the platform imports only itself',
    ],
    [
      'of a module from an event',
      'events/a.ts',
      "import { x } from '../modules/cellar/public/wine.ts'",
      'events import only the platform',
    ],
    [
      'of queries from app/',
      'app/a.ts',
      "import { x } from '../modules/cellar/queries.ts'",
      'the queries of a module are private',
    ],
    [
      'of named queries in a folder from app/',
      'app/a.ts',
      "import { x } from '../modules/cellar/racks/rack-queries.ts'",
      'the queries of a module are private',
    ],
  ]
  for (const [what, path, line, sentence] of cases) {
    test(what, () => {
      const violations = violationsWith({ [path]: line })
      expect(violations).toHaveLength(1)
      expect(violations[0]).toContain(path)
      expect(violations[0]).toContain(sentence)
    })
  }

  test('an import is a violation in every syntax', () => {
    const to = '../kitchen/public/dish.ts'
    for (const line of [
      `import type { X } from '${to}'`,
      `import {\n  x,\n  y,\n} from "${to}"`,
      `import * as kitchen from '${to}'`,
      `import '${to}'`,
      `export { x } from '${to}'`,
      `const x = await import('${to}')`,
      `  import x from '${to}'`,
    ])
      expect([line, violationsWith({ 'modules/cellar/a.ts': line }).length]).toEqual([line, 1])
  })
})

test('an import cycle is reported once, as the path around it', () => {
  const violations = violationsWith({
    'modules/cellar/a.ts': "import { b } from './b.ts'",
    'modules/cellar/b.ts': "import { c } from './racks/c.ts'",
    'modules/cellar/racks/c.ts': "import { a } from '../a.ts'",
    'platform/self.ts': "import { self } from './self.ts'",
  })
  expect(violations).toEqual([
    'import cycle: modules/cellar/a.ts → modules/cellar/b.ts → modules/cellar/racks/c.ts → modules/cellar/a.ts',
    'import cycle: platform/self.ts → platform/self.ts',
  ])
})

test('folders of one module that import each other are reported, but not the root of the module', () => {
  const violations = violationsWith({
    'modules/cellar/racks/a.ts': "import { b } from '../barrels/b.ts'",
    'modules/cellar/barrels/c.ts': "import { d } from '../racks/d.ts'",
    'modules/cellar/e.ts': "import { a } from './racks/a.ts'",
    'platform/db/a.ts': "import { b } from '../jobs/b.ts'",
    'platform/jobs/c.ts': "import { d } from '../db/d.ts'",
  })
  expect(violations).toEqual([
    'folders import each other: modules/cellar/racks → modules/cellar/barrels → modules/cellar/racks',
    'folders import each other: platform/db → platform/jobs → platform/db',
  ])
})

test('a module of more than 40 files is reported; tests and testbeds do not count', () => {
  const files = (count: number, end: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`modules/pantry/a${index}${end}`, '']))
  expect(
    violationsWith({ ...files(39, '.ts'), ...files(20, '.test.ts'), ...files(5, '-testbed.ts') }),
  ).toEqual([])
  expect(violationsWith(files(40, '.ts'))).toEqual(['modules/pantry has 41 files, more than 40. Split it.'])
})

describe('a file is a violation', () => {
  test('a file whose module is not in architecture.json is a violation', () => {
    expect(violationsWith({ 'modules/attic/box.ts': '' })).toEqual([
      'modules/attic/box.ts: the module attic is not in architecture.json.',
    ])
  })

  test('a route file that opens a transaction of its own is a violation', () => {
    for (const line of [
      'const entry = await platform.write((tx) => open(tx))',
      'return deps.write(work)',
      'return initiate(deps, request, platform.write)',
      'export function routes({ db, write }: Platform) {',
      "export function routes({ write }: Pick<Platform, 'write'>) {",
      'const { db, write } = platform',
    ])
      for (const name of ['routes.ts', 'rack-routes.ts', 'racks/routes.ts'])
        expect([line, violationsWith({ [`modules/cellar/${name}`]: line })]).toEqual([
          line,
          [`modules/cellar/${name} uses the write of the platform. Use the write of the request.`],
        ])
  })

  test('a route file may use the write of the request, and other files the write of the platform', () => {
    const handler = 'handle: ({ caller, write, now }) => write((tx) => open(tx, { platform, now })),'
    const files = { 'modules/cellar/routes.ts': handler, 'modules/cellar/a.ts': 'platform.write(work)' }
    expect(violationsWith(files)).toEqual([])
  })

  test('a file with a generic name is a violation', () => {
    for (const name of ['index', 'util', 'utils', 'helper', 'helpers', 'common', 'lib', 'misc', 'shared']) {
      const violations = violationsWith({ [`modules/cellar/${name}.ts`]: '' })
      expect(violations).toHaveLength(1)
      expect(violations[0]).toContain('the name says nothing')
    }
    expect(violationsWith({ 'platform/utils/dates.ts': '' })).toHaveLength(1)
    expect(violationsWith({ 'modules/cellar/sharing.ts': '', 'modules/cellar/indexes.ts': '' })).toEqual([])
  })

  test('a file that re-exports all exports of another file is a violation', () => {
    for (const line of ["export * from './wine.ts'", "export * as wine from './wine.ts'"]) {
      const violations = violationsWith({ 'modules/cellar/all.ts': line })
      expect(violations).toEqual(['modules/cellar/all.ts: export * hides where things are defined.'])
    }
  })

  test('a file with a declaration named after a design pattern is a violation', () => {
    for (const line of [
      'export class WineService {',
      'class RackManager<T> {',
      'interface DateHelper {',
      'export abstract class ModelBase {',
      'const wineImpl = 1',
      'type StorageImpl = string',
      'export function createWineService() {',
    ]) {
      const violations = violationsWith({ 'modules/cellar/named.ts': line })
      expect([line, violations.length]).toEqual([line, 1])
      expect(violations[0]).toContain('named after a pattern')
    }
    expect(
      violationsWith({
        'app/service.ts': 'export interface Service {}\nexport async function startService() {}',
        'modules/cellar/fine.ts': 'const serviceHours = 1\nclass Basement {}\nfunction manage() {}',
      }),
    ).toEqual([])
  })
})

test('the sources of this repository follow architecture.json', () => {
  const root = join(import.meta.dir, '..')
  const sources = readSources(join(root, 'src'))
  expect([...sources.keys()]).toContain('modules/accounts/queries.ts')
  const architecture = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8')) as Architecture
  expect(findViolations(architecture, sources)).toEqual([])
})
