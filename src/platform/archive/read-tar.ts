import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ArchiveError, type ArchiveFile, type ArchiveLimits, tooLarge } from './archive-error.ts'

const unpack = promisify(gunzip)
export const TAR_BLOCK = 512

/** Reads the regular files of a tar.gz archive. Links, devices and other kinds of entries are refused. */
export async function* readTarGz(packed: Uint8Array, limits: ArchiveLimits): AsyncGenerator<ArchiveFile> {
  const data = await unpackTar(packed, limits)
  let count = 0
  let longName: string | undefined
  for (let at = 0; at + TAR_BLOCK <= data.length; ) {
    const header = data.subarray(at, at + TAR_BLOCK)
    if (header.every((byte) => byte === 0)) return
    if (!hasValidChecksum(header)) throw broken()
    const size = readOctal(header, 124, 12)
    const start = at + TAR_BLOCK
    if (size === undefined || start + size > data.length) throw broken()
    const bytes = data.subarray(start, start + size)
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
    const type = String.fromCharCode(header[156]!)
    const name = longName ?? nameOf(header)
    if (type === 'L') longName = bytes.toString('utf8').replace(/\0.*$/s, '')
    else if (type === 'x') longName = pathOf(bytes.toString('utf8')) ?? longName
    else {
      longName = undefined
      if (type === 'g' || type === '5') continue
      if (type !== '0' && type !== '\0') throw new ArchiveError(`${name} is a link or a device, not a file.`)
      if (++count > limits.files) throw new ArchiveError(`The archive has more than ${limits.files} files.`)
      yield { name, bytes }
    }
  }
}

async function unpackTar(packed: Uint8Array, limits: ArchiveLimits): Promise<Buffer> {
  try {
    // Each file has a header and is filled up to a full block.
    const maxOutputLength = limits.bytes + (limits.files + 2) * 2 * TAR_BLOCK
    return await unpack(packed, { maxOutputLength })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limits) : broken()
  }
}

function nameOf(header: Buffer): string {
  const name = readText(header, 0, 100)
  const prefix = readText(header, 257, 5) === 'ustar' ? readText(header, 345, 155) : ''
  return prefix ? `${prefix}/${name}` : name
}

function readText(header: Buffer, from: number, length: number): string {
  return header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
}

function readOctal(header: Buffer, from: number, length: number): number | undefined {
  const text = readText(header, from, length).trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined
}

/** The path of an extended header: lines of length, name and value. */
function pathOf(text: string): string | undefined {
  return /^\d+ path=(.*)$/m.exec(text)?.[1]
}

function hasValidChecksum(header: Buffer): boolean {
  let sum = 0
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte
  return sum === readOctal(header, 148, 8)
}

function broken(): ArchiveError {
  return new ArchiveError('The archive is not a tar.gz file that can be read.')
}
