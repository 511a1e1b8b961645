import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { Refusal } from '../../../platform/errors.ts'
import { zipOf } from '../capstone-testbed.ts'
import { inspectFiles } from './inspect-files.ts'
import { listZip } from './list-zip.ts'

const MEBIBYTE = 1024 * 1024
const NOTEBOOK = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] })
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
const ZIP = zipOf([{ name: 'src/jar.sol', content: 'contract Jar {}' }])
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
  .png()
  .toBuffer()
const JPG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
  .withExif({ IFD0: { Copyright: 'taken at home' } })
  .jpeg()
  .toBuffer()

function file(name: string, content: Uint8Array | string): File {
  return new File([content as Uint8Array<ArrayBuffer>], name)
}

async function refusalOf(...files: File[]): Promise<Refusal> {
  const error = await inspectFiles(files).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(Refusal)
  return error
}

describe('inspectFiles with one file', () => {
  test.each([
    ['jar.zip', ZIP, 'application/zip'],
    ['report.pdf', PDF, 'application/pdf'],
    ['README.md', '# Jar\n', 'text/markdown'],
    ['notes.txt', 'Deposits work – élan.\n', 'text/plain'],
    ['Jar.sol', 'contract Jar {}', 'text/plain'],
    ['LICENSE', 'Do as you like.', 'text/plain'],
    ['Jar.constructor', 'contract Jar {}', 'text/plain'],
    ['analysis.ipynb', NOTEBOOK, 'application/x-ipynb+json'],
    ['chart.png', PNG, 'image/png'],
    ['photo.JPEG', JPG, 'image/jpeg'],
  ])('the type of %s is detected by its content', async (name, content, contentType) => {
    const [inspected] = await inspectFiles([file(name, content)])
    expect(inspected).toMatchObject({ name, contentType })
  })

  test('an image is re-encoded without its metadata', async () => {
    const [inspected] = await inspectFiles([file('photo.jpg', JPG)])
    expect(Buffer.from(JPG).toString('latin1')).toContain('taken at home')
    expect(Buffer.from(inspected!.bytes).toString('latin1')).not.toContain('taken at home')
    expect((await sharp(inspected!.bytes).metadata()).exif).toBeUndefined()
    const withScript = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])
    const [drawn] = await inspectFiles([file('chart.png', withScript)])
    expect(Buffer.from(drawn!.bytes).toString('latin1')).not.toContain('script')
  })

  const bomb = zipOf([{ name: 'zeros', content: new Uint8Array(4 * MEBIBYTE), claimedBytes: 900 * MEBIBYTE }])
  const WRONG: [string, string, Uint8Array | string][] = [
    ['a zip bomb that is called a PDF', 'report.pdf', bomb],
    ['a zip bomb', 'jar.zip', bomb],
    ['a zip that is called a PDF', 'report.pdf', ZIP],
    ['a PDF that is called a picture', 'chart.png', PDF],
    ['text that is called a zip', 'jar.zip', 'hello'],
    ['text that is called a notebook', 'jar.ipynb', 'hello'],
    ['a program', 'jar.exe', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
    ['a program that is called text', 'jar.txt', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
    ['a GIF', 'jar.gif', 'GIF89a\x01\x00\x01\x00'],
    ['an SVG that is called text', 'jar.txt', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a web page', 'jar.html', '<!DOCTYPE html><script>alert(1)</script>'],
    ['nothing', 'empty.txt', ''],
    ['spaces', 'empty.md', ' \n '],
    ['text that is no UTF-8', 'jar.txt', new Uint8Array([0x68, 0xff, 0xfe, 0x68])],
    ['half a picture', 'chart.png', PNG.subarray(0, PNG.length / 2)],
    ['the head of a picture', 'chart.png', PNG.subarray(0, 8)],
    ['half an archive', 'jar.zip', ZIP.subarray(0, ZIP.length / 2)],
    ['an archive that leads outside', 'jar.zip', zipOf([{ name: '../../etc/cron.d/x', content: 'x' }])],
    ['an archive of an absolute path', 'jar.zip', zipOf([{ name: 'C:\\windows\\x', content: 'x' }])],
    [
      'an archive of too many files',
      'jar.zip',
      zipOf(Array.from({ length: 5_001 }, (_, index) => ({ name: `f${index}`, content: '' }))),
    ],
  ]
  test.each(WRONG)('a file that is %s is refused, and the error names it', async (_, name, content) => {
    const refusal = await refusalOf(file('good.txt', 'good'), file(name, content))
    expect([refusal.status, refusal.code]).toEqual([415, 'FILE_UNSUPPORTED'])
    expect(refusal.details![0]!.message).toStartWith(name)
  })

  test('an image with too many pixels is refused before it is decoded', async () => {
    const wide = await sharp({ create: { width: 41_000, height: 1_000, channels: 3, background: '#fff' } })
      .png({ palette: true, colours: 2, compressionLevel: 1 })
      .toBuffer()
    expect(wide.length).toBeLessThan(MEBIBYTE)
    expect((await refusalOf(file('wide.png', wide))).code).toBe('FILE_UNSUPPORTED')
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\jar.txt', 'jar.txt'],
    ['.htaccess', 'htaccess'],
    ['a\u202etxt.exe', 'atxt.exe'],
    ['a\0b\r\n.txt', 'ab.txt'],
    ['', 'file'],
    [`${'x'.repeat(200)}.txt`, `${'x'.repeat(80)}…${'x'.repeat(15)}.txt`],
  ])('the file name %j is displayed as %s', async (name, shown) => {
    const [inspected] = await inspectFiles([file(name, 'text')])
    expect(inspected!.name).toBe(shown)
  })
})

describe('inspectFiles with several files', () => {
  const text = (bytes: number) => file('a.txt', 'x'.repeat(bytes))
  test('up to five files of 10 MiB each and 20 MiB in total are accepted', async () => {
    expect(await inspectFiles([text(10 * MEBIBYTE), text(10 * MEBIBYTE)])).toHaveLength(2)
    expect(await inspectFiles(Array.from({ length: 5 }, () => text(9)))).toHaveLength(5)
    expect((await refusalOf(...Array.from({ length: 6 }, () => text(9)))).code).toBe('TOO_MANY_FILES')
    expect((await refusalOf(text(10 * MEBIBYTE + 1))).code).toBe('FILE_TOO_LARGE')
    const heavy = [text(7 * MEBIBYTE), text(7 * MEBIBYTE), text(6 * MEBIBYTE + 1)]
    expect((await refusalOf(...heavy)).status).toBe(413)
  })
})

describe('listZip', () => {
  test('an archive is listed without unpacking it', () => {
    const zip = zipOf([
      { name: 'README.md', content: '# Jar' },
      { name: 'test/jar.t.sol', content: 'x'.repeat(1_000) },
    ])
    expect(listZip(zip)).toEqual({ names: ['README.md', 'test/jar.t.sol'], unpackedBytes: 1_005 })
  })

  test('a truncated or corrupted archive is refused without an exception', () => {
    for (let at = 0; at < ZIP.length; at++) {
      expect(listZip(ZIP.subarray(0, at))).toBeUndefined()
      const scrambled = Uint8Array.from(ZIP)
      scrambled[at] = scrambled[at]! ^ 0xff
      const listing = listZip(scrambled)
      if (listing) expect(listing.names).toHaveLength(1)
    }
  })
})
