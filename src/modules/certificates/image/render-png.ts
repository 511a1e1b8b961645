import { renderAsync } from '@resvg/resvg-js'
import { FACES, isSimpleScript } from '../../../platform/fonts/packaged-fonts.ts'
import { shapeText } from '../../../platform/fonts/shape-text.ts'
import type { DrawCommand, ShapeCommand, TextCommand } from './certificate-layout.ts'
import { PAGE_SIZE, PNG_SIZE, STAMP } from './dimensions.ts'

/** Renders a PNG with the packaged fonts alone: it is the same on every machine. */
export async function renderPng(commands: DrawCommand[]): Promise<Uint8Array> {
  const body = commands.map(elementOf).join('')
  const { width, height } = PAGE_SIZE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: PNG_SIZE.width },
    font: {
      fontFiles: Object.values(FACES).map(({ path }) => path),
      loadSystemFonts: false,
      defaultFontFamily: FACES.sans.family,
    },
  })
  return image.asPng()
}

function elementOf(command: DrawCommand): string {
  if (command.kind === 'box') {
    const { x, y, width, height, fill = 'none', line } = command
    const stroke = line ? ` stroke="${line}" stroke-width="1.5"` : ''
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${stroke}/>`
  }
  if (command.kind === 'shape') {
    const { path, x, y, scale, fill } = command
    return `<path d="${path}" transform="translate(${x} ${y}) scale(${scale})" fill="${fill}"/>`
  }
  const { text, x, y, size, face, fill, anchor = 'start', isStamp } = command
  if (!isSimpleScript(text, face)) return elementOf(outlineOf(command))
  const { family, weight } = FACES[face]
  const stamp = isStamp ? ` opacity="${STAMP.opacity}" transform="rotate(-${STAMP.angle} ${x} ${y})"` : ''
  return `<text x="${x}" y="${y}" font-family="${family}" font-weight="${weight}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" xml:space="preserve"${stamp}>${escapeXml(text)}</text>`
}

/** Text in a script that needs shaping or another font, as an outline. */
export function outlineOf({ text, x, y, size, face, fill, anchor }: TextCommand): ShapeCommand {
  const { path, width } = shapeText(text, face)
  return { kind: 'shape', path, x: x - width * size * shareBefore(anchor), y, scale: size / 1_000, fill }
}

/** The share of a text that is to the left of its anchor. */
export function shareBefore(anchor: TextCommand['anchor']): number {
  return anchor === 'middle' ? 0.5 : anchor === 'end' ? 1 : 0
}

/** Removes characters that XML does not allow. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
  return Bun.escapeHTML(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
