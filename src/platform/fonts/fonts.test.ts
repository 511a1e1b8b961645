import { beforeAll, describe, expect, test } from 'bun:test'
import { findUndrawable } from './find-undrawable.ts'
import { loadFontsFor, shapeText, widthOf } from './shape-text.ts'

const NAMES: Record<string, string> = {
  Latin: 'Łucja Đặng Ọláńrewájú',
  Greek: 'Ελένη Παπαδοπούλου',
  Cyrillic: 'Ғабит Анна',
  Arabic: 'محمد بن عبد الله',
  Hebrew: 'שלום כהן',
  Armenian: 'Արամ',
  Georgian: 'ნინო',
  Ethiopic: 'አበበ ቢቂላ',
  Devanagari: 'प्रियंका क्षत्रिय',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Gujarati: 'કૃષ્ણ પટેલ',
  Oriya: 'ଓଡ଼ିଆ',
  Tamil: 'கண்ணன் முருகன்',
  Telugu: 'శ్రీనివాస్ రావు',
  Kannada: 'ಕೃಷ್ಣ ರಾವ್',
  Malayalam: 'കൃഷ്ണൻ',
  Sinhala: 'ශ්‍රී ලංකා',
  Thai: 'สมชาย ใจดี',
  Lao: 'ສົມໄຊ',
  Khmer: 'សុខ វិចិត្រ',
  Myanmar: 'အောင်ဆန်း',
  Cherokee: 'ᏣᎳᎩ',
  Chinese: '王小明 陳大文 镕',
  Japanese: '山田 たろう スズキ',
  Korean: '김민수',
  Tifinagh: 'ⴰⵎⴰⵣⵉⵖ',
}

beforeAll(() => loadFontsFor(Object.values(NAMES)))

describe('the fonts', () => {
  test.each(Object.entries(NAMES))('have every character of a %s name, and draw it', async (_, name) => {
    expect(await findUndrawable(name)).toEqual([])
    const { path, width } = shapeText(name, 'serifBold')
    expect(width).toBeGreaterThan(1)
    expect(path.match(/Z/g)!.length).toBeGreaterThan(2)
    expect(path).not.toContain('NaN')
  })

  test('have no glyph for rare emoji and scripts, which are named and left out', async () => {
    expect(await findUndrawable('Ada 🫠ༀ Ada🫠')).toEqual(['🫠', 'ༀ'])
    await loadFontsFor(['Ada🫠ༀ'])
    expect(shapeText('Ada🫠ༀ', 'sans')).toEqual(shapeText('Ada', 'sans'))
  })

  test('take a character that the Chinese font lacks from another one', async () => {
    // 軍 is traditional; 军 is simplified; 働 is Japanese.
    expect(await findUndrawable('軍军働')).toEqual([])
  })
})

describe('shaping', () => {
  test('joins letters: a conjunct is narrower than its parts', () => {
    expect(widthOf('क्ष', 'serif')).toBeLessThan(widthOf('क', 'serif') + widthOf('ष', 'serif') - 0.1)
  })

  test('puts a Latin word in an Arabic name to the left of it', () => {
    const latin = shapeText('Ali', 'serifBold').path
    expect(shapeText('محمد Ali', 'serifBold').path.startsWith(latin)).toBe(true)
    expect(shapeText('Ali محمد', 'serifBold').path.startsWith(latin)).toBe(true)
    expect(shapeText('محمد بن', 'serifBold').path).not.toBe(shapeText('بن محمد', 'serifBold').path)
  })

  test('has the bold weight of a fallback font for a bold face', () => {
    expect(shapeText('王', 'serifBold').path).not.toBe(shapeText('王', 'serif').path)
  })
})
