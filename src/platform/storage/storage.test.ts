import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestS3 } from '../../../test/harness/external-services/s3.ts'
import { createDiskStorage } from './disk.ts'
import { createS3Storage } from './s3.ts'
import { isStorageKey, type Storage } from './storage.ts'
import { StorageError } from './storage-error.ts'

const root = mkdtempSync(join(tmpdir(), 'lyceum-storage-'))
const folder = join(root, 'files')
const s3 = startTestS3()
afterAll(async () => {
  await s3.stop()
  rmSync(root, { recursive: true })
})

const HOSTILE = [
  [
    '',
    '/',
    '.',
    '..',
    '../x',
    'a/../x',
    'a/..',
    '/etc/passwd',
    'a//b',
    'a/',
    './a',
    'a/./b',
    '.hidden',
    'a/.hidden',
  ],
  [
    'a\0b',
    'a b',
    'a\\b',
    'a%2fb',
    'ü',
    'a\nb',
    'a\n',
    'a?b',
    'a#b',
    'a:b',
    '~',
    'x'.repeat(301),
    '..%2fx',
    '-/..',
  ],
].flat()
const FRIENDLY = [
  'a',
  'avatars/019a8b5e/1.webp',
  'A-b_c.d/e..f',
  '0',
  '_',
  '-',
  'x'.repeat(200),
  'a.b.c',
  'deep/er/and/deep/er',
]

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const KINDS: [name: string, storage: Storage][] = [
  ['on a disk', createDiskStorage(folder)],
  ['in a bucket', createS3Storage(s3.options)],
]
for (const [name, storage] of KINDS) {
  describe(`files stored ${name}`, () => {
    test('files are read as they were written, under every kind of key', async () => {
      for (const key of FRIENDLY) {
        const bytes = bytesOf(`the content of ${key}`)
        await storage.put(`friendly/${key}`, bytes, 'text/plain')
        expect(await storage.get(`friendly/${key}`)).toEqual(bytes)
      }
    })

    test('files may be empty and may contain any byte', async () => {
      await storage.put('empty', new Uint8Array(), 'application/octet-stream')
      expect(await storage.get('empty')).toEqual(new Uint8Array())
      const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      await storage.put('all', all, 'application/octet-stream')
      expect(await storage.get('all')).toEqual(all)
    })

    test('files may be written from a part of a larger buffer', async () => {
      const part = bytesOf('before|inside|after').subarray(7, 13)
      await storage.put('part', part, 'text/plain')
      expect(await storage.get('part')).toEqual(bytesOf('inside'))
    })

    test('files are replaced by a later write, also if that is shorter', async () => {
      await storage.put('replaced', bytesOf('a long first content'), 'text/plain')
      await storage.put('replaced', bytesOf('short'), 'text/plain')
      expect(await storage.get('replaced')).toEqual(bytesOf('short'))
    })

    test('files are gone after deletion, and a second deletion does nothing', async () => {
      await storage.put('gone', bytesOf('x'), 'text/plain')
      await storage.delete('gone')
      expect(await storage.get('gone')).toBeUndefined()
      await storage.delete('gone')
      await storage.delete('never/there')
    })

    test('missing files are undefined, also if their key is a prefix of another', async () => {
      expect(await storage.get('missing')).toBeUndefined()
      expect(await storage.get('missing/deep/er')).toBeUndefined()
      await storage.put('folder/file', bytesOf('x'), 'text/plain')
      expect(await storage.get('folder')).toBeUndefined()
    })

    test('files may have ten megabytes', async () => {
      const bytes = new Uint8Array(10 * 1024 * 1024)
      for (let index = 0; index < bytes.length; index += 4_096) bytes[index] = index >> 12
      await storage.put('large', bytes, 'video/mp4')
      const read = await storage.get('large')
      expect(read!.length).toBe(bytes.length)
      expect(Bun.hash(read!)).toBe(Bun.hash(bytes))
    })

    test('files are complete for a reader while they are replaced concurrently', async () => {
      const versions = ['a', 'b'].map((character) => bytesOf(character.repeat(200_000)))
      await storage.put('busy', versions[0]!, 'text/plain')
      let writing = true
      const writer = (async () => {
        for (let count = 0; count < 40; count++) await storage.put('busy', versions[count % 2]!, 'text/plain')
        writing = false
      })()
      while (writing) {
        const read = (await storage.get('busy'))!
        expect([read.length, new Set(read).size]).toEqual([200_000, 1])
      }
      await writer
    })

    test('a key that leads outside the storage is refused for writing, reading and deleting', async () => {
      for (const key of HOSTILE) {
        for (const attempt of [
          () => storage.put(key, bytesOf('x'), 'text/plain'),
          () => storage.get(key),
          () => storage.delete(key),
        ]) {
          await expect((async () => attempt())()).rejects.toThrow('is not a storage key')
        }
        expect(isStorageKey(key)).toBe(false)
      }
    })
  })
}

