import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runCommand } from '../../../test/harness/processes/run-command.ts'
import { deleteOldBackups, listBackups, listOldBackups } from './backup-retention.ts'
import { writeManifest } from './manifest.ts'

const OWN = 'own'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-retention-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nameOf = (day: number) => `lyceum-202611${String(day).padStart(2, '0')}T000000Z`

/** Writes a backup without files that was named on a day of a month. */
function addBackup(day: number, { secretKey = OWN, suffix = '' } = {}): string {
  const path = join(folder, nameOf(day) + suffix)
  mkdirSync(path)
  const at = '2026-11-01T00:00:00.000Z'
  writeManifest(path, {
    lyceum: '0.1.0',
    startedAt: at,
    finishedAt: at,
    machine: 'linux-x64',
    postgresMajor: 18,
    migrations: ['0001_a.sql'],
    secrets: { secretKey, pinPepper: 'pepper' },
    hasChain: false,
    hasFiles: true,
    folders: [],
    files: [],
  })
  return path
}

const remaining = () => readdirSync(folder).sort()
const deleteOld = (keep: number, made: string) => deleteOldBackups({ folder, keep, secretKey: OWN, made })

test('the newest backups stay, and the older ones are deleted', () => {
  const [first, second, , made] = [1, 2, 3, 4].map((day) => addBackup(day)) as [
    string,
    string,
    string,
    string,
  ]
  expect(deleteOld(2, made)).toEqual([{ path: second }, { path: first }])
  expect(remaining()).toEqual([nameOf(3), nameOf(4)])
})

test('the new backup stays although the clock went back and others have later names', () => {
  const made = addBackup(1)
  for (const day of [7, 8]) addBackup(day)
  expect(deleteOld(2, made).map(({ path }) => basename(path))).toEqual([nameOf(7)])
  expect(remaining()).toEqual([nameOf(1), nameOf(8)])
  deleteOld(1, made)
  expect(remaining()).toEqual([nameOf(1)])
})

test('backups of another installation and damaged ones are neither deleted nor counted', () => {
  addBackup(1)
  addBackup(2, { secretKey: 'other' })
  addBackup(3)
  writeFileSync(join(addBackup(4), 'manifest.sha256'), 'wrong')
  addBackup(5, { secretKey: 'other' })
  deleteOld(2, addBackup(6))
  expect(remaining()).toEqual([2, 3, 4, 5, 6].map(nameOf))
})

/** Replaces the manifest of a backup by a link to itself, which even root cannot read. */
function makeUnreadable(backup: string): string {
  const manifest = join(backup, 'manifest.json')
  rmSync(manifest)
  symlinkSync('manifest.json', manifest)
  return backup
}

test('a backup that cannot be read is neither deleted nor counted, and is not taken for a damaged one', () => {
  for (const day of [1, 2]) addBackup(day)
  const unreadable = makeUnreadable(addBackup(3))
  writeFileSync(join(addBackup(4), 'manifest.sha256'), 'wrong')
  deleteOld(2, addBackup(5))
  expect(remaining()).toEqual([2, 3, 4, 5].map(nameOf))
  expect(
    listBackups(folder).map(({ path, manifest, error }) => [path, manifest !== undefined, error]),
  ).toEqual([
    [join(folder, nameOf(5)), true, undefined],
    [join(folder, nameOf(4)), false, undefined],
    [unreadable, false, expect.stringContaining('ELOOP')],
    [join(folder, nameOf(2)), true, undefined],
  ])
})

test('backup --list shows the other backups and why one cannot be read', async () => {
  const unreadable = makeUnreadable(addBackup(1))
  writeFileSync(join(addBackup(2), 'manifest.sha256'), 'wrong')
  addBackup(3)
  const { code, output, errors } = await runCommand(['backup', '--to', folder, '--list'])
  expect([code, errors]).toEqual([0, expect.stringContaining(`! ${unreadable} cannot be read: ELOOP`)])
  expect(output.trimEnd().split('\n').slice(1)).toEqual([
    expect.stringContaining('2026-11-01T00:00:00.000Z'),
    expect.stringContaining('damaged'),
    expect.stringContaining('unreadable'),
  ])
})

test('the list before a backup has exactly what is deleted after it', () => {
  for (const day of [1, 2, 3]) addBackup(day)
  const announced = listOldBackups({ folder, keep: 2, secretKey: OWN })
  expect(announced.map((path) => basename(path))).toEqual([nameOf(2), nameOf(1)])
  expect(deleteOld(2, addBackup(4)).map(({ path }) => path)).toEqual(announced)
})

test('a backup that cannot be deleted is reported whole, and the others are deleted', () => {
  const [first, second] = [addBackup(1), addBackup(2)]
  // The folder cannot get the name that it has while it is deleted.
  writeFileSync(`${second}.deleting`, '')
  expect(deleteOld(1, addBackup(3))).toEqual([
    { path: second, error: expect.stringContaining('rename') },
    { path: first },
  ])
  expect([existsSync(first), existsSync(join(second, 'manifest.json'))]).toEqual([false, true])
})

test('what an interrupted deletion left is no backup, and the next deletion removes it', () => {
  const left = addBackup(2, { suffix: '.deleting' })
  addBackup(1)
  expect(deleteOld(2, addBackup(3))).toEqual([{ path: left }])
  expect(remaining()).toEqual([nameOf(1), nameOf(3)])
})
