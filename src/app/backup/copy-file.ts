import { chmodSync, closeSync, fchownSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface CopiedFile {
  size: number
  sha256: string
}

export interface Owner {
  uid: number
  gid: number
}

const CHUNK_BYTES = 1024 * 1024
const buffer = Buffer.allocUnsafe(CHUNK_BYTES)

interface CopyOptions {
  /** The copy belongs to them; without it, to who runs this. */
  owner?: Owner | undefined
  /** No more than this is copied. */
  maxBytes?: number
}

/**
 * Copies a file for nobody else to read, and says what was copied. Undefined when the file is not there any more. It
 * may grow or shrink meanwhile: what counts is what was read.
 */
export function copyFile(from: string, to: string, options: CopyOptions = {}): CopiedFile | undefined {
  const source = openIfThere(from)
  if (source === undefined) return undefined
  try {
    const target = openSync(to, 'wx', 0o600)
    try {
      if (options.owner) fchownSync(target, options.owner.uid, options.owner.gid)
      return readAll(source, options.maxBytes, (chunk) => writeFully(target, chunk))
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
}

/** All that was written below a folder survives a power cut from here on: one call for thousands of files. */
export function fsyncTree(folder: string): void {
  const isOnly = Bun.spawnSync(['sync', '-f', folder], { stderr: 'ignore' }).success
  // Where `sync` cannot be told which disk, it does all of them.
  if (!isOnly && !Bun.spawnSync(['sync']).success)
    throw new Error('`sync` failed, so nothing is sure to last.')
}

/** What is in a file, without copying it. Undefined when it is not there. */
export function digestFile(file: string): CopiedFile | undefined {
  const source = openIfThere(file)
  if (source === undefined) return undefined
  try {
    return readAll(source, undefined, () => {})
  } finally {
    closeSync(source)
  }
}

/** A folder that nobody else enters, and those above it as far as they are missing. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function readAll(
  source: number,
  maxBytes = Number.POSITIVE_INFINITY,
  take: (chunk: Buffer) => void,
): CopiedFile {
  const hash = new Bun.CryptoHasher('sha256')
  let size = 0
  while (size < maxBytes) {
    const length = readSync(source, buffer, 0, Math.min(CHUNK_BYTES, maxBytes - size), null)
    if (length === 0) break
    const chunk = buffer.subarray(0, length)
    hash.update(chunk)
    take(chunk)
    size += length
  }
  return { size, sha256: hash.digest('hex') }
}

function writeFully(target: number, chunk: Buffer): void {
  for (let written = 0; written < chunk.length; ) written += writeSync(target, chunk, written)
}
