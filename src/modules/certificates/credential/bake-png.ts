import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Length, type, 13 bytes of data and the checksum. */
const HEADER_CHUNK_BYTES = 4 + 4 + 13 + 4

/** Writes a credential into a PNG as Open Badges 3.0 describes it ("baking"): a text chunk after the header. */
export function bakePng(png: Uint8Array, credential: Uint8Array): Uint8Array {
  const at = SIGNATURE_BYTES + HEADER_CHUNK_BYTES
  return Buffer.concat([png.subarray(0, at), textChunk('openbadgecredential', credential), png.subarray(at)])
}

/** An international text chunk, compressed, without a language and a translated keyword. */
function textChunk(keyword: string, text: Uint8Array): Buffer {
  const IS_COMPRESSED = 1
  const data = Buffer.concat([
    Buffer.from('iTXt'),
    Buffer.from(keyword),
    Buffer.from([0, IS_COMPRESSED, 0, 0, 0]),
    deflateSync(text),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(data))
  return Buffer.concat([length, data, checksum])
}
