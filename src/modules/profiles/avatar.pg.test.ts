import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { pngOf } from '../../../test/harness/png.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DatabaseError } from '../../platform/db/database-error.ts'
import { createRequestWriter } from '../../platform/http/request-write.ts'
import { RenderedJson } from '../../platform/http/response.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { deleteAvatarIfUnused } from './delete-unused-avatar.ts'
import { profileRoutes } from './routes.ts'

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

/** The stored files once pending deletions are done: a replaced file is deleted after the response. */
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

async function fetchImage(profileImageUrl: string): Promise<Response> {
  return fetch(service.url + new URL(profileImageUrl).pathname)
}

/** Red on the left and blue on the right; with the EXIF rotation of a phone, red is on top. */
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

/** The `write` of a request without an idempotency key. */
const writerOf = (write: Write) =>
  createRequestWriter(write, (data) => new RenderedJson(JSON.stringify(data)), undefined)

describe('an avatar', () => {
  test('a photo of a phone is rotated upright and loses its metadata', async () => {
    const jpeg = await photograph()
    const before = await sharp(jpeg).metadata()
    expect(before.exif).toBeDefined()
    expect(before.orientation).toBe(6)

    const response = await upload(jpeg, 'IMG_0001.JPG')
    expect(response.status).toBe(200)
    const image = await fetchImage(response.body.data.profileImageUrl)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/webp')
    expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await image.arrayBuffer())
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

  test('PNG, WebP and GIF of any shape and file name become 512 by 512 WebP', async () => {
    const images: Record<string, Buffer> = {
      'wide.png': await twoColours(900, 30).png().toBuffer(),
      'tall.txt': await twoColours(40, 700).webp().toBuffer(),
      'tiny.exe': await twoColours(2, 2).gif().toBuffer(),
      '../../../../etc/passwd': await twoColours(64, 64).png().toBuffer(),
      'index.html': await twoColours(64, 64).jpeg().toBuffer(),
    }
    for (const [name, bytes] of Object.entries(images)) {
      const response = await upload(bytes, name)
      expect([name, response.status]).toEqual([name, 200])
      const path = new URL(response.body.data.profileImageUrl).pathname
      expect(path).toMatch(/^\/files\/avatars\/[0-9a-f-]{36}\.webp$/)
      const metadata = await sharp(
        await (await fetchImage(response.body.data.profileImageUrl)).bytes(),
      ).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
    }
  })

  test('an animation is reduced to its first frame', async () => {
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
    const stored = await (await fetchImage(response.body.data.profileImageUrl)).bytes()
    expect((await sharp(stored).metadata()).pages).toBeUndefined()
  })

  test('the avatar can be sent as profileImage together with other fields', async () => {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const response = await upload(bytes, 'me.png', 'profileImage', { bio: 'with a image', country: 'ke' })
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({ bio: 'with a image', country: 'KE' })
    expect(response.body.data.profileImageUrl).toContain('/files/avatars/')
  })

  test('a file in a part with another name is ignored', async () => {
    const before = (await service.call('GET /user/profile', { token: user.accessToken })).body.data
    const files = await settledFiles()
    const response = await upload(await twoColours(50, 50).png().toBuffer(), 'me.png', 'photo')
    expect(response.body.data).toEqual(before)
    expect(storedFiles()).toEqual(files)
  })

  test('a new avatar replaces the old one, whose file is deleted', async () => {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const first = (await upload(bytes)).body.data.profileImageUrl
    const second = (await upload(bytes)).body.data.profileImageUrl
    expect(second).not.toBe(first)
    await waitUntil(() => storedFiles().length === 1)
    expect((await fetchImage(first)).status).toBe(404)
    expect((await fetchImage(second)).status).toBe(200)
  })

  test('ten concurrent uploads leave only the file that the profile uses', async () => {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const responses = await Promise.all(Array.from({ length: 10 }, () => upload(bytes)))
    const statuses = new Set(responses.map(({ status }) => status))
    expect(statuses.has(200)).toBe(true)
    expect(statuses).toEqual(new Set([200, 429]))
    await waitUntil(() => storedFiles().length === 1)
    const { profileImageUrl } = (await service.call('GET /user/profile', { token: user.accessToken })).body
      .data
    expect(profileImageUrl).toEndWith(storedFiles()[0]!)
  })

  test('the file is deleted if the rest of the patch is rejected', async () => {
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

  test('the file stays if the connection is lost at commit, because the profile may use it', async () => {
    const { database } = service.test
    const write = createWrite(database, reactionTable([]), () => {})
    const lostAtCommit = async (...work: Parameters<Write['withEvents']>) => {
      await write.withEvents(...work)
      throw new DatabaseError({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' }, 'begin … commit')
    }
    const platform = {
      config: { publicUrl: service.url },
      db: database.query,
      storage: createDiskStorage(join(dataDir, 'files')),
      write,
    } as unknown as Platform
    const patch = profileRoutes(platform, [], async () => {}).find(({ method }) => method === 'patch')!
    const image = new File([new Uint8Array(await twoColours(50, 50).png().toBuffer())], 'me.png')
    const lost = patch.handle({
      ...writerOf({ withEvents: lostAtCommit } as unknown as Write),
      caller: { userId: user.id as UserId },
      body: {},
      files: new Map([['avatar', [image]]]),
      now: new Date(),
    } as never)
    await expect(Promise.resolve(lost)).rejects.toThrow('begin … commit')
    const { body } = await service.call('GET /user/profile', { token: user.accessToken })
    // A deletion would happen after the response.
    await Bun.sleep(100)
    expect((await fetchImage(body.data.profileImageUrl)).status).toBe(200)
  })

  test('a job deletes files that no profile uses, and keeps the one in use', async () => {
    const { database } = service.test
    const write = createWrite(database, reactionTable([]), () => {})
    const storage = createDiskStorage(join(dataDir, 'files'))
    const broken = { ...storage, delete: () => Promise.reject(new Error('the storage is away')) }
    const platform = {
      config: { publicUrl: service.url },
      db: database.query,
      storage: broken,
      write,
    } as unknown as Platform
    const patch = profileRoutes(platform, [], async () => {}).find(({ method }) => method === 'patch')!
    const image = new File([new Uint8Array(await twoColours(50, 50).png().toBuffer())], 'me.png')
    const send = (body: object) =>
      patch.handle({
        ...writerOf(write),
        caller: { userId: user.id as UserId },
        body,
        files: new Map([['avatar', [image]]]),
        now: new Date(),
      } as never)
    const other = await service.register()
    const before = storedFiles()
    await send({})
    await expect(Promise.resolve(send({ username: other.username }))).rejects.toThrow('username is taken')
    await send({})
    // One of three stored files is in use, and deleting the replaced one failed.
    expect(storedFiles()).toHaveLength(before.length + 3)
    const promised = await database.query<{ data: { userId: UserId; avatarKey: string } }>`
      select data from outbox where job = 'profiles.delete_unused_avatar'
      union all select data from pgboss.job where name = 'profiles.delete_unused_avatar'`
    for (const { data } of promised) await deleteAvatarIfUnused({ db: database.query, storage }, data)
    const { body } = await service.call('GET /user/profile', { token: user.accessToken })
    expect(storedFiles()).toEqual([body.data.profileImageUrl.split('/').at(-1)])
  })

  test('an image with embedded HTML is stored as an image only', async () => {
    const evil = '<html><script>alert(document.domain)</script></html>'
    const polyglot = Buffer.concat([await twoColours(64, 64).jpeg().toBuffer(), Buffer.from(evil)])
    const response = await upload(polyglot, 'page.html')
    expect(response.status).toBe(200)
    const stored = Buffer.from(await (await fetchImage(response.body.data.profileImageUrl)).arrayBuffer())
    expect(stored.toString('latin1')).not.toContain('script')
  })
})

describe('an unsupported file', () => {
  const expectRejected = async (bytes: Uint8Array | string, name: string, status: number) => {
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

  test('a file is rejected by its content, regardless of its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await expectRejected(svg, 'drawing.svg', 415)
    await expectRejected(svg, 'drawing.png', 415)
    await expectRejected(`<?xml version="1.0"?>${svg}`, 'drawing.jpg', 415)
    await expectRejected('<!doctype html><script>alert(1)</script>', 'page.png', 415)
    await expectRejected('GIF89a/*<script>*/=1;alert(1)//', 'code.gif', 415)
    await expectRejected('GIF89a', 'empty.gif', 415)
    await expectRejected('', 'nothing.png', 415)
    await expectRejected('%PDF-1.7\n', 'paper.png', 415)
    await expectRejected(await twoColours(20, 20).tiff().toBuffer(), 'scan.png', 415)
    await expectRejected(await twoColours(20, 20).avif().toBuffer(), 'new.png', 415)
    const response = await expectRejected(
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'head.png',
      415,
    )
    expect(response.body.error.code).toBe('AVATAR_UNSUPPORTED')
  })

  test('a truncated image is rejected', async () => {
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
      await expectRejected(bytes.subarray(0, Math.floor(bytes.length / 2)), 'half.png', 415)
  })

  test('a file or body above the size limit is rejected', async () => {
    const png = await twoColours(20, 20).png().toBuffer()
    const grown = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    await expectRejected(grown(6 * 1024 * 1024), 'six-megabytes.png', 413)
    const response = await expectRejected(grown(5 * 1024 * 1024 + 1), 'a-byte-more.png', 413)
    expect(response.body.error.code).toBe('AVATAR_TOO_LARGE')
  })

  test('a decompression bomb is rejected', async () => {
    const bomb = pngOf(30_000, 30_000)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const started = performance.now()
    const response = await expectRejected(bomb, 'bomb.png', 415)
    expect(response.body.message).toContain('larger than 4096')
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('sixty large interlaced images of one user do not delay other requests', async () => {
    const image = await sharp({ create: { width: 4_096, height: 4_096, channels: 3, background: '#5a3fe0' } })
      .png({ progressive: true, compressionLevel: 9 })
      .toBuffer()
    expect(image.length).toBeLessThan(300 * 1024)
    const uploads = Array.from({ length: 60 }, () => upload(image))
    let isOver = false
    const statuses = Promise.all(uploads).then((responses) => {
      isOver = true
      return responses.map(({ status }) => status)
    })
    const waits: number[] = []
    while (!isOver) {
      const started = performance.now()
      const { status } = await service.call('GET /user/profile', { token: user.accessToken })
      expect(status).toBe(200)
      waits.push(performance.now() - started)
      await Bun.sleep(50)
    }
    expect(new Set(await statuses)).toEqual(new Set([200, 429]))
    expect((await statuses).filter((status) => status === 200)).toHaveLength(1)
    expect(Math.max(...waits)).toBeLessThan(3_000)
  })

  test('a body that is not multipart despite its content type is rejected', async () => {
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
  test('only existing avatars are served', async () => {
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
