interface Box {
  name: string
  content: Buffer
}

const MAX_BOXES = 1_000

/** MP4 with sound and without moving pictures. `mvhd` in `moov` has the duration. */
export function readM4a(bytes: Buffer): number | null | undefined {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const boxes = boxesIn(bytes)
  const movie = boxes && contentOf(boxes, 'moov')
  if (!boxes?.some(({ name }) => name === 'mdat') || !movie) return undefined
  const parts = boxesIn(movie)
  const handlers = (parts ?? [])
    .filter(({ name }) => name === 'trak')
    .map(({ content }) => handlerOf(content))
  if (handlers.length === 0 || handlers.some((handler) => handler !== 'soun')) return undefined
  const header = contentOf(parts!, 'mvhd')
  if (!header || header.length < 32) return null
  const isLong = header[0] === 1
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale > 0 ? duration / scale : null
}

function handlerOf(track: Buffer): string | undefined {
  const media = contentOf(boxesIn(track) ?? [], 'mdia')
  const handler = media && contentOf(boxesIn(media) ?? [], 'hdlr')
  return handler && handler.length >= 12 ? handler.toString('latin1', 8, 12) : undefined
}

function contentOf(boxes: Box[], wanted: string): Buffer | undefined {
  return boxes.find(({ name }) => name === wanted)?.content
}

/** The boxes of a file or of a box; undefined if they do not fill it. */
function boxesIn(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + 8 > bytes.length || boxes.length === MAX_BOXES) return undefined
    let size = bytes.readUInt32BE(at)
    let head = 8
    if (size === 1) {
      if (at + 16 > bytes.length) return undefined
      size = Number(bytes.readBigUInt64BE(at + 8))
      head = 16
    } else if (size === 0) size = bytes.length - at
    if (size < head || at + size > bytes.length) return undefined
    boxes.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + head, at + size),
    })
    at += size
  }
  return boxes
}
