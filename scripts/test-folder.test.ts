import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testFolderParent } from './test-folder.ts'

const memoryFolder = mkdtempSync(join(tmpdir(), 'lyceum-memory-folder-'))
afterAll(() => rmSync(memoryFolder, { recursive: true }))

test('the databases of a run are on the disk if there is no folder in memory, or one that is too small', () => {
  expect(testFolderParent(join(memoryFolder, 'missing'), 0)).toBe(tmpdir())
  expect(testFolderParent(memoryFolder, 2 ** 60)).toBe(tmpdir())
})

test('the choice leaves nothing in the folder', () => {
  expect([memoryFolder, tmpdir()]).toContain(testFolderParent(memoryFolder, 0))
  expect(readdirSync(memoryFolder)).toEqual([])
})
