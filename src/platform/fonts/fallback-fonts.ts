import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packagePath } from '../product-files.ts'
import { loadFontkit } from './fontkit.ts'

/** One package for each script that the packaged fonts lack. Han is last, because four packages have it. */
const SCRIPTS = [
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'oriya',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'thai',
  'lao',
  'khmer',
  'myanmar',
  'ethiopic',
  'cherokee',
]
const HAN = ['sc', 'tc', 'jp', 'kr'] as const
export type HanRegion = (typeof HAN)[number]

interface FontSlice {
  file: string
  ranges: readonly (readonly [first: number, last: number])[]
}

const slicesOf = new Map<string, readonly FontSlice[]>()

/** The files of a package with the characters that each is for. */
function listSlices(name: string): readonly FontSlice[] {
  return slicesOf.getOrInsertComputed(name, () => {
    const index = packagePath(`@fontsource-variable/noto-sans-${name}`, 'unicode.json')
    const rangesOf = JSON.parse(readFileSync(index, 'utf8')) as Record<string, string>
    return Object.entries(rangesOf)
      .filter(([subset]) => !subset.startsWith('latin'))
      .map(([subset, ranges]) => ({
        file: join(
          dirname(index),
          'files',
          `noto-sans-${name}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
        ),
        ranges: ranges.split(',').map(readRange),
      }))
  })
}

function readRange(text: string): [number, number] {
  const [first, last = first] = text
    .trim()
    .slice(2)
    .split('-')
    .map((part) => Number.parseInt(part, 16))
  return [first!, last!]
}

/** Which shapes of Han characters a text needs. A text without a sign of its region gets the simplified ones. */
export function hanRegionOf(text: string): HanRegion {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc'
}

/** The characters of each file that was looked at. The ranges of the packages name more than the fonts have. */
const charactersOf = new Map<string, Promise<ReadonlySet<number>>>()

async function listCharacters(file: string): Promise<ReadonlySet<number>> {
  return new Set(loadFontkit().create(await readFallbackFont(file)).characterSet)
}

export async function readFallbackFont(file: string): Promise<Buffer> {
  const { decompress } = await import('wawoff2')
  // The decompressor uses the memory of its result again, so this is a copy.
  return Buffer.from(await decompress(readFileSync(file)))
}

/** The font file for a character that the packaged fonts lack; undefined if it cannot be drawn. */
export async function findFallbackFile(character: string, region: HanRegion): Promise<string | undefined> {
  // The ranges name emoji, but the fonts have none.
  if (/\p{Extended_Pictographic}/u.test(character)) return undefined
  const codePoint = character.codePointAt(0)!
  const names = [...SCRIPTS, region, ...HAN.filter((other) => other !== region)]
  for (const { file, ranges } of names.flatMap(listSlices)) {
    if (!ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) continue
    const characters = await charactersOf.getOrInsertComputed(file, listCharacters)
    if (characters.has(codePoint)) return file
  }
  return undefined
}
