import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isId, type UserId } from '../../platform/ids.ts'
import { BackupError } from './backup-error.ts'

/** The deletion of an account. The id is all that is kept of the user. */
export interface Erasure {
  userId: UserId
  at: string
}

/**
 * Appends a deletion to a file outside of the database, from which a restore repeats it. The line is on disk when it
 * returns. A deletion may be in the file twice.
 */
export function appendErasures(file: string, erasures: readonly Erasure[]): void {
  mkdirSync(dirname(file), { recursive: true })
  const descriptor = openSync(file, 'a', 0o600)
  try {
    // One write per call, so that lines of several processes do not mix.
    writeSync(descriptor, erasures.map(({ userId, at }) => `${JSON.stringify({ userId, at })}\n`).join(''))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Reads the deletions in a file; none if it does not exist. Cuts an incomplete last line, which was never acknowledged. */
export function readErasures(file: string): Erasure[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : [parseErasure(file, line, index)]))
}

function parseErasure(file: string, line: string, index: number): Erasure {
  try {
    const { userId, at } = JSON.parse(line)
    if (isId(userId) && !Number.isNaN(Date.parse(at))) return { userId: userId as UserId, at }
  } catch {
    // Reported below.
  }
  throw new BackupError(`${file} is damaged in line ${index + 1}. Correct the line, and restore again.`)
}

/** Adds the deletions of one file to another that does not have them, and creates that if needed. */
export function mergeErasures(from: string, into: string): void {
  if (from === into) return
  const known = new Set(readErasures(into).map(({ userId }) => userId))
  appendErasures(
    into,
    readErasures(from).filter(({ userId }) => !known.has(userId)),
  )
}
