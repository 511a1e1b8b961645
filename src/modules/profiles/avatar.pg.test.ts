import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { startTestService, type TestService, type TestUser } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DatabaseError } from '../../platform/db/database-error.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { deleteAvatarIfUnused } from './delete-unused-avatar.ts'
import { profileRoutes } from './routes.ts'

setDefaultTimeout(120_000)

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-avatars-'))
let service: TestService
let user: TestUser

beforeAll(async () => {
  service = await startTestService({ DATA_DIR: dataDir })
  user = await service.register()
})
afterAll(async () => {
  await service?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function storedFiles(): string[] {
  try {
    return readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  } catch {
    return []
  }
}

/** What is there when nothing is left to be deleted: the picture that was replaced goes after the answer. */
async function settledFiles(): Promise<string[]> {
  await waitUntil(() => storedFiles().length <= 1)
  return storedFiles()
}

function upload(
  bytes: Uint8Array | string,
  file = 'me.png',
  part = 'avatar',
  more: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set(part, new File([bytes as Uint8Array<ArrayBuffer>], file, { type: 'image/png' }))
  return service.call('PATCH /user/profile', { token: user.accessToken, body: form })
}

async function fetchPicture(profileImageUrl: string): Promise<Response> {
  return fetch(service.url + new URL(profileImageUrl).pathname)
}

/** Red on the left, blue on the right: turned as a phone would note it, red is on top. */
function twoColours(width: number, height: number): Sharp {
  const half = Math.floor(width / 2)
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    {
      input: { create: { width: width - half, height, channels: 3, background: '#00f' } },
      left: half,
      top: 0,
    },
  ])
}

const PRIVATE_WORDS = 'taken at home by Ada'

