import { encode } from 'uqr'

/** The dark modules of a QR code as one SVG path. One module is one unit. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const start = x
      while (x < size && row[x]) x++
      path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  }
  return { path, size }
}
