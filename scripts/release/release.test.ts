import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { git, release } from '../release.ts'
import { packClient, writeChecksums } from './build-artefacts.ts'
import { readReleaseNotes, readVersion, setVersion } from './versioned-files.ts'

const ROOT = join(import.meta.dir, '../..')
const isClone = existsSync(join(ROOT, '.git'))
const folder = mkdtempSync(join(tmpdir(), 'lyceum-release-test-'))
const clone = join(folder, 'lyceum')
const NEXT = '97.1.0'
let base: string

beforeAll(() => {
  if (!isClone) return
  git(folder, 'clone', '--quiet', '--local', ROOT, clone)
  git(clone, 'checkout', '--quiet', '-B', 'main')
  git(clone, 'config', 'user.name', 'Releaser')
  git(clone, 'config', 'user.email', 'releaser@example.org')
  // Changes that are not committed yet are tested too.
  for (const { path } of [...setVersion(ROOT, readVersion(ROOT)), { path: 'CHANGELOG.md' }])
    cpSync(join(ROOT, path), join(clone, path))
  setUnreleased('- Something for operators.\n')
  commitAll()
  base = git(clone, 'rev-parse', 'HEAD')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function commitAll(): void {
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '--allow-empty', '--message', 'a change')
}

/** The clone has one unreleased part with this text. */
function setUnreleased(text: string): void {
  const file = join(clone, 'CHANGELOG.md')
  const [head] = readFileSync(file, 'utf8').split(/^## /m)
  writeFileSync(file, `${head}## Unreleased\n\n${text}\n## 0.0.1 (2026-01-01)\n\nThe first.\n`)
}

function backToBase(): void {
  for (const tag of git(clone, 'tag', '--list').split('\n').filter(Boolean))
    git(clone, 'tag', '--delete', tag)
  git(clone, 'checkout', '--quiet', '-B', 'main', base)
}

async function run(version: string, more: Partial<Parameters<typeof release>[0]> = {}): Promise<string> {
  const lines: string[] = []
  const onProgress = (line: string) => void lines.push(line)
  await release({ root: clone, version, day: '2026-11-17', onProgress, ...more })
  return lines.join('\n')
}

const read = (path: string) => readFileSync(join(clone, path), 'utf8')

test.skipIf(!isClone)('a dry run says what it would do and changes nothing', async () => {
  const output = await run(NEXT, { isDryRun: true })
  for (const part of ['package.json', 'CHANGELOG.md', `tag v${NEXT}`, 'nothing was changed'])
    expect(output).toContain(part)
  expect([git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD'), git(clone, 'tag')]).toEqual([
    '',
    base,
    '',
  ])
})

test.skipIf(!isClone)(
  'a release sets all versions, dates the changelog, stores the database, commits and tags',
  async () => {
    const storeDatabase = async (version: string) => {
      const file = join(clone, 'test/fixtures/releases', `${version}.json`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '{}')
    }
    const output = await run(NEXT, { storeDatabase })
    expect(git(clone, 'status', '--porcelain')).toBe('')
    expect(git(clone, 'log', '-1', '--format=%s')).toBe(`release: Version ${NEXT}`)
    expect(git(clone, 'rev-parse', `v${NEXT}^{commit}`)).toBe(git(clone, 'rev-parse', 'HEAD'))
    for (const path of ['package.json', 'packages/client/package.json'])
      expect([path, JSON.parse(read(path)).version]).toEqual([path, NEXT])
    expect(JSON.parse(read('docs/openapi.json')).info.version).toBe(NEXT)
    expect(read('docs/install.md')).toContain(`/root/lyceum-${NEXT}-linux-x64.tar.gz`)
    expect(read('docs/install.md')).not.toContain(`lyceum-${readVersion(ROOT)}-`)
    expect(read('packages/client/README.md')).toContain(`lyceum-client-${NEXT}.tgz`)
    // Image, manifests and pages name the new version: the tests of the deployment pass in the released tree.
    expect(read('Dockerfile')).toContain(`ARG VERSION=${NEXT}\n`)
    const former = readVersion(ROOT).replaceAll('.', '\\.')
    const left = Bun.spawnSync({
      cmd: ['git', 'grep', '--line-number', '--extended-regexp', `(lyceum[:/-]|tag=|version=)${former}`],
      cwd: clone,
    })
    expect(left.stdout.toString()).toBe('')
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    const deployment = Bun.spawnSync({
      cmd: [process.execPath, 'test', './test/deployment.test.ts'],
      cwd: clone,
    })
    rmSync(join(clone, 'node_modules'))
    expect([deployment.exitCode, deployment.stderr.toString()]).toEqual([0, expect.anything()])
    expect(read('CHANGELOG.md')).toContain(
      `## Unreleased\n\n## ${NEXT} (2026-11-17)\n\n- Something for operators.`,
    )
    expect(readReleaseNotes(clone, NEXT)).toBe(`# Lyceum ${NEXT}\n\n- Something for operators.\n`)
    expect(readReleaseNotes(clone, '97.2.0')).toBe('# Lyceum 97.2.0\n\n')
    expect(git(clone, 'ls-files', 'test/fixtures/releases')).toContain(`${NEXT}.json`)

    // The printed command undoes it.
    const undo = /Undo it: +(.+)/.exec(output)![1]!
    expect(Bun.spawnSync({ cmd: ['sh', '-c', undo], cwd: clone }).success).toBe(true)
    expect([git(clone, 'rev-parse', 'HEAD'), git(clone, 'tag')]).toEqual([base, ''])
    backToBase()
  },
)

test.skipIf(!isClone)('a release is refused with a reason, and nothing is changed', async () => {
  const refused = async (version: string, reason: string) => {
    const before = [git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD')]
    await expect(run(version)).rejects.toThrow(reason)
    expect([git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD')]).toEqual(before)
  }
  await refused('1.0', 'is no version')
  await refused('0.0.1', 'is lower than the version in package.json')
  git(clone, 'tag', 'v98.0.0')
  await refused('98.0.0', 'must be higher than the released 98.0.0')
  await refused(NEXT, 'must be higher than the released 98.0.0')
  backToBase()
  writeFileSync(join(clone, 'left-over'), '')
  await refused(NEXT, 'not clean')
  rmSync(join(clone, 'left-over'))
  git(clone, 'checkout', '--quiet', '-b', 'other')
  await refused(NEXT, 'on main, not on other')
  backToBase()
  setUnreleased('')
  commitAll()
  await refused(NEXT, 'is empty')
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## 0.0.1\n')
  commitAll()
  await refused(NEXT, 'has no part "## Unreleased"')
  backToBase()
})

test.skipIf(!isClone)('a release that fails halfway leaves the tree as it was', async () => {
  const storeDatabase = async (version: string) => {
    mkdirSync(join(clone, 'test/fixtures/releases'), { recursive: true })
    writeFileSync(join(clone, 'test/fixtures/releases', `${version}.json`), '{}')
  }
  const hook = join(clone, '.git/hooks/pre-commit')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  await expect(run(NEXT, { storeDatabase })).rejects.toThrow('git commit')
  rmSync(hook)
  expect([git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD'), git(clone, 'tag')]).toEqual([
    '',
    base,
    '',
  ])
})

test('the version of a chart is set with the others', () => {
  const root = join(folder, 'with-chart')
  for (const { path } of setVersion(ROOT, NEXT)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(join(ROOT, path), join(root, path))
  }
  mkdirSync(join(root, 'deploy/helm/lyceum'), { recursive: true })
  writeFileSync(
    join(root, 'deploy/helm/lyceum/Chart.yaml'),
    'apiVersion: v2\nname: lyceum\nversion: 0.1.0\nappVersion: "0.1.0"\n',
  )
  const chart = setVersion(root, NEXT).find(({ path }) => path === 'deploy/helm/lyceum/Chart.yaml')!
  expect(chart.text).toBe(`apiVersion: v2\nname: lyceum\nversion: ${NEXT}\nappVersion: "${NEXT}"\n`)
})

test.skipIf(!Bun.which('npm'))('what package.json of the client names is in its package', () => {
  const out = join(folder, 'client')
  mkdirSync(out)
  packClient(out)
  writeChecksums(out)
  expect(Bun.spawnSync({ cmd: ['sha256sum', '--check', '--quiet', 'SHA256SUMS'], cwd: out }).success).toBe(
    true,
  )
  const archive = join(out, `lyceum-client-${readVersion(ROOT)}.tgz`)
  expect(Bun.spawnSync(['tar', '-C', out, '-xzf', archive]).success).toBe(true)
  const content = JSON.parse(readFileSync(join(out, 'package/package.json'), 'utf8'))
  const named = [content.main, content.module, content.types, ...targetsOf(content.exports)] as string[]
  expect(named.length).toBeGreaterThan(6)
  for (const path of named) expect([path, existsSync(join(out, 'package', path))]).toEqual([path, true])
  // The types of ES modules and of CommonJS lie beside the code of the same kind.
  const { import: esm, require: cjs } = content.exports['.']
  for (const { types, default: code } of [esm, cjs]) expect(types).toBe(code.replace(/\.js$/, '.d.ts'))
  expect(Object.keys(esm)[0]).toBe('types')
  expect(Object.keys(cjs)[0]).toBe('types')
  const typeOf = (path: string) => JSON.parse(readFileSync(join(out, 'package', path), 'utf8')).type
  expect([typeOf('package.json'), typeOf('dist/cjs/package.json')]).toEqual(['module', 'commonjs'])
  for (const path of ['LICENSE', 'README.md', 'src/lyceum.ts', 'dist/esm/lyceum.js.map'])
    expect([path, existsSync(join(out, 'package', path))]).toEqual([path, true])
  const readme = readFileSync(join(out, 'package/README.md'), 'utf8')
  const relative = [...readme.matchAll(/\]\((?!http|#)([^)]+)\)/g)].map(([, target]) => target!)
  expect(relative.filter((target) => !existsSync(join(out, 'package', target)))).toEqual([])
})

function targetsOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  return Object.values(entry as object).flatMap(targetsOf)
}
