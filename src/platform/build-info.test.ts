import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseCommit, readCommit } from './build-info.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-commit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const git = join(folder, '.git')
mkdirSync(join(git, 'refs/heads'), { recursive: true })

test('the commit of a clone is found by its branch, in a file or packed', () => {
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(git, 'packed-refs'), `# pack-refs\n${COMMIT} refs/heads/main\n`)
  expect(readCommit(git)).toBe('0123456789ab')
  writeFileSync(join(git, 'refs/heads/main'), `f${COMMIT.slice(1)}\n`)
  expect(readCommit(git)).toBe('f123456789ab')
})

test('the commit of a further work tree and of a detached head is found', () => {
  const tree = join(git, 'worktrees/other')
  mkdirSync(tree, { recursive: true })
  writeFileSync(join(tree, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(tree, 'commondir'), '../..\n')
  const file = join(folder, 'other-git')
  writeFileSync(file, `gitdir: ${tree}\n`)
  expect(readCommit(file)).toBe('f123456789ab')
  writeFileSync(join(tree, 'HEAD'), `${COMMIT}\n`)
  expect(readCommit(file)).toBe('0123456789ab')
})

test('without a clone the commit is not known', () => {
  expect(readCommit(join(folder, 'nothing'))).toBeUndefined()
})

test('a compiled program has the commit of its build; the environment names that of a build without Git', () => {
  const readClone = () => undefined
  const built = { compiled: COMMIT, environment: `f${COMMIT.slice(1)}`, readClone }
  expect(chooseCommit(built)).toBe('0123456789ab')
  expect(chooseCommit({ ...built, compiled: 'unknown' })).toBe('f123456789ab')
  expect(chooseCommit({ ...built, compiled: 'unknown', environment: 'unknown' })).toBe('unknown')
})

test('the build of an image takes its commit from the environment, and a clone its own', () => {
  const readClone = () => 'aaaaaaaaaaaa'
  expect(chooseCommit({ compiled: undefined, environment: COMMIT, readClone })).toBe('0123456789ab')
  for (const environment of ['unknown', '', undefined])
    expect(chooseCommit({ compiled: undefined, environment, readClone })).toBe('aaaaaaaaaaaa')
})