async function photograph(): Promise<Buffer> {
  return twoColours(800, 800)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Copyright: PRIVATE_WORDS, Make: 'Camera' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '1/1 17/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '36/1 49/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

describe('a picture', () => {
  test('that was taken with a phone is turned upright and loses where and by whom it was taken', async () => {
    const jpeg = await photograph()
    const before = await sharp(jpeg).metadata()
    expect(before.exif).toBeDefined()
    expect(before.orientation).toBe(6)

    const response = await upload(jpeg, 'IMG_0001.JPG')
    expect(response.status).toBe(200)
    const picture = await fetchPicture(response.body.data.profileImageUrl)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await picture.arrayBuffer())
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
      expect(metadata[kind]).toBeUndefined()
    expect(bytes.toString('latin1')).not.toContain(PRIVATE_WORDS)
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const colourAt = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)]
    expect(colourAt(256, 60)[0]).toBeGreaterThan(200)
    expect(colourAt(256, 60)[2]).toBeLessThan(60)
    expect(colourAt(256, 450)[2]).toBeGreaterThan(200)
  })

  test('may be PNG, WebP or GIF, of any shape and under any name, and becomes 512 by 512', async () => {
    const pictures: Record<string, Buffer> = {
      'wide.png': await twoColours(900, 30).png().toBuffer(),
      'tall.txt': await twoColours(40, 700).webp().toBuffer(),
      'tiny.exe': await twoColours(2, 2).gif().toBuffer(),
      '../../../../etc/passwd': await twoColours(64, 64).png().toBuffer(),
      'index.html': await twoColours(64, 64).jpeg().toBuffer(),
    }
    for (const [name, bytes] of Object.entries(pictures)) {
      const response = await upload(bytes, name)
      expect([name, response.status]).toEqual([name, 200])
      const path = new URL(response.body.data.profileImageUrl).pathname
      expect(path).toMatch(/^\/files\/avatars\/[0-9a-f-]{36}\.webp$/)
      const metadata = await sharp(
        await (await fetchPicture(response.body.data.profileImageUrl)).bytes(),
      ).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
    }
  })

  test('that moves keeps its first moment only', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(3)
    const response = await upload(moving)
    const stored = await (await fetchPicture(response.body.data.profileImageUrl)).bytes()
    expect((await sharp(stored).metadata()).pages).toBeUndefined()
  })

  test('may come as profileImage, beside other fields', async () => {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const response = await upload(bytes, 'me.png', 'profileImage', { bio: 'with a picture', country: 'ke' })
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({ bio: 'with a picture', country: 'KE' })
    expect(response.body.data.profileImageUrl).toContain('/files/avatars/')
  })

  test('in a part of another name is ignored', async () => {
    const before = (await service.call('GET /user/profile', { token: user.accessToken })).body.data
    const files = await settledFiles()
    const response = await upload(await twoColours(50, 50).png().toBuffer(), 'me.png', 'picture')
    expect(response.body.data).toEqual(before)
    expect(storedFiles()).toEqual(files)
  })

  test('takes the place of the one before, whose file goes', async () => {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const first = (await upload(bytes)).body.data.profileImageUrl
    const second = (await upload(bytes)).body.data.profileImageUrl
    expect(second).not.toBe(first)
    await waitUntil(() => storedFiles().length === 1)
    expect((await fetchPicture(first)).status).toBe(404)
    expect((await fetchPicture(second)).status).toBe(200)
  })

  test('leaves one file, the one that the profile names, when ten are sent at once', async () => {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const responses = await Promise.all(Array.from({ length: 10 }, () => upload(bytes)))
    expect(responses.every((response) => response.status === 200)).toBe(true)
    await waitUntil(() => storedFiles().length === 1)
    const { profileImageUrl } = (await service.call('GET /user/profile', { token: user.accessToken })).body
      .data
    expect(profileImageUrl).toEndWith(storedFiles()[0]!)
  })

  test('is not kept when the rest of the change is refused', async () => {
    const other = await service.register()
    const files = await settledFiles()
    const bytes = await twoColours(50, 50).png().toBuffer()
    const taken = await upload(bytes, 'me.png', 'avatar', { username: other.username })
    expect(taken.status).toBe(409)
    await waitUntil(() => storedFiles().length === files.length)
    expect(storedFiles()).toEqual(files)
    const invalid = await upload(bytes, 'me.png', 'avatar', { country: 'XX' })
    expect(invalid.status).toBe(400)
    expect(storedFiles()).toEqual(files)
  })

  test('is kept when the connection is lost at the commit, because the profile may name it', async () => {
    const { database } = service.test
    const write = createWrite(database, reactionTable([]), () => {})
    let writes = 0
    const platform = {
      config: { publicUrl: service.url },
      db: database.query,
      storage: createDiskStorage(join(dataDir, 'files')),
      write: async (work: Parameters<typeof write>[0]) => {
        await write(work)
        // The first one only promises that somebody will look after the file.
        if (++writes === 1) return
        throw new DatabaseError({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' }, 'begin … commit')
      },
    } as unknown as Platform
    const patch = profileRoutes(platform, [], async () => {}).find(({ method }) => method === 'patch')!
    const picture = new File([new Uint8Array(await twoColours(50, 50).png().toBuffer())], 'me.png')
    const lost = patch.handle({
      caller: { userId: user.id as UserId },
      body: {},
      files: new Map([['avatar', [picture]]]),
      now: new Date(),
    } as never)
    await expect(Promise.resolve(lost)).rejects.toThrow('begin … commit')
    const { body } = await service.call('GET /user/profile', { token: user.accessToken })
    // Deleting would happen after the answer.
    await Bun.sleep(100)
    expect((await fetchPicture(body.data.profileImageUrl)).status).toBe(200)
  })

  test('that no profile came to name is deleted later, and one that it names is not', async () => {
    const { database } = service.test
    const storage = createDiskStorage(join(dataDir, 'files'))
    const broken = { ...storage, delete: () => Promise.reject(new Error('the storage is away')) }
    const platform = {
      config: { publicUrl: service.url },
      db: database.query,
      storage: broken,
      write: createWrite(database, reactionTable([]), () => {}),
    } as unknown as Platform
    const patch = profileRoutes(platform, [], async () => {}).find(({ method }) => method === 'patch')!
    const picture = new File([new Uint8Array(await twoColours(50, 50).png().toBuffer())], 'me.png')
    const send = (body: object) =>
      patch.handle({
        caller: { userId: user.id as UserId },
        body,
        files: new Map([['avatar', [picture]]]),
        now: new Date(),
      } as never)
    const other = await service.register()
    const before = storedFiles()
    await send({})
    await expect(Promise.resolve(send({ username: other.username }))).rejects.toThrow('username is taken')
    await send({})
    // Of three that were stored one is named, and the one before them was replaced in vain.
    expect(storedFiles()).toHaveLength(before.length + 3)
    const promised = await database.query<{ data: { userId: UserId; avatarKey: string } }>`
      select data from outbox where job = 'profiles.delete_unused_avatar'
      union all select data from pgboss.job where name = 'profiles.delete_unused_avatar'`
    for (const { data } of promised) await deleteAvatarIfUnused({ db: database.query, storage }, data)
    const { body } = await service.call('GET /user/profile', { token: user.accessToken })
    expect(storedFiles()).toEqual([body.data.profileImageUrl.split('/').at(-1)])
  })

  test('that is a page at the same time is stored as a picture and nothing else', async () => {
    const evil = '<html><script>alert(document.domain)</script></html>'
    const polyglot = Buffer.concat([await twoColours(64, 64).jpeg().toBuffer(), Buffer.from(evil)])
    const response = await upload(polyglot, 'page.html')
    expect(response.status).toBe(200)
    const stored = Buffer.from(await (await fetchPicture(response.body.data.profileImageUrl)).arrayBuffer())
    expect(stored.toString('latin1')).not.toContain('script')
  })
})

