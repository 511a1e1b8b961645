import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDataFolder } from './data-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'lyceum-data-folder-'))
afterAll(() => rmSync(root, { recursive: true }))
const modeOf = (path: string) => statSync(path).mode & 0o777

test('a new data folder is closed to other users, and the folders above it are not', () => {
  const above = join(root, 'above')
  prepareDataFolder(join(above, 'data'))
  expect(modeOf(join(above, 'data'))).toBe(0o700)
  expect(modeOf(above)).toBe(0o777 & ~process.umask())
})

test('the mode of an existing data folder is not changed, because an operator may share it on purpose', () => {
  const shared = join(root, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o750)
  prepareDataFolder(shared)
  expect(modeOf(shared)).toBe(0o750)
})
