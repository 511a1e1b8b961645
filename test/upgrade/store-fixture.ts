import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { VARIABLE_NAMES } from '../../src/platform/config/config.ts'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { findFreePort } from '../../src/platform/ports.ts'
import type { TestUser } from '../harness/api-client.ts'
import { createOwnedResources } from '../harness/operations/owned-resources.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { battleJourney } from '../journeys/battle.ts'
import { certificateJourney } from '../journeys/certificate.ts'
import { contestJourney } from '../journeys/contest.ts'
import { runJourney } from '../journeys/journey.ts'
import { paymentJourney } from '../journeys/payment.ts'
import { dumpDatabase } from './dump-database.ts'
import { readUser } from './read-user.ts'
import { FIXTURES, writeReleaseFixture } from './release-fixture.ts'

// Run by scripts/release/store-fixture.ts, which names the version. The journeys are tests, so `bun test` must run this file.

const version = process.env.FIXTURE_VERSION!
const folder = process.env.FIXTURE_FOLDER || FIXTURES
const MIGRATIONS = join(import.meta.dir, '../../migrations')

/** On a slow machine. */
const LIMIT_MS = 15 * 60_000

let service: TestService
let chainPort: number
beforeAll(async () => {
  chainPort = await findFreePort()
  service = await startTestService(
    {
      DEMO_CONTENT: 'on',
      DEMO_PROGRESS: 'on',
      CHAIN: 'on',
      EMBEDDED_CHAIN_PORT: String(chainPort),
    },
    undefined,
    { battleRules: { ...BATTLE_RULES, countdownMs: 100, revealMs: 100 } },
  )
})
afterAll(() => service.stop())

test(
  'the database of a release is stored with data of every kind',
  async () => {
    const users: TestUser[] = []
    const register: TestService['register'] = async (details) => {
      const user = await service.register(details)
      users.push(user)
      return user
    }
    const environment = () => ({ ...service, register, database: service.test.database, isCrowded: true })
    for (const journey of [
      certificateJourney(environment),
      contestJourney(environment, 12),
      paymentJourney(environment, () => `http://127.0.0.1:${chainPort}`),
      battleJourney(environment, { stake: 30 }),
    ])
      await runJourney(journey)
    const { owner } = await createOwnedResources({ ...service, register })
    const { database } = service.test
    // Jobs that run now are in the data like those of a process that was killed.
    const states = []
    // The owner of the resources signs in with a second factor.
    const readable = [...users.filter(({ id }) => id !== owner.id), ...DEMO]
    for (const { email, password } of readable) states.push(await readUser(service, { email, password }))
    const migrations = readMigrations(MIGRATIONS)
    const script = await database.transaction((open) => dumpDatabase(open, migrations), 60_000)
    const rows = countRows(script)
    const size = writeReleaseFixture(
      {
        version,
        migrations: migrations.map(({ name }) => name),
        settings: [...VARIABLE_NAMES].sort(),
        users: states,
        rows,
        script,
      },
      folder,
    )
    console.log(`${version}: ${Object.keys(rows).length} tables, ${script.length} characters, ${size} bytes`)
    expect(states.some(({ certificates }) => certificates.length > 0)).toBe(true)
  },
  LIMIT_MS,
)

const DEMO = [{ email: 'learner@lyceum.local', password: 'learner-demo-1' }]

/** Each row is a line of its own. */
function countRows(script: string): Record<string, number> {
  const inserts = script.matchAll(
    /^insert into (\S+) \([^\n]*\) overriding system value\nselect [^\n]*\[(.*?)\]'\);$/gms,
  )
  return Object.fromEntries([...inserts].map(([, table, json]) => [table!, json!.split(',\n{').length]))
}