test('a disk has nothing outside its folder and no unfinished file inside', async () => {
  expect(readdirSync(root)).toEqual(['files'])
  const files = readdirSync(folder, { recursive: true }) as string[]
  expect(files).toContain('avatars/019a8b5e/1.webp'.replace(/^/, 'friendly/'))
  expect(files.filter((file) => file.includes('.part'))).toEqual([])
})

test('a disk has no unfinished file after a failed write', async () => {
  const storage = createDiskStorage(folder)
  await storage.put('taken/file', bytesOf('x'), 'text/plain')
  await expect(storage.put('taken', bytesOf('y'), 'text/plain')).rejects.toThrow()
  expect(
    (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.includes('.part')),
  ).toEqual([])
  expect(existsSync(join(folder, 'taken/file'))).toBe(true)
})

describe('a bucket', () => {
  test('a bucket gets no request without a valid signature', () => {
    expect(s3.refused).toEqual([])
    expect(s3.objects.size).toBeGreaterThan(0)
  })

  test('a bucket stores the content type', async () => {
    await createS3Storage(s3.options).put('typed.webp', bytesOf('x'), 'image/webp')
    expect(s3.objects.get('typed.webp')!.contentType).toBe('image/webp')
  })

  for (const [what, wrong] of [
    ['secret', { secretAccessKey: 'another' }],
    ['access key', { accessKeyId: 'AKIAOTHER' }],
    ['region', { region: 'us-east-1' }],
  ] as const) {
    test(`a bucket with a wrong ${what} throws instead of returning a missing file`, async () => {
      await createS3Storage(s3.options).put('kept', bytesOf('x'), 'text/plain')
      const storage = createS3Storage({ ...s3.options, ...wrong })
      await expect(storage.put('refused', bytesOf('x'), 'text/plain')).rejects.toThrow(
        'SignatureDoesNotMatch',
      )
      await expect(storage.get('kept')).rejects.toThrow('SignatureDoesNotMatch')
      await expect(storage.delete('kept')).rejects.toThrow('SignatureDoesNotMatch')
      expect(s3.objects.has('refused')).toBe(false)
      expect(s3.objects.has('kept')).toBe(true)
    })
  }

  test('a wrong bucket name or a server error throws', async () => {
    const elsewhere = createS3Storage({ ...s3.options, bucket: 'other' })
    await expect(elsewhere.get('kept')).rejects.toThrow('NoSuchBucket')
    s3.failure = { status: 503, code: 'SlowDown' }
    try {
      await expect(createS3Storage(s3.options).get('kept')).rejects.toThrow('SlowDown')
      await expect(createS3Storage(s3.options).put('kept', bytesOf('y'), 'text/plain')).rejects.toThrow(
        'SlowDown',
      )
    } finally {
      s3.failure = undefined
    }
  })

  test('an unreachable bucket throws within seconds', async () => {
    const storage = createS3Storage({ ...s3.options, endpoint: 'http://127.0.0.1:1' })
    await expect(storage.get('kept')).rejects.toThrow()
  })
})

test('a storage that works passes its check, which leaves nothing behind', async () => {
  const checked = join(root, 'checked')
  await createDiskStorage(checked).check()
  expect(readdirSync(checked)).toEqual([])
  const before = s3.objects.size
  await createS3Storage(s3.options).check()
  expect(s3.objects.size).toBe(before)
})

test('a storage that does not work fails its check and its operations with a storage error', async () => {
  // A file in the place of the folder fails for every user, also for root.
  const blocked = join(root, 'blocked')
  writeFileSync(blocked, '')
  const broken = [
    createDiskStorage(blocked),
    createS3Storage({ ...s3.options, endpoint: 'http://127.0.0.1:1' }),
    createS3Storage({ ...s3.options, secretAccessKey: 'another' }),
  ]
  for (const storage of broken) {
    await expect(storage.check()).rejects.toThrow(StorageError)
    await expect(storage.put('x', bytesOf('x'), 'text/plain')).rejects.toThrow(StorageError)
  }
  rmSync(blocked)
})

test('files on disk and their folders are closed to other users of the machine', async () => {
  const closed = join(root, 'closed')
  await createDiskStorage(closed).put('users/picture.png', new Uint8Array([1]), 'image/png')
  const modeOf = (path: string) => statSync(join(closed, path)).mode & 0o777
  expect([modeOf('.'), modeOf('users'), modeOf('users/picture.png')]).toEqual([0o700, 0o700, 0o600])
})
