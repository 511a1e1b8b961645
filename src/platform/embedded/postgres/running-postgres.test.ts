import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileLock, tryLockFile } from '../file-lock.ts'
import { findRunningPostgres } from './running-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-running-'))
let lock: FileLock | undefined
afterEach(() => {
  lock?.release()
  rmSync(folder, { recursive: true, force: true })
})

test('a folder that no process uses has no running database and stays as it is', async () => {
  expect(await findRunningPostgres(join(folder, 'missing'))).toBeUndefined()
  expect(existsSync(join(folder, 'missing'))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test('a database that does not answer is reported with a sentence, not awaited forever', async () => {
  const other = mkdtempSync(join(tmpdir(), 'lyceum-running-'))
  try {
    lock = tryLockFile(join(other, 'postgres.lock'))
    await expect(findRunningPostgres(other, 0)).rejects.toThrow(
      `Another Lyceum is using ${other}, but its database does not answer (its port and password are not known yet)`,
    )
    // The port of an earlier start, on which nothing listens now.
    writeFileSync(join(other, 'postgres.port'), '1\n')
    writeFileSync(join(other, 'postgres.password'), 'secret\n')
    await expect(findRunningPostgres(other, 0)).rejects.toThrow('does not answer')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
})
