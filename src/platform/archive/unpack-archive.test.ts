import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { unpackArchive } from './unpack-archive.ts'
import { writeTarGz } from './write-tar.ts'

const LIMITS = { files: 10, bytes: 100_000 }
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lyceum-archive-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function unpack(archive: Uint8Array): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(root, 'out-'))
  await unpackArchive(archive, folder, LIMITS)
  const names = readdirSync(folder, { recursive: true }).map(String)
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

interface Entry {
  name: string
  text?: string
  /** Of a Unix file. */
  mode?: number
}

/** A ZIP archive with packed files. */
function zipOf(...entries: Entry[]): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text = '', mode = 0 } of entries) {
    const packed = deflateRawSync(Buffer.from(text))
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(8, 8)
    header.writeUInt16LE(Buffer.byteLength(name), 26)
    local.push(header, Buffer.from(name), packed)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...directory, end])
}

async function tarOf(...entries: Entry[]): Promise<Buffer> {
  const files = (async function* () {
    for (const { name, text = '' } of entries) yield { name, bytes: new TextEncoder().encode(text) }
  })()
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTarGz(files)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Changes the type of the first entry, as a link has it. */
async function tarWithType(type: string): Promise<Uint8Array> {
  const data = Buffer.from(Bun.gunzipSync(new Uint8Array(await tarOf({ name: 'a', text: 'b' }))))
  const before = data[156]!
  data.write(type, 156)
  const sum = Number.parseInt(data.toString('latin1', 148, 154), 8) - before + data[156]!
  data.write(sum.toString(8).padStart(6, '0'), 148)
  return Bun.gzipSync(data)
}

test('files of ZIP and tar.gz archives are unpacked, also with long names and folders', async () => {
  const long = `authored/courses/${'a'.repeat(36)}/lessons/01-${'b'.repeat(60)}.md`
  const entries = [
    { name: 'pack.yaml', text: 'id: a\n' },
    { name: long, text: 'x'.repeat(5_000) },
    { name: 'empty' },
  ]
  const expected = { 'pack.yaml': 'id: a\n', [long]: 'x'.repeat(5_000), empty: '' }
  expect(await unpack(zipOf(...entries, { name: 'folder/' }, { name: '__MACOSX/pack.yaml' }))).toEqual(
    expected,
  )
  expect(await unpack(await tarOf(...entries))).toEqual(expected)
  expect(await unpack(await tarOf({ name: './a', text: 'b' }))).toEqual({ a: 'b' })
})

describe('an archive is refused', () => {
  for (const name of [
    '../a',
    'a/../../b',
    '/etc/passwd',
    'a\\b',
    'C:/a',
    'a//b',
    'a/./b',
    'a\nb',
    `${'a/'.repeat(9)}b`,
  ])
    test(`with the name ${JSON.stringify(name)}`, async () => {
      await expect(unpack(zipOf({ name }))).rejects.toThrow('is not allowed')
      await expect(unpack(await tarOf({ name }))).rejects.toThrow('is not allowed')
    })

  test('with a link or a device', async () => {
    await expect(unpack(zipOf({ name: 'a', text: '/etc/passwd', mode: 0o120777 }))).rejects.toThrow(
      'is a link',
    )
    for (const type of ['1', '2', '3', '6'])
      await expect(unpack(await tarWithType(type))).rejects.toThrow('is a link or a device')
  })

  test('with more bytes or files than allowed, before they are unpacked', async () => {
    const bomb = { name: 'a', text: '0'.repeat(10_000_000) }
    expect(zipOf(bomb).length).toBeLessThan(LIMITS.bytes)
    await expect(unpack(zipOf(bomb))).rejects.toThrow('MiB when it is unpacked')
    await expect(unpack(await tarOf(bomb))).rejects.toThrow('MiB when it is unpacked')
    // Each file is within the limit, but not all together.
    const parts = [1, 2, 3].map((number) => ({ name: `${number}`, text: '0'.repeat(40_000) }))
    await expect(unpack(zipOf(...parts))).rejects.toThrow('MiB when it is unpacked')
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `${index}` }))
    await expect(unpack(zipOf(...many))).rejects.toThrow('more than 10 files')
    await expect(unpack(await tarOf(...many))).rejects.toThrow('more than 10 files')
  })

  test('with a name twice, or a file that is also a folder', async () => {
    await expect(unpack(zipOf({ name: 'a' }, { name: './a' }))).rejects.toThrow('is in the archive twice')
    await expect(unpack(await tarOf({ name: 'a' }, { name: 'a/b' }))).rejects.toThrow(
      'is in the archive twice',
    )
  })

  test('that is cut, damaged or no archive', async () => {
    const zip = zipOf({ name: 'a', text: 'b'.repeat(1_000) })
    const tar = await tarOf({ name: 'a', text: 'b'.repeat(1_000) })
    for (const bytes of [
      zip.subarray(0, zip.length - 10),
      tar.subarray(0, tar.length - 10),
      Buffer.from('text'),
      Buffer.alloc(0),
    ])
      await expect(unpack(bytes)).rejects.toThrow(/archive/)
    const entry = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    for (const [at, value] of [
      [entry + 20, 0xffffff],
      [entry + 42, 0xffffff],
    ] as const) {
      const damaged = Buffer.from(zip)
      damaged.writeUInt32LE(value, at)
      await expect(unpack(damaged)).rejects.toThrow('can be read')
    }
    const header = Buffer.from(Bun.gunzipSync(new Uint8Array(tar)))
    header.write('999', 124)
    await expect(unpack(Bun.gzipSync(header))).rejects.toThrow('can be read')
  })
})
