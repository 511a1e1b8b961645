import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { ArchiveError, type ArchiveFile, type ArchiveLimits, tooLarge } from './archive-error.ts'

const inflate = promisify(inflateRaw)
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30
/** The type of a file in the upper half of its attributes, as Unix stores it. */
const TYPE_MASK = 0o170000
const REGULAR = 0o100000

/** Reads the regular files of a ZIP archive. Unpacking stops at the limit, whatever the archive declares. */
export async function* readZip(data: Buffer, limits: ArchiveLimits): AsyncGenerator<ArchiveFile> {
  let left = limits.bytes
  for (const { name, method, start, size } of listEntries(data, limits)) {
    const packed = data.subarray(start, start + size)
    const bytes = method === 0 ? packed : await unpack(packed, left, limits)
    if (bytes.byteLength > left) throw tooLarge(limits)
    left -= bytes.byteLength
    yield { name, bytes }
  }
}

async function unpack(packed: Uint8Array, left: number, limits: ArchiveLimits): Promise<Uint8Array> {
  try {
    // A limit of 0 would mean no limit.
    return await inflate(packed, { maxOutputLength: Math.max(left, 1) })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limits) : broken()
  }
}

interface Entry {
  name: string
  method: number
  start: number
  size: number
}

function listEntries(data: Buffer, limits: ArchiveLimits): Entry[] {
  const end = findEnd(data)
  const count = data.readUInt16LE(end + 10)
  if (count > limits.files) throw new ArchiveError(`The archive has more than ${limits.files} files.`)
  const entries: Entry[] = []
  let at = data.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > data.length || data.readUInt32LE(at) !== ENTRY_SIGNATURE) throw broken()
    const nameEnd = at + ENTRY_LENGTH + data.readUInt16LE(at + 28)
    if (nameEnd > data.length) throw broken()
    const name = data.toString('utf8', at + ENTRY_LENGTH, nameEnd)
    if (!name.endsWith('/')) entries.push(entryAt(data, at, name))
    at = nameEnd + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
  return entries
}

function entryAt(data: Buffer, at: number, name: string): Entry {
  const type = (data.readUInt32LE(at + 38) >>> 16) & TYPE_MASK
  if (type !== 0 && type !== REGULAR) throw new ArchiveError(`${name} is a link or a device, not a file.`)
  if ((data.readUInt16LE(at + 8) & 1) === 1) throw new ArchiveError('The archive has a password.')
  const method = data.readUInt16LE(at + 10)
  const size = data.readUInt32LE(at + 20)
  const local = data.readUInt32LE(at + 42)
  if (method !== 0 && method !== 8) throw broken()
  if (local + LOCAL_LENGTH > data.length || data.readUInt32LE(local) !== LOCAL_SIGNATURE) throw broken()
  const start = local + LOCAL_LENGTH + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28)
  if (start + size > data.length) throw broken()
  return { name, method, start, size }
}

/** The end record may be followed by a comment of up to 65,535 bytes. */
function findEnd(data: Buffer): number {
  const last = data.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - 0xffff); at--)
    if (data.readUInt32LE(at) === END_SIGNATURE) return at
  throw broken()
}

function broken(): ArchiveError {
  return new ArchiveError('The archive is not a ZIP file that can be read.')
}
