/** Small files of each kind of audio. They contain silence. */

export function wavOf(seconds: number, samplesPerSecond = 8_000): Buffer<ArrayBuffer> {
  const data = Buffer.alloc(seconds * samplesPerSecond * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(samplesPerSecond, 24)
  head.writeUInt32LE(samplesPerSecond * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes per frame of 1152 samples. */
export function mp3Of(
  frames: number,
  { tag = 0, counted }: { tag?: number; counted?: number } = {},
): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  const first = Buffer.from(frame)
  if (counted !== undefined) {
    first.write('Xing', 36, 'latin1')
    first.writeUInt32BE(1, 40)
    first.writeUInt32BE(counted, 44)
  }
  const id3 = Buffer.alloc(tag > 0 ? 10 + tag : 0)
  if (tag > 0) id3.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, tag >> 7, tag & 0x7f])
  return Buffer.concat([id3, first, ...Array.from({ length: frames - 1 }, () => frame)])
}

function oggPage(position: bigint, content: Buffer, stream = 7): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(28)
  head.write('OggS', 0, 'latin1')
  head.writeBigInt64LE(position, 6)
  head.writeUInt32LE(stream, 14)
  head[26] = 1
  head[27] = content.length
  return Buffer.concat([head, content])
}

export function opusOf(seconds: number, lastStream = 7): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 0, 'latin1')
  head.writeUInt16LE(312, 10)
  return Buffer.concat([
    oggPage(0n, head),
    oggPage(BigInt(seconds * 48_000 + 312), Buffer.alloc(100), lastStream),
  ])
}

function box(name: string, ...contents: Buffer[]): Buffer<ArrayBuffer> {
  const content = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

export function m4aOf(seconds: number, handlers: string[] = ['soun']): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12)
  header.writeUInt32BE(seconds * 1_000, 16)
  const track = (handler: string) =>
    box('trak', box('mdia', box('hdlr', Buffer.from(`\0\0\0\0\0\0\0\0${handler}\0\0\0\0`, 'latin1'))))
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A \0\0\0\0', 'latin1')),
    box('moov', box('mvhd', header), ...handlers.map(track)),
    box('mdat', Buffer.alloc(50)),
  ])
}
