/** How carefully text is written. The first way that is read back as the same document is taken. */
export interface Care {
  /** Escapes every dollar sign, also those that look like money. */
  dollars: boolean
  /** Writes letters and spaces beside a mark as character references, so that any mark begins and ends where it should. */
  guards: boolean
  /** Escapes every punctuation character. */
  everything: boolean
}

const PUNCTUATION = /[!-/:-@[-`{-~]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const NOT_TEXT = /[\u0000-\u0008\u000B-\u001F\u007F\uE000-\uE002]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds.
const CONTROL = /[\u0000-\u001F\u007F]/g
const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Escapes what Markdown would read as a sign. `next` is what follows the text. */
export function escapeText(text: string, care: Care, previous: string, next: string): string {
  const clean = text.replace(NOT_TEXT, '')
  let written = ''
  for (let at = 0; at < clean.length; at++) {
    const before = at > 0 ? clean[at - 1] : previous.at(-1)
    written += escapeCharacter(clean, at, care, before, clean[at + 1] ?? next[0])
  }
  return written
}

function escapeCharacter(
  text: string,
  at: number,
  care: Care,
  before: string | undefined,
  after: string | undefined,
): string {
  const character = text[at]!
  switch (character) {
    case '<':
      return care.everything || /[A-Za-z/!?]/.test(after ?? '') ? '&lt;' : character
    case '&':
      return care.everything || /^&#?\w+;/.test(text.slice(at)) ? '&amp;' : character
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
      return `\\${character}`
    case '_':
      return !care.everything && isWordCharacter(before) && isWordCharacter(after) ? character : '\\_'
    case '!':
      return care.everything || after === '[' ? '\\!' : character
    case '$':
      return care.dollars || care.everything ? '\\$' : character
    default:
      return care.everything && PUNCTUATION.test(character) ? `\\${character}` : character
  }
}

/** Escapes what would begin another block at the start of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(#{1,6})(?=[ \t]|$)/, '\\$1')
    .replace(/^([-+])(?=[ \t]|$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2')
    .replace(/^(>|~~~|=|--)/, '\\$1')
}

export function characterReference(character: string): string {
  return `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`
}

/** The target of a link or picture, with its title. */
export function writeTarget(url: string, title: string | null): string {
  const escaped = url
    .replace(/[\\`$]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(CONTROL, characterReference)
  const needsBrackets = escaped === '' || /[\s()<>]/.test(escaped)
  const target = needsBrackets ? `<${escaped.replace(/[<>]/g, '\\$&')}>` : escaped
  if (title === null) return target
  const quoted = title
    .replace(/[\\`$"]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(CONTROL, characterReference)
  return `${target} "${quoted}"`
}
