import { findFallbackFile, hanRegionOf } from './fallback-fonts.ts'
import { hasGlyph } from './packaged-fonts.ts'

/** Changes the character beside it, and is never drawn itself. */
export const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/u

/** Returns the characters of a text that no font has, each once. */
export async function findUndrawable(text: string): Promise<string[]> {
  const region = hanRegionOf(text)
  const missing: string[] = []
  for (const character of new Set(text)) {
    const codePoint = character.codePointAt(0)!
    if (INVISIBLE.test(character) || hasGlyph(codePoint, 'sans') || hasGlyph(codePoint, 'serif')) continue
    if (!(await findFallbackFile(character, region))) missing.push(character)
  }
  return missing
}
