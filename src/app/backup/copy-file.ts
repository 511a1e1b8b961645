import { chmodSync, closeSync, fchownSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseUser } from '../../platform/embedded/postgres/database-user.ts'
import type { ManifestFile } from './manifest.ts'

type CopiedFile = Omit<ManifestFile, 'path'>

const CHUNK_BYTES = 1024 * 1024
const buffer = Buffer.allocUnsafe(CHUNK_BYTES)

interface CopyOptions {
  /** Default: the user of this process. */
  owner?: DatabaseUser['identity']
  maxBytes?: number
}

/**
 * Copies a file with mode 600 and returns the size and digest of the bytes that were read, because the file may change
 * meanwhile. Returns undefined if the file does not exist.
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

/** Makes all files below a folder durable with one call. */
export function fsyncTree(folder: string): void {
  const isSynced = Bun.spawnSync(['sync', '-f', folder], { stderr: 'ignore' }).success
  // Some versions of `sync` cannot sync a single file system.
  if (!isSynced && !Bun.spawnSync(['sync']).success)
    throw new Error('`sync` failed, so the files may be lost in a power cut.')
}

/** Returns undefined if the file does not exist. */
export function digestFile(file: string): CopiedFile | undefined {
  const source = openIfThere(file)
  if (source === undefined) return undefined
  try {
    return readAll(source, undefined, () => {})
  } finally {
    closeSync(source)
  }
}

/** Creates a folder with mode 700, and its missing parents. */
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
