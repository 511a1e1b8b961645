import { expect, test } from 'bun:test'
import { crc32, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { bakePng } from './bake-png.ts'

/** The chunks of a PNG, with their checksums verified. */
function listChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const typed = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed))
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) })
    at += 12 + length
  }
  return chunks
}

test('the credential is in a text chunk after the header, and the picture stays the same', async () => {
  const png = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#a61b1b' } })
    .png()
    .toBuffer()
  const credential = Buffer.from(JSON.stringify({ name: 'Żółw 王 😀', long: 'x'.repeat(50_000) }))
  const baked = Buffer.from(bakePng(png, credential))
  const chunks = listChunks(baked)
  expect(chunks.map(({ type }) => type).slice(0, 2)).toEqual(['IHDR', 'iTXt'])
  const { data } = chunks[1]!
  const keyword = 'openbadgecredential\0'
  expect(data.toString('latin1', 0, keyword.length)).toBe(keyword)
  // Compressed by method 0, without a language and a translated keyword.
  expect([...data.subarray(keyword.length, keyword.length + 4)]).toEqual([1, 0, 0, 0])
  expect(inflateSync(data.subarray(keyword.length + 4)).equals(credential)).toBe(true)
  expect(await sharp(baked).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer())
})
