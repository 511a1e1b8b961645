import { parseAiken } from './aiken.ts'
import { parseGift } from './gift-parse.ts'
import { readKahootSheet } from './kahoot.ts'
import { parseMoodleXml } from './moodle-parse.ts'
import { decodeText, type FileDefaults, FormatFault, type ParsedFile } from './question-file.ts'
import { readQuestionTable } from './question-table.ts'
import { readQuizizzSheet } from './quizizz.ts'
import { readCsv, type Table } from './table.ts'
import { readXlsx } from './xlsx.ts'

export const IMPORT_FORMATS = ['gift', 'aiken', 'csv', 'xlsx', 'moodle-xml', 'kahoot', 'quizizz'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Reads a file of questions. A fault of the file itself is its only problem. */
export function parseFile(format: ImportFormat, bytes: Uint8Array, defaults: FileDefaults): ParsedFile {
  try {
    return parse(format, bytes, defaults)
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error
    return {
      questions: [],
      problems: [{ line: error.line ?? 1, message: error.message, excerpt: '' }],
      ignored: [],
    }
  }
}

function parse(format: ImportFormat, bytes: Uint8Array, defaults: FileDefaults): ParsedFile {
  switch (format) {
    case 'gift':
      return parseGift(decodeText(bytes), defaults)
    case 'aiken':
      return parseAiken(decodeText(bytes), defaults)
    case 'moodle-xml':
      return parseMoodleXml(decodeText(bytes), defaults)
    case 'csv':
      return readQuestionTable(readCsv(decodeText(bytes)), defaults)
    case 'xlsx':
      return readQuestionTable(readXlsx(bytes), defaults)
    case 'kahoot':
      return readKahootSheet(readSheet(bytes), defaults)
    case 'quizizz':
      return readQuizizzSheet(readSheet(bytes), defaults)
  }
}

/** Sheets may also be saved as CSV. Every ZIP archive begins with `PK`. */
function readSheet(bytes: Uint8Array): Table {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isArchive ? readXlsx(bytes) : readCsv(decodeText(bytes))
}
