import type { ImportFormat } from './file-formats.ts'

const AIKEN_ANSWER = /^ANSWER:\s*[A-Z]\s*$/m
const AIKEN_OPTION = /^[A-Z][.)]\s/m
const KAHOOT = [/\banswer 1\b/i, /\banswer 2\b/i, /\bcorrect answer/i]
const QUIZIZZ = [/\bquestion text\b/i, /\bquestion type\b/i, /\bcorrect answer\b/i]
const HEADER_LINES = 30
/** Every ZIP archive begins with these letters, so every .xlsx does. */
const ARCHIVE = 'PK\u0003\u0004'

const EXTENSIONS: Record<string, ImportFormat> = {
  gift: 'gift',
  csv: 'csv',
  xlsx: 'xlsx',
  xml: 'moodle-xml',
  aiken: 'aiken',
}

/**
 * The format of a text or a file, by what it begins with. An Excel file is packed: its name says whether it is of another
 * service. Undefined for an empty text.
 */
export function recogniseFormat(text: string, fileName = ''): ImportFormat | undefined {
  const name = fileName.toLowerCase()
  if (text.startsWith(ARCHIVE)) {
    if (name.includes('kahoot')) return 'kahoot'
    return name.includes('quizizz') ? 'quizizz' : 'xlsx'
  }
  const begin = text.replace(/^\uFEFF/, '').trimStart()
  if (begin === '') return undefined
  if (/^<(?:\?xml|quiz\b|!--)/.test(begin)) return 'moodle-xml'
  const header = begin.split('\n', HEADER_LINES).join('\n')
  if (QUIZIZZ.every((title) => title.test(header))) return 'quizizz'
  if (KAHOOT.every((title) => title.test(header))) return 'kahoot'
  if (isOwnTable(begin)) return 'csv'
  if (AIKEN_ANSWER.test(begin) && AIKEN_OPTION.test(begin)) return 'aiken'
  if (begin.includes('{')) return 'gift'
  return EXTENSIONS[name.split('.').at(-1) ?? ''] ?? 'gift'
}

/** Our columns begin with their names, of which `prompt` is always there. */
function isOwnTable(text: string): boolean {
  const [first = ''] = text.split('\n', 1)
  const names = first.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase())
  return names.length > 1 && names.includes('prompt')
}
