import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

export function readFixture(name: string): string {
  return readFileSync(join(import.meta.dir, 'fixtures', name), 'utf8')
}

interface ZipFile {
  name: string
  content: string | Uint8Array
}

/** Builds a ZIP archive. `declaredSize` replaces the true size, as an archive that lies about it would. */
export function buildZip(files: ZipFile[], declaredSize?: number): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const data = Buffer.from(content as Uint8Array)
    const packed = deflateRawSync(data)
    const size = declaredSize ?? data.length
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(data), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(data), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    entries.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...locals, directory, end]))
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Builds an Excel workbook with one sheet. Numbers are stored as numbers, texts as shared strings, and empty cells are left out. */
export function buildXlsx(rows: string[][]): Uint8Array {
  const texts: string[] = []
  const cellOf = (cell: string, reference: string) => {
    if (cell === '') return ''
    if (/^\d+$/.test(cell)) return `<c r="${reference}"><v>${cell}</v></c>`
    return `<c r="${reference}" t="s"><v>${texts.push(cell) - 1}</v></c>`
  }
  const sheet = rows.map((cells, row) => {
    const columns = cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${row + 1}`))
    return `<row r="${row + 1}">${columns.join('')}</row>`
  })
  const strings = texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
  return buildZip([
    {
      name: 'xl/workbook.xml',
      content: '<?xml version="1.0"?><workbook><sheets><sheet name="One" r:id="rId7"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings.join('')}</sst>` },
    {
      name: 'xl/worksheets/first.xml',
      content: `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    },
  ])
}
