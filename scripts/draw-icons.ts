import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

/** Draws the icons of the installed app from the logo: `bun scripts/draw-icons.ts`. The files are in the repository. */
const BRAND = join(import.meta.dir, '../web/ui/brand')
const BACKGROUND = '#5a3fe0'

const logo = readFileSync(join(BRAND, 'favicon.svg'), 'utf8').trim()
const shapes = logo.replace(/^<svg[^>]*><title>.*?<\/title>|<\/svg>$/g, '').trim()
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`

/** Without rounded corners: the system cuts the icon, and the inner 80 % are always visible. */
const maskable = svg(
  `<rect width="32" height="32" fill="${BACKGROUND}"/><g transform="translate(16 16) scale(.86) translate(-16 -16.1)">${withoutBackground(shapes)}</g>`,
)
/** The system uses only the transparency of a notification's badge. */
const badge = svg(
  withoutBackground(shapes)
    .replaceAll(BACKGROUND, '#000')
    .replace(/<circle[^>]*#fff"\/>/g, ''),
)

const ICONS: [name: string, source: string, size: number][] = [
  ['icon-192', svg(shapes), 192],
  ['icon-512', svg(shapes), 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  ['apple-touch-180', maskable, 180],
]

for (const [name, source, size] of ICONS) write(name, source, size)
write('badge-96', cutOut(badge), 96)

function withoutBackground(content: string): string {
  return content.replace(/^<rect[^>]*\/>/, '')
}

/** The eyes and the beak are holes in the head. */
function cutOut(source: string): string {
  const holes = [...source.matchAll(/<circle[^>]*\/>|<path fill="#ffc145"[^>]*\/>/g)].map(([shape]) =>
    shape.replace(/fill="[^"]*"/, 'fill="#000"'),
  )
  const head = /<path fill="#fff"[^>]*\/>/.exec(source)![0]
  return svg(
    `<mask id="m"><rect width="32" height="32" fill="#fff"/>${holes.join('')}</mask><g mask="url(#m)">${head}</g>`,
  )
}

function write(name: string, source: string, size: number): void {
  const picture = new Resvg(source, { fitTo: { mode: 'width', value: size } }).render()
  writeFileSync(join(BRAND, 'icons', `${name}.png`), picture.asPng())
}
