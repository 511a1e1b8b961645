const SINGLE_QUOTES = /[\u2018\u2019\u201B\u02BC\u00B4`]/g
const DOUBLE_QUOTES = /[\u201C\u201D\u201E\u201F\u00AB\u00BB]/g
const DASHES = /[\u2010-\u2015\u2212]/g
/** Marks of Latin, Greek and Cyrillic letters. Marks of other scripts carry meaning. */
const ACCENTS = /[\u0300-\u036F]/g

/**
 * The form in which typed texts are compared: NFKC, case folded, without spaces at the ends and with single spaces.
 * Typographic quotes and dashes, which phones insert, are equal to the plain ones, and invisible characters are removed.
 */
export function normalizeText(text: string, areAccentsIgnored: boolean): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
  const folded = fold(areAccentsIgnored ? plain.normalize('NFD').replace(ACCENTS, '') : plain)
  return folded.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Upper case first, so that `ß` equals `ss`, and both forms of sigma are equal. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFKC')
}