describe('what is not a picture that is taken', () => {
  const refused = async (bytes: Uint8Array | string, name: string, status: number) => {
    const files = await settledFiles()
    const before = (await service.call('GET /user/profile', { token: user.accessToken })).body.data
    const response = await upload(bytes, name, 'avatar', { bio: 'must not be stored' })
    expect([name, response.status]).toEqual([name, status])
    expect(response.body.success).toBe(false)
    expect(storedFiles()).toEqual(files)
    const after = (await service.call('GET /user/profile', { token: user.accessToken })).body.data
    expect(after).toEqual(before)
    return response
  }

  test('is refused by its content, whatever it is called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await refused(svg, 'drawing.svg', 415)
    await refused(svg, 'drawing.png', 415)
    await refused(`<?xml version="1.0"?>${svg}`, 'drawing.jpg', 415)
    await refused('<!doctype html><script>alert(1)</script>', 'page.png', 415)
    await refused('GIF89a/*<script>*/=1;alert(1)//', 'code.gif', 415)
    await refused('GIF89a', 'empty.gif', 415)
    await refused('', 'nothing.png', 415)
    await refused('%PDF-1.7\n', 'paper.png', 415)
    await refused(await twoColours(20, 20).tiff().toBuffer(), 'scan.png', 415)
    await refused(await twoColours(20, 20).avif().toBuffer(), 'new.png', 415)
    const response = await refused(
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'head.png',
      415,
    )
    expect(response.body.error.code).toBe('AVATAR_UNSUPPORTED')
  })

  test('is refused when half of it is missing', async () => {
    const noise = {
      width: 300,
      height: 300,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    }
    const whole = sharp({ create: { ...noise, background: '#000' } })
    for (const bytes of [
      await whole.clone().png().toBuffer(),
      await whole.clone().jpeg().toBuffer(),
      await whole.clone().webp().toBuffer(),
      await whole.clone().gif().toBuffer(),
    ])
      await refused(bytes.subarray(0, Math.floor(bytes.length / 2)), 'half.png', 415)
  })

  test('is refused above five megabytes, by the file and by the body', async () => {
    const png = await twoColours(20, 20).png().toBuffer()
    const grown = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    await refused(grown(6 * 1024 * 1024), 'six-megabytes.png', 413)
    const response = await refused(grown(5 * 1024 * 1024 + 1), 'a-byte-more.png', 413)
    expect(response.body.error.code).toBe('AVATAR_TOO_LARGE')
  })

  test('is refused when it would unfold into a picture that fills the memory', async () => {
    const bomb = pngOf(30_000, 30_000)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const started = performance.now()
    const response = await refused(bomb, 'bomb.png', 415)
    expect(response.body.message).toContain('too many pixels')
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('is refused when the body is no multipart although it says so', async () => {
    for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary=x', 'image/png']) {
      const response = await fetch(`${service.url}/api/v2/user/profile`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': contentType },
        body: 'no parts at all',
      })
      expect([400, 415]).toContain(response.status)
    }
  })
})

describe('paths below /files/', () => {
  test('give nothing but pictures that are there', async () => {
    const hostile = [
      '/files/',
      '/files/avatars',
      '/files/avatars/',
      '/files/avatars/..%2f..%2fpostgres%2fPG_VERSION',
      '/files/..%2f..%2f/etc%2fpasswd',
      '/files/avatars/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/files/avatars/..%5c..%5cx',
      '/files/avatars/.hidden',
      '/files/avatars/x%00.webp',
      '/files/avatars/%ff%fe',
      '/files/avatars/%zz',
      '/files/__proto__/x',
      '/files/constructor/x',
      '/files/toString/x',
      '/files/secrets/x.webp',
      `/files/avatars/${'a'.repeat(400)}`,
      `/files/avatars/${Bun.randomUUIDv7()}.webp`,
    ]
    for (const path of hostile) {
      const response = await fetch(service.url + path)
      expect([path, response.status]).toEqual([path, 404])
      const body = (await response.json()) as { error: { code: string } }
      expect(body.error.code).toBe('NOT_FOUND')
    }
  })
})

/** A valid PNG of one colour, whose rows are all zero. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
