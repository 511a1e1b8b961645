import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Architecture, findFaults, readSources } from './check-architecture.ts'

const ARCHITECTURE: Architecture = {
  modules: {
    cellar: { level: 1, exposes: ['wine.ts', 'racks/rack.ts', 'routes.ts', 'jobs.ts'] },
    kitchen: { level: 2, exposes: ['cook-dish.ts'] },
    pantry: { level: 2, exposes: ['bread.ts'] },
  },
}

/** A house in which all is well. */
const GOOD: Record<string, string> = {
  'app/main.ts': `import { routes } from '../modules/kitchen/routes.ts'\nimport { jobs } from '../modules/cellar/jobs.ts'`,
  'platform/clock.ts': 'export const now = 1',
  'modules/cellar/wine.ts': `import { now } from '../../platform/clock.ts'\nexport const wine = now`,
  'modules/cellar/queries.ts': `import type { Wine } from './wine.ts'`,
  'modules/cellar/racks/rack.ts': `import { findRack } from '../queries.ts'`,
  'modules/cellar/routes.ts': 'export const routes = 1',
  'modules/cellar/jobs.ts': 'export const jobs = 1',
  'modules/kitchen/cook-dish.ts': `import { wine } from '../cellar/wine.ts'\nimport { rack } from '../cellar/racks/rack.ts'`,
  'modules/kitchen/routes.ts': `import { cookDish } from './cook-dish.ts'`,
  'modules/pantry/bread.ts': 'export const bread = 1',
}

function faultsWith(changes: Record<string, string>): string[] {
  return findFaults(ARCHITECTURE, new Map(Object.entries({ ...GOOD, ...changes })))
}

test('a house in which all is well has no faults', () => {
  expect(faultsWith({})).toEqual([])
})

describe('an import is a fault', () => {
  const cases: [string, string, string, string][] = [
    [
      'of a higher level',
      'modules/cellar/a.ts',
      "import { x } from '../kitchen/cook-dish.ts'",
      'is not below cellar',
    ],
    [
      'of the same level',
      'modules/kitchen/a.ts',
      "import { x } from '../pantry/bread.ts'",
      'is not below kitchen',
    ],
    [
      'of what is not exposed',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/racks/shelf.ts'",
      'does not expose racks/shelf.ts',
    ],
    [
      'of the queries of another module',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/queries.ts'",
      'does not expose queries.ts',
    ],
    [
      'of routes outside app/, even when they are exposed',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/routes.ts'",
      'only app/ imports routes',
    ],
    [
      'of jobs outside app/, even when they are exposed',
      'modules/kitchen/a.ts',
      "import { x } from '../cellar/jobs.ts'",
      'only app/ imports routes',
    ],
    [
      'of app/ from a module',
      'modules/kitchen/a.ts',
      "import { x } from '../../app/main.ts'",
      'only app/ knows app/',
    ],
    [
      'of app/ from the platform',
      'platform/a.ts',
      "import { x } from '../app/main.ts'",
      'only app/ knows app/',
    ],
    [
      'of a module from the platform',
      'platform/a.ts',
      "import { x } from '../modules/cellar/wine.ts'",
      'the platform knows no module',
    ],
    [
      'of queries from app/',
      'app/a.ts',
      "import { x } from '../modules/cellar/queries.ts'",
      "a module's queries are its own",
    ],
    [
      'of queries in a folder from app/',
      'app/a.ts',
      "import { x } from '../modules/cellar/racks/queries.ts'",
      "a module's queries are its own",
    ],
  ]
  for (const [what, path, line, sentence] of cases) {
    test(what, () => {
      const faults = faultsWith({ [path]: line })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toContain(path)
      expect(faults[0]).toContain(sentence)
    })
  }

  test('however it is written', () => {
    const to = '../kitchen/cook-dish.ts'
    for (const line of [
      `import type { X } from '${to}'`,
      `import {\n  x,\n  y,\n} from "${to}"`,
      `import * as kitchen from '${to}'`,
      `import '${to}'`,
      `export { x } from '${to}'`,
      `const x = await import('${to}')`,
      `  import x from '${to}'`,
    ])
      expect([line, faultsWith({ 'modules/cellar/a.ts': line }).length]).toEqual([line, 1])
  })
})

test('a circle of imports is named once, as the way around it', () => {
  const faults = faultsWith({
    'modules/cellar/a.ts': "import { b } from './b.ts'",
    'modules/cellar/b.ts': "import { c } from './racks/c.ts'",
    'modules/cellar/racks/c.ts': "import { a } from '../a.ts'",
    'platform/self.ts': "import { self } from './self.ts'",
  })
  expect(faults).toEqual([
    'a circle of imports: modules/cellar/a.ts → modules/cellar/b.ts → modules/cellar/racks/c.ts → modules/cellar/a.ts',
    'a circle of imports: platform/self.ts → platform/self.ts',
  ])
})

describe('a file is a fault', () => {
  test('when its module is not in the graph', () => {
    expect(faultsWith({ 'modules/attic/box.ts': '' })).toEqual([
      'modules/attic/box.ts: the module attic is not in architecture.json.',
    ])
  })

  test('when its name says nothing', () => {
    for (const name of ['index', 'util', 'utils', 'helper', 'helpers', 'common', 'lib', 'misc', 'shared']) {
      const faults = faultsWith({ [`modules/cellar/${name}.ts`]: '' })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toContain('a name that says nothing')
    }
    expect(faultsWith({ 'platform/utils/dates.ts': '' })).toHaveLength(1)
    expect(faultsWith({ 'modules/cellar/sharing.ts': '', 'modules/cellar/indexes.ts': '' })).toEqual([])
  })

  test('when it passes on all that another file has', () => {
    for (const line of ["export * from './wine.ts'", "export * as wine from './wine.ts'"]) {
      const faults = faultsWith({ 'modules/cellar/all.ts': line })
      expect(faults).toEqual(['modules/cellar/all.ts: export * hides where things are defined.'])
    }
  })

  test('when something in it is named for a pattern', () => {
    for (const line of [
      'export class WineService {',
      'class RackManager<T> {',
      'interface DateHelper {',
      'export abstract class ModelBase {',
      'const wineImpl = 1',
      'type StorageImpl = string',
      'export function createWineService() {',
    ]) {
      const faults = faultsWith({ 'modules/cellar/named.ts': line })
      expect([line, faults.length]).toEqual([line, 1])
      expect(faults[0]).toContain('named for a pattern')
    }
    expect(
      faultsWith({
        'app/service.ts': 'export interface Service {}\nexport async function startService() {}',
        'modules/cellar/fine.ts': 'const serviceHours = 1\nclass Basement {}\nfunction manage() {}',
      }),
    ).toEqual([])
  })
})

test('the sources of this repository keep to it, and tests are not among them', () => {
  const root = join(import.meta.dir, '..')
  const sources = readSources(join(root, 'src'))
  expect([...sources.keys()]).toContain('modules/identity/accounts/queries.ts')
  expect([...sources.keys()].filter((path) => path.includes('.test.'))).toEqual([])
  const architecture = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8')) as Architecture
  expect(findFaults(architecture, sources)).toEqual([])
})
