import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { digestTables } from '../../../test/harness/personal-data/table-digests.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'

const FIXTURE = join(import.meta.dir, '../../modules/authoring/packs/fixture')
const folder = mkdtempSync(join(tmpdir(), 'lyceum-content-'))
const pack = join(folder, 'pack')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  cpSync(FIXTURE, pack, { recursive: true })
  mkdirSync(join(pack, 'badges'))
})
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) =>
  runCommand(['content', ...args], { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') })
const write = (key: string, ...lines: string[]) =>
  writeFileSync(join(pack, 'badges', `${key}.yaml`), `${lines.join('\n')}\n`)
const BADGE = ['name: Winner', 'description: Win 3 battles.', 'rule: BATTLES_WON', 'required: 3']
const catalogue = async () => {
  const [row] = await database.database.query`
    select (select version from catalog_version)::text as version, array(
      select badge_type || ' ' || required_progress || ' ' || status from badge_definition where origin = 'PACK'
      order by 1) as badges`
  return row
}

test('content import rejects a pack with an invalid badge and prints file and line', async () => {
  write('winner', ...BADGE.slice(0, 3), 'required: none')
  expectReadableError(await run('import', pack), 'badges/winner.yaml:4: required', 'nothing was imported')
  write('winner', ...BADGE)
  // This error is detected only during the import.
  write('night-owl', ...BADGE)
  const refused = await run('import', pack)
  expectReadableError(
    refused,
    'badges/night-owl.yaml:3: rule',
    'NIGHTS_LEARNED',
    '1 error; nothing was imported',
  )
  expect(await catalogue()).toEqual({ version: '0', badges: [] })
  rmSync(join(pack, 'badges/night-owl.yaml'))
})

test('content lint prints file, line, key and rule of each finding, and fails only if there is one', async () => {
  expect(await run('lint')).toMatchObject({ code: 0, errors: '' })
  const faulty = join(folder, 'faulty')
  cpSync(pack, faulty, { recursive: true })
  const file = join(faulty, 'questions/blockchain.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('The root key', 'All of the above'))
  expectReadableError(
    await run('lint', faulty),
    'questions/blockchain.yaml:1: genesis-name: the option "All of the above"',
    '(all-of-the-above)',
    'findings.',
  )
  writeFileSync(file, '- key: [')
  expectReadableError(await run('lint', faulty), 'questions/blockchain.yaml:')
})

test('content import prints its changes, a repeated import changes nothing, and an export can be imported', async () => {
  write('champion', ...BADGE)
  const first = await run('import', pack)
  expect(first.output).toMatch(/badges +2 added, 0 changed, 0 unchanged, 0 archived/)
  expect(await catalogue()).toEqual({
    version: '1',
    badges: ['CHAMPION 3 PUBLISHED', 'WINNER 3 PUBLISHED'],
  })
  const out = join(folder, 'out')
  expect((await run('export', out)).code).toBe(0)
  expect((await run('import', out)).output).toMatch(/badges +0 added, 0 changed, 2 unchanged, 0 archived/)
  write('winner', ...BADGE.slice(0, 3), 'required: 4')
  rmSync(join(pack, 'badges/champion.yaml'))
  const kept = await run('import', pack)
  expect(kept.output).toMatch(/badges +0 added, 1 changed, 0 unchanged, 0 archived, 1 left/)
  expect(kept.output).toContain('(--archive-missing archives them):\n  badges: champion')
  expect(await catalogue()).toMatchObject({ badges: ['CHAMPION 3 PUBLISHED', 'WINNER 4 PUBLISHED'] })
  const archived = await run('import', pack, '--archive-missing')
  expect(archived.output).toMatch(/badges +0 added, 0 changed, 1 unchanged, 1 archived\n/)
  expect(await catalogue()).toMatchObject({ badges: ['CHAMPION 3 ARCHIVED', 'WINNER 4 PUBLISHED'] })
})

test('a dry run lists what would change as text and as JSON, writes nothing, and the import prints the same', async () => {
  write('winner', ...BADGE.slice(0, 3), 'required: 5')
  write('newcomer', ...BADGE)
  const course = join(pack, 'courses/chain-basics/course.yaml')
  writeFileSync(course, readFileSync(course, 'utf8').replace('Chain basics', 'Chains'))
  rmSync(join(pack, 'courses/page-building'), { recursive: true })
  rmSync(join(pack, 'paths/web-developer.yaml'))
  const before = await digestTables(database.database.query)
  const text = await run('import', pack, '--dry-run', '--archive-missing')
  for (const line of [
    'courses\n  change   chain-basics (title)\n  archive  page-building\n',
    'lessons\n  archive  page-building/first-page\n',
    'badges\n  add      newcomer\n  change   winner (required)\n',
    'Dry run: nothing was changed.',
  ])
    expect(text.output).toContain(line)
  const dryRun = JSON.parse((await run('import', pack, '--dry-run', '--json')).output)
  expect(dryRun).toMatchObject({
    pack: 'small-pack',
    dryRun: true,
    courses: { changed: [{ key: 'chain-basics', fields: ['title'] }], archived: [], left: ['page-building'] },
    badges: { added: ['newcomer'], changed: [{ key: 'winner', fields: ['required'] }] },
  })
  expect(await digestTables(database.database.query)).toEqual(before)
  const imported = JSON.parse((await run('import', pack, '--json')).output)
  expect(imported).toEqual({ ...dryRun, dryRun: false })
})

test('a second pack stays beside the first; a key of the first is refused and an export needs the name of a pack', async () => {
  const second = join(folder, 'second')
  cpSync(FIXTURE, second, { recursive: true })
  writeFileSync(join(second, 'pack.yaml'), 'id: second-pack\nname: Second\nversion: 1\n')
  const before = await digestTables(database.database.query)
  expectReadableError(
    await run('import', second),
    'courses/chain-basics/course.yaml:1: the course chain-basics belongs to the pack small-pack, so the pack second-pack',
    'nothing was imported',
  )
  expect(await digestTables(database.database.query)).toEqual(before)
  for (const part of ['courses', 'paths', 'questions']) rmSync(join(second, part), { recursive: true })
  cpSync(join(FIXTURE, 'courses/number-sense'), join(second, 'courses/sums'), { recursive: true })
  mkdirSync(join(second, 'badges'))
  writeFileSync(join(second, 'badges/winner.yaml'), `${BADGE.join('\n')}\n`)
  expectReadableError(
    await run('import', second),
    'badges/winner.yaml:1: the badge winner belongs to the pack small-pack, so the pack second-pack',
  )
  rmSync(join(second, 'badges'), { recursive: true })
  const { output } = await run('import', second, '--archive-missing')
  expect(output).toMatch(/courses +1 added, 0 changed, 0 unchanged, 0 archived\n/)
  expect(output).toMatch(/badges +0 added, 0 changed, 0 unchanged, 0 archived\n/)
  const out = join(folder, 'second-out')
  expectReadableError(await run('export', out), 'Choose a pack with --pack: second-pack, small-pack')
  expect((await run('export', out, '--pack', 'second-pack')).code).toBe(0)
  expect(readdirSync(join(out, 'courses'))).toEqual(['sums'])
  expect(readFileSync(join(out, 'pack.yaml'), 'utf8')).toContain('id: second-pack')
})
