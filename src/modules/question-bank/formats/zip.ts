import { inflateRawSync } from 'node:zlib'
import { FormatFault } from './question-file.ts'

/** What the files of one archive may have together after unpacking. */
export const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 1_000
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_LENGTH = 22

interface Entry {
  method: number
  isEncrypted: boolean
  compressedSize: number
  offset: number
}

/** Reads files of a ZIP archive. A file is unpacked when it is read, and unpacking stops at the limit, whatever the archive declares. */
export function openZip(bytes: Uint8Array): { read(name: string): Uint8Array | undefined; names: string[] } {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(data)
  let left = MAX_UNPACKED_BYTES
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (!entry) return undefined
      const unpacked = unpack(data, entry, left)
      left -= unpacked.byteLength
      return unpacked
    },
  }
}

function broken(): FormatFault {
  return new FormatFault('The file is not a ZIP archive that can be read. Save it as .xlsx again.', 1)
}

function readDirectory(data: Buffer): Map<string, Entry> {
  // The end record may be followed by a comment of up to 65,535 bytes.
  let end = data.length - END_LENGTH
  const first = Math.max(0, end - 0xffff)
  while (end >= first && data.readUInt32LE(end) !== END_SIGNATURE) end--
  if (end < first) throw broken()
  const count = data.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new FormatFault('The archive has too many files.', 1)
  const entries = new Map<string, Entry>()
  let at = data.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== ENTRY_SIGNATURE) throw broken()
    const nameLength = data.readUInt16LE(at + 28)
    const name = data.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name, {
      isEncrypted: (data.readUInt16LE(at + 8) & 1) === 1,
      method: data.readUInt16LE(at + 10),
      compressedSize: data.readUInt32LE(at + 20),
      offset: data.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
  return entries
}

function unpack(
  data: Buffer,
  { method, isEncrypted, compressedSize, offset }: Entry,
  limit: number,
): Uint8Array {
  if (isEncrypted) throw new FormatFault('The file has a password. Save it without one.', 1)
  if (offset + 30 > data.length || data.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw broken()
  const start = offset + 30 + data.readUInt16LE(offset + 26) + data.readUInt16LE(offset + 28)
  if (start + compressedSize > data.length) throw broken()
  const packed = data.subarray(start, start + compressedSize)
  const tooLarge = () => new FormatFault('The file is larger than 16 MiB when it is unpacked.', 1)
  if (method === 0) {
    if (packed.byteLength > limit) throw tooLarge()
    return packed
  }
  if (method !== 8) throw broken()
  // A limit of 0 would mean no limit.
  if (limit < 1) throw tooLarge()
  try {
    return inflateRawSync(packed, { maxOutputLength: limit })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken()
  }
}
