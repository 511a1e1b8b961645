import { FormatFault, MAX_FILE_BYTES } from './question-file.ts'
import { MAX_COLUMNS, MAX_ROWS, type Table, type TableRow } from './table.ts'
import { childOf, childrenOf, parseXml, type XmlElement } from './xml.ts'
import { openZip } from './zip.ts'

/** Reads the first sheet of an Excel workbook (.xlsx) as texts. Formulas count with their stored results. */
export function readXlsx(bytes: Uint8Array): Table {
  if (bytes.byteLength > MAX_FILE_BYTES) throw new FormatFault('The file is larger than 5 MiB.', 1)
  const archive = openZip(bytes)
  const readXml = (name: string) => {
    const content = archive.read(name)
    return content && parseXml(decode(content))
  }
  const sheet = readXml(findFirstSheet(readXml))
  if (!sheet) throw new FormatFault('The file is not an Excel workbook (.xlsx).', 1)
  const texts = childrenOf(readXml('xl/sharedStrings.xml'), 'si').map(textOf)
  const rows: TableRow[] = []
  const faults: Table['faults'] = []
  let line = 0
  for (const row of childrenOf(childOf(sheet, 'sheetData'), 'row')) {
    line = Number(row.attributes['r'] ?? line + 1)
    if (rows.length >= MAX_ROWS) {
      faults.push({
        line,
        message: `The sheet has more than ${MAX_ROWS} rows. Those from here on are not read.`,
      })
      break
    }
    const cells = readCells(row, texts)
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
  }
  return { rows, faults }
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content).replace(/^\uFEFF/, '')
  } catch {
    throw new FormatFault('The workbook has XML that is not UTF-8.', 1)
  }
}

/** The first sheet in the order of the workbook. */
function findFirstSheet(readXml: (name: string) => XmlElement | undefined): string {
  const [first] = childrenOf(childOf(readXml('xl/workbook.xml'), 'sheets'), 'sheet')
  const id = first?.attributes['r:id']
  const target = childrenOf(readXml('xl/_rels/workbook.xml.rels'), 'Relationship').find(
    ({ attributes }) => attributes['Id'] === id,
  )?.attributes['Target']
  if (target === undefined) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The text of a shared or inline string, which may have several runs. Phonetic hints are left out. */
function textOf(element: XmlElement): string {
  const runs = element.children.filter(({ name }) => name === 't' || name === 'r')
  return runs.map((run) => (run.name === 't' ? run.text : (childOf(run, 't')?.text ?? ''))).join('')
}

function readCells(row: XmlElement, texts: string[]): string[] {
  const cells: string[] = []
  let next = 0
  for (const cell of childrenOf(row, 'c')) {
    const column = columnOf(cell.attributes['r']) ?? next
    next = column + 1
    if (column >= MAX_COLUMNS) continue
    while (cells.length < column) cells.push('')
    cells[column] = readValue(cell, texts)
  }
  return cells
}

/** `C7` is the column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const [name] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (name === undefined) return undefined
  return [...name].reduce((column, sign) => column * 26 + sign.charCodeAt(0) - 64, 0) - 1
}

function readValue(cell: XmlElement, texts: string[]): string {
  const { t: type } = cell.attributes
  if (type === 'inlineStr') {
    const text = childOf(cell, 'is')
    return text ? textOf(text) : ''
  }
  const value = childOf(cell, 'v')?.text ?? ''
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return value
}
