import { renderAsync } from '@resvg/resvg-js'
import type { DrawCommand } from './certificate-layout.ts'
import { PAGE_SIZE, PNG_SIZE, STAMP } from './dimensions.ts'
import { FACES, isCovered } from './fonts.ts'

/** Renders a PNG. System fonts are loaded only for characters that the packaged fonts lack. */
export async function renderPng(
  commands: DrawCommand[],
  target = { ...PAGE_SIZE, pixels: PNG_SIZE.width },
): Promise<Uint8Array> {
  const body = commands.map(elementOf).join('')
  const { width, height, pixels } = target
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`
  const texts = commands.map((command) => (command.kind === 'text' ? command.text : '')).join('')
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: pixels },
    font: {
      fontFiles: Object.values(FACES).map(({ path }) => path),
      loadSystemFonts: !isCovered(texts),
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
    return `<path d="${path}" transform="translate(${x} ${y}) scale(${scale})" fill="${fill}" fill-rule="evenodd"/>`
  }
  const { text, x, y, size, face, fill, anchor = 'start', isStamp } = command
  const { family, weight } = FACES[face]
  const stamp = isStamp ? ` opacity="${STAMP.opacity}" transform="rotate(-${STAMP.angle} ${x} ${y})"` : ''
  return `<text x="${x}" y="${y}" font-family="${family}" font-weight="${weight}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" xml:space="preserve"${stamp}>${escapeXml(text)}</text>`
}

/** Removes characters that XML does not allow. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
  return Bun.escapeHTML(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
