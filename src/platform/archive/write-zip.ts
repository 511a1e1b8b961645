import { deflateRawSync } from 'node:zlib'
import type { ArchiveFile } from './archive-error.ts'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50
/** Version 2.0 of the format, names in UTF-8, compressed by deflate. */
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8

/** Packs few small files as ZIP, in memory. */
export function writeZip(files: ArchiveFile[], at: Date): Uint8Array {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const nameBytes = Buffer.from(name)
    const compressed = deflateRawSync(bytes)
    const described = describe(nameBytes, bytes, compressed, at)
    const start = Buffer.alloc(4)
    start.writeUInt32LE(LOCAL_HEADER)
    local.push(start, described, nameBytes, compressed)
    central.push(centralHeader(described, offset), nameBytes)
    offset += start.length + described.length + nameBytes.length + compressed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

/** The fields that both headers of a file have, from the needed version to the length of the extra field. */
function describe(name: Uint8Array, bytes: Uint8Array, compressed: Uint8Array, at: Date): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAMES, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  fields.writeUInt16LE(
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    8,
  )
  fields.writeUInt32LE(Bun.hash.crc32(bytes), 10)
  fields.writeUInt32LE(compressed.byteLength, 14)
  fields.writeUInt32LE(bytes.byteLength, 18)
  fields.writeUInt16LE(name.byteLength, 22)
  return fields
}

function centralHeader(described: Buffer, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL_HEADER, 0)
  header.writeUInt16LE(VERSION, 4)
  described.copy(header, 6)
  header.writeUInt32LE(offset, 42)
  return header
}
