import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupError } from '../backup/backup-error.ts'
import { findNewestBackup, freeBytesOf } from './read-upgrade-state.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-upgrade-state-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Adds a backup without a manifest, which is damaged. */
function addDamaged(day: string): string {
  const path = join(folder, `lyceum-202611${day}T000000Z`)
  mkdirSync(path)
  return path
}

test('a damaged backup is none', () => {
  addDamaged('01')
  expect(findNewestBackup(folder)).toBeUndefined()
})

test('a backup that cannot be read is an error that names it', () => {
  const path = addDamaged('01')
  // Root may read everything, but cannot follow this link.
  symlinkSync('manifest.json', join(path, 'manifest.json'))
  expect(() => findNewestBackup(folder)).toThrow(BackupError)
  expect(() => findNewestBackup(folder)).toThrow(`The backup ${path} cannot be read: ELOOP`)
})

test('the free bytes are those of the folder that the note in the data folder names', () => {
  const home = join(folder, 'home')
  const note = `The database that belongs to this folder is stored in\n${home}\nbecause it cannot be entered.\n`
  writeFileSync(join(folder, 'postgres.place'), note)
  expect(() => freeBytesOf(folder)).toThrow('ENOENT')
  mkdirSync(home)
  expect(freeBytesOf(folder)).toBeGreaterThan(0)
})
