import bidiFactory from 'bidi-js'
import { Blob, Buffer, Direction, Font, Face as HbFace, shape, Variation } from 'harfbuzzjs'
import { findFallbackFile, type HanRegion, hanRegionOf, readFallbackFont } from './fallback-fonts.ts'
import { INVISIBLE } from './find-undrawable.ts'
import { FACES, type Face, fontBytes, hasGlyph, isSimpleScript, simpleWidthOf } from './packaged-fonts.ts'

/** A line of text as an outline, in thousandths of the font size, with the baseline at zero. */
export interface ShapedText {
  path: string
  /** In font sizes. */
  width: number
}

const UNITS = 1_000
const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The fallback fonts that this process has loaded, by file. A process draws few names. */
const files = new Map<string, Uint8Array>()
/** The file for each looked-up character, by region and character. */
const fileOf = new Map<string, string | undefined>()
const fonts = new Map<string, Font>()

/** Loads the fonts that these texts need. `shapeText` and `widthOf` are synchronous, so this comes first. */
export async function loadFontsFor(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const region = hanRegionOf(text)
    for (const character of text) {
      if (hasGlyph(character.codePointAt(0)!, 'sans')) continue
      const file = await findFallbackFile(character, region)
      fileOf.set(region + character, file)
      if (file !== undefined && !files.has(file)) files.set(file, await readFallbackFont(file))
    }
  }
}

/** The width of a text at a font size of one point. */
export function widthOf(text: string, face: Face): number {
  return isSimpleScript(text, face) ? simpleWidthOf(text, face) : placeGlyphs(text, face).width
}

/** Shapes a text in any script. Characters that no font has are left out. */
export function shapeText(text: string, face: Face): ShapedText {
  const { glyphs, width } = placeGlyphs(text, face)
  const path = glyphs
    .map(({ font, glyph, x, y, scale }) => movePath(font.glyphToPath(glyph), x, y, scale))
    .join('')
  return { path, width }
}

interface PlacedGlyph {
  font: Font
  glyph: number
  x: number
  y: number
  scale: number
}

function placeGlyphs(text: string, face: Face): { glyphs: PlacedGlyph[]; width: number } {
  const glyphs: PlacedGlyph[] = []
  let at = 0
  for (const run of inVisualOrder(listRuns(text, face))) {
    const font = fontOf(run.source, FACES[face].weight)
    const scale = UNITS / font.face.upem
    const buffer = new Buffer()
    buffer.addText(run.text)
    buffer.guessSegmentProperties()
    buffer.setDirection(run.level % 2 === 1 ? Direction.RTL : Direction.LTR)
    shape(font, buffer)
    const positions = buffer.getGlyphPositions()
    for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      glyphs.push({ font, glyph, x: at + xOffset * scale, y: -yOffset * scale, scale })
      at += xAdvance * scale
    }
  }
  return { glyphs, width: at / UNITS }
}

interface Run {
  text: string
  /** A face, or the path of a fallback font. */
  source: Face | string
  /** The level of the bidirectional algorithm; odd is right to left. */
  level: number
}

/** Splits a text into parts that one font draws in one direction, in the order of the text. */
function listRuns(text: string, face: Face): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  const region = hanRegionOf(text)
  const runs: Run[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const source = sourceOf(segment, face, region)
    if (source === undefined) continue
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    if (last?.source === source && last.level === level) last.text += segment
    else runs.push({ text: segment, source, level })
  }
  return runs
}

/** The font for a grapheme: the face itself, a sans face, or a fallback font of its first character. */
function sourceOf(grapheme: string, face: Face, region: HanRegion): Run['source'] | undefined {
  const visible = [...grapheme].filter((character) => !INVISIBLE.test(character))
  if (visible.length === 0) return undefined
  const sans = FACES[face].weight === 700 ? 'sansBold' : 'sans'
  for (const candidate of [face, sans, 'sans'] as const)
    if (visible.every((character) => hasGlyph(character.codePointAt(0)!, candidate))) return candidate
  const file = visible.map((character) => fileOf.get(region + character)).find((found) => found)
  if (file !== undefined) return file
  return hasGlyph(visible[0]!.codePointAt(0)!, face) ? face : undefined
}

/** Rule L2 of the Unicode bidirectional algorithm: from the highest level down, adjacent runs are reversed. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      if (end > start + 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  return ordered
}

function fontOf(source: Face | string, weight: number): Font {
  return fonts.getOrInsertComputed(`${source} ${weight}`, () => {
    const isFace = source in FACES
    const bytes = isFace ? fontBytes(source as Face) : files.get(source)
    if (!bytes) throw new Error(`The font ${source} is not loaded.`)
    const font = new Font(new HbFace(new Blob(bytes.slice().buffer)))
    if (!isFace) font.setVariations([new Variation('wght', weight)])
    return font
  })
}

/** Outlines of fonts point up, those of pages down. */
function movePath(path: string, dx: number, dy: number, scale: number): string {
  return path.replaceAll(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_, x: string, y: string) => `${round(Number(x) * scale + dx)},${round(dy - Number(y) * scale)}`,
  )
}

const round = (value: number) => Math.round(value * 10) / 10
