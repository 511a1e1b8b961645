import { readFileSync } from 'node:fs'
import { packagePath } from '../product-files.ts'
import { loadFontkit } from './fontkit.ts'

const pathOf = (file: string) => packagePath('dejavu-fonts-ttf', `ttf/${file}.ttf`)

/** The fonts are npm packages, so that a document looks the same on every machine. */
export const FACES = {
  serif: { family: 'DejaVu Serif', weight: 400, path: pathOf('DejaVuSerif') },
  serifBold: { family: 'DejaVu Serif', weight: 700, path: pathOf('DejaVuSerif-Bold') },
  sans: { family: 'DejaVu Sans', weight: 400, path: pathOf('DejaVuSans') },
  sansBold: { family: 'DejaVu Sans', weight: 700, path: pathOf('DejaVuSans-Bold') },
} as const
export type Face = keyof typeof FACES

type Font = ReturnType<ReturnType<typeof loadFontkit>['create']>
const loadedFonts = new Map<Face, { bytes: Buffer; font: Font }>()

function loadFont(face: Face) {
  return loadedFonts.getOrInsertComputed(face, () => {
    const bytes = readFileSync(FACES[face].path)
    return { bytes, font: loadFontkit().create(bytes) }
  })
}

export function fontBytes(face: Face): Uint8Array {
  return loadFont(face).bytes
}

export function hasGlyph(codePoint: number, face: Face): boolean {
  return loadFont(face).font.hasGlyphForCodePoint(codePoint)
}

/** The width of a text at a font size of one point, without kerning and shaping. */
export function simpleWidthOf(text: string, face: Face): number {
  const { font } = loadFont(face)
  let units = 0
  for (const character of text) units += font.glyphForCodePoint(character.codePointAt(0)!).advanceWidth
  return units / font.unitsPerEm
}

const SIMPLE_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u
const SHAPING = /[\p{M}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u

/** Whether a text can be drawn glyph by glyph from left to right with this face alone. */
export function isSimpleScript(text: string, face: Face): boolean {
  if (!SIMPLE_SCRIPTS.test(text)) return false
  return [...text].every((character) => hasGlyph(character.codePointAt(0)!, face) && !SHAPING.test(character))
}
