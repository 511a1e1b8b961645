import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ArchiveFile } from './archive-error.ts'
import { TAR_BLOCK } from './read-tar.ts'

/** Packs files as tar.gz, one at a time. The same files give the same archive. */
export function writeTarGz(files: AsyncIterable<ArchiveFile>): AsyncIterable<Uint8Array> {
  return Readable.from(blocksOf(files)).compose(createGzip())
}

async function* blocksOf(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of files) {
    yield headerOf(name, bytes.byteLength)
    yield bytes
    const rest = bytes.byteLength % TAR_BLOCK
    if (rest > 0) yield Buffer.alloc(TAR_BLOCK - rest)
  }
  yield Buffer.alloc(2 * TAR_BLOCK)
}

function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(TAR_BLOCK)
  const [prefix, name] = splitName(path)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A name has at most 100 bytes, and 155 more of folders. */
function splitName(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return [prefix, name]
  }
  throw new Error(`the name ${path} is too long for an archive`)
}
