import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { pngOf } from '../../../test/harness/png.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'
import { mp3Of, wavOf } from '../media/audio/audio-testbed.ts'

let fixture: AdminFixture
let author: TestUser
let other: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
  other = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

type Fields = Record<string, string>

function formOf(bytes: Uint8Array | string, fields: Fields, name: string): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
  return form
}

function upload(bytes: Uint8Array | string, fields: Fields = {}, name = 'a.png', as = author) {
  return fixture.call('POST /admin/media', formOf(bytes, fields, name), as)
}

const ALT = { alt: 'Two colours' }
let shade = 0
/** A picture of two halves, red above another colour, that differs from all others. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 60, b: ++shade } } }).composite([
    {
      input: { create: { width, height: Math.ceil(height / 2), channels: 3, background: '#ff0000' } },
      top: 0,
      left: 0,
    },
  ])
const newPicture = async (width = 40, height = 20) => picture(width, height).png().toBuffer()
const made = async (response: Promise<ApiResponse>) => {
  const { status, body } = await response
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const read = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.url}${new URL(url).pathname}`, { headers })
const bytesAt = async (url: string) => Buffer.from(await (await read(url)).arrayBuffer())
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]

interface Rendition {
  url: string
  contentType: string
  width: number
  height: number
  sizeBytes: number
}

describe('an uploaded picture', () => {
  test('has WebP and AVIF renditions that are never wider than it, and they are served for ever', async () => {
    const medium = await made(upload(await newPicture(800, 400), ALT, 'halves.png'))
    expect(medium).toMatchObject({
      kind: 'PICTURE',
      ownerId: author.id,
      name: 'halves.png',
      alt: 'Two colours',
      decorative: false,
      width: 800,
      height: 400,
      placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
      durationSeconds: null,
    })
    const renditions: Rendition[] = medium.renditions
    expect(renditions.map(({ contentType, width, height }) => [contentType, width, height])).toEqual([
      ['image/avif', 320, 160],
      ['image/webp', 320, 160],
      ['image/avif', 640, 320],
      ['image/webp', 640, 320],
      ['image/avif', 800, 400],
      ['image/webp', 800, 400],
    ])
    expect(medium.url).toBe(renditions.at(-1)!.url)
    expect(medium.sizeBytes).toBe(renditions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
    for (const { url, contentType, width, sizeBytes } of renditions) {
      const response = await read(url)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const { format, width: found } = await sharp(bytes).metadata()
      expect([bytes.length, format, found]).toEqual([
        sizeBytes,
        contentType === 'image/avif' ? 'heif' : 'webp',
        width,
      ])
    }
  })

  test('a large picture gets three widths, a small one its own', async () => {
    const widths = async (width: number, height: number) => {
      const { renditions } = await made(upload(await newPicture(width, height), ALT))
      return [...new Set((renditions as Rendition[]).map((rendition) => rendition.width))]
    }
    expect(await widths(3_000, 100)).toEqual([320, 640, 1_280])
    expect(await widths(9, 5)).toEqual([9])
    expect(await widths(320, 5)).toEqual([320])
    // Its largest rendition is 2560 pixels high.
    expect(await widths(100, 5_000)).toEqual([51])
  })

  test('every format is accepted by its content, whatever its name', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
      const medium = await made(upload(await picture(64, 32).toFormat(format).toBuffer(), ALT, 'sound.mp3'))
      expect([medium.kind, medium.width, medium.height]).toEqual(['PICTURE', 64, 32])
    }
  })

  test('of an animation the first frame is shown', async () => {
    const frames = Buffer.alloc(16 * 32 * 3, 0)
    frames.fill(255, 16 * 16 * 3)
    const animation = await sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const medium = await made(upload(animation, ALT))
    expect([medium.width, medium.height]).toEqual([16, 16])
    expect((await sharp(await bytesAt(medium.url)).stats()).channels[0]!.max).toBeLessThan(20)
  })

  test('its orientation is applied, and metadata and colour profile are gone', async () => {
    const photo = await picture(60, 40)
      .withExif({ IFD0: { Copyright: 'taken at home' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    const medium = await made(upload(photo, ALT))
    expect([medium.width, medium.height]).toEqual([40, 60])
    for (const { url } of medium.renditions as Rendition[]) {
      const { width, height, exif, icc, xmp, orientation } = await sharp(await bytesAt(url)).metadata()
      expect([width, height, exif, icc, xmp, orientation ?? 1]).toEqual([
        40,
        60,
        undefined,
        undefined,
        undefined,
        1,
      ])
    }
    // The red half was above; after the turn it is on the right.
    const right = await sharp(await bytesAt(medium.url))
      .extract({ left: 30, top: 20, width: 5, height: 5 })
      .stats()
    expect(right.dominant.r).toBeGreaterThan(200)
  })

  test('needs an alternative text, or says that it is decoration; not both', async () => {
    const bytes = await newPicture()
    for (const fields of [
      {},
      { alt: ' ' },
      { alt: 'x'.repeat(301) },
      { ...ALT, decorative: 'true' },
      { decorative: 'x' },
    ])
      expect(refusal(await upload(bytes, fields as Fields))).toEqual([400, 'VALIDATION_FAILED'])
    expect(await made(upload(bytes, { decorative: 'true' }))).toMatchObject({ alt: null, decorative: true })
    const longest = await made(upload(await newPicture(), { alt: 'x'.repeat(300), decorative: 'false' }))
    expect(longest.alt).toHaveLength(300)
  })

  test('transparent pixels stay transparent', async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const medium = await made(upload(clear, ALT))
    expect(medium.placeholder).toBe('#f8f8f8')
    expect((await sharp(await bytesAt(medium.url)).stats()).channels[3]!.max).toBe(0)
  })
})

describe('uploaded audio and captions', () => {
  test('audio is served as it is, in parts too', async () => {
    const bytes = wavOf(2)
    const medium = await made(upload(bytes, {}, 'hello.wav'))
    expect(medium).toMatchObject({
      kind: 'AUDIO',
      durationSeconds: 2,
      alt: null,
      width: null,
      placeholder: null,
    })
    expect(await bytesAt(medium.url)).toEqual(bytes)
    const part = await read(medium.url, { range: 'bytes=44-143' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 44-143/${bytes.length}`)
    expect([part.headers.get('accept-ranges'), part.headers.get('content-type')]).toEqual([
      'bytes',
      'audio/wav',
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(44, 144))
    const outside = await read(medium.url, { range: `bytes=${bytes.length}-` })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect((await made(upload(mp3Of(50), {}, 'x.mp3'))).url).toEndWith('.mp3')
  })

  test('captions are stored without anything but cues, and a fault is named by its line', async () => {
    const text = 'WEBVTT\n\nSTYLE\n::cue{}\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script>Hi'
    const medium = await made(upload(text, {}, 'hello.vtt'))
    expect(medium.kind).toBe('CAPTIONS')
    const response = await read(medium.url)
    expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(await response.text()).toBe(
      'WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;script>alert(1)&lt;/script>Hi\n',
    )
    const faulty = await upload('WEBVTT\n\n00:01.000 --> soon\nHi', {}, 'hello.vtt')
    expect(refusal(faulty)).toEqual([415, 'MEDIUM_UNSUPPORTED'])
    expect(faulty.body.error.details).toEqual([
      { field: 'file', message: 'line 3: has a time that cannot be read' },
    ])
    expect(refusal(await upload(Buffer.from('WEBVTT\n\n\xff\xfe', 'latin1')))).toEqual([
      415,
      'MEDIUM_UNSUPPORTED',
    ])
  })

  test('they have no alternative text', async () => {
    expect(refusal(await upload(wavOf(1), ALT))).toEqual([422, 'NOT_A_PICTURE'])
    expect(refusal(await upload(wavOf(1), { decorative: 'true' }))).toEqual([422, 'NOT_A_PICTURE'])
    const { id } = await made(upload(wavOf(1)))
    expect(refusal(await fixture.call(`PATCH /admin/media/${id}`, ALT, author))).toEqual([
      422,
      'NOT_A_PICTURE',
    ])
  })
})

describe('a hostile file', () => {
  const expectRefused = async (bytes: Uint8Array | string, name: string, status = 415) => {
    const before = (await fixture.call('GET /admin/media', undefined, author)).body.meta
    const response = await upload(bytes, ALT, name)
    expect([name, response.status]).toEqual([name, status])
    const after = (await fixture.call('GET /admin/media', undefined, author)).body.meta
    expect(after).toEqual(before)
    return response
  }

  test('is refused if it is none of the kinds, whatever its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await expectRefused(svg, 'drawing.svg')
    await expectRefused(svg, 'drawing.png')
    await expectRefused(`<?xml version="1.0"?>${svg}`, 'drawing.webp')
    await expectRefused('<!doctype html><script>alert(1)</script>', 'page.mp3')
    await expectRefused('GIF89a/*<script>*/=1;alert(1)//', 'code.gif')
    await expectRefused('', 'nothing.png')
    await expectRefused('%PDF-1.7\n', 'paper.jpg')
    await expectRefused(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 'program.png')
    await expectRefused(await picture(20, 20).tiff().toBuffer(), 'scan.png')
    await expectRefused(Buffer.from('\0\0\0\x18ftypavif', 'latin1'), 'head.avif')
    await expectRefused('RIFF\x10\0\0\0WEBPVP8 ', 'head.webp')
  })

  test('is refused if it was cut', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const whole = sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise } })
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const bytes = await whole.clone().toFormat(format).toBuffer()
      await expectRefused(bytes.subarray(0, Math.floor(bytes.length / 2)), `half.${format}`)
    }
    await expectRefused(wavOf(1).subarray(0, 5_000), 'half.wav')
  })

  test('is refused before it is decoded if it would fill the memory', async () => {
    const bomb = pngOf(30_000, 30_000)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const { body } = await expectRefused(bomb, 'bomb.png')
    expect(body.message).toContain('40 megapixels')
    await expectRefused(pngOf(8_000, 8_000), 'square.png')
    await expectRefused(pngOf(8_193, 10), 'long.png')
  })

  test('is refused above the size of its kind', async () => {
    const png = await newPicture()
    const grown = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 + 1 - png.length)])
    expect((await expectRefused(grown, 'large.png', 413)).body.error.code).toBe('MEDIUM_TOO_LARGE')
    const captions = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(512 * 1024)}`
    expect((await expectRefused(captions, 'large.vtt', 413)).body.error.code).toBe('MEDIUM_TOO_LARGE')
    await expectRefused(Buffer.alloc(21 * 1024 * 1024), 'large.wav', 413)
  })

  test('loses everything that is appended to a picture', async () => {
    const evil = '<html><script>alert(document.domain)</script></html>'
    const polyglot = Buffer.concat([await picture(64, 64).jpeg().toBuffer(), Buffer.from(evil)])
    const medium = await made(upload(polyglot, ALT, 'page.html'))
    for (const { url } of medium.renditions as Rendition[])
      expect((await bytesAt(url)).toString('latin1')).not.toContain('script')
  })

  test('an upload without a file is refused', async () => {
    expect(refusal(await fixture.call('POST /admin/media', ALT, author))).toEqual([400, 'MEDIUM_MISSING'])
    const form = new FormData()
    form.set('picture', new File([new Uint8Array(await newPicture())], 'a.png'))
    expect(refusal(await fixture.call('POST /admin/media', form, author))).toEqual([400, 'MEDIUM_MISSING'])
  })
})

describe('the library', () => {
  test('the same file again is the same medium, unchanged and audited once', async () => {
    const bytes = await newPicture()
    const first = await made(upload(bytes, ALT))
    const again = await made(upload(bytes, { alt: 'Something else' }, 'b.png'))
    expect(again).toEqual(first)
    const log = await fixture.log(`&subjectId=${first.id}`)
    expect(log.map(({ act, after }) => [act, after])).toEqual([
      [
        'medium.created',
        { id: first.id, kind: 'PICTURE', ownerId: author.id, alt: 'Two colours', decorative: false },
      ],
    ])
  })

  test('an author reads, changes and deletes own media only; an admin those of everybody', async () => {
    const { id } = await made(upload(await newPicture(), ALT))
    const requests: [route: string, body?: unknown][] = [
      [`GET /admin/media/${id}`],
      [`PATCH /admin/media/${id}`, { alt: 'Mine' }],
      [`DELETE /admin/media/${id}`],
    ]
    for (const [route, body] of requests)
      expect(refusal(await fixture.call(route, body, other))).toEqual([404, 'MEDIUM_NOT_FOUND'])
    expect(refusal(await fixture.call(`GET /admin/media?ownerId=${author.id}`, undefined, other))).toEqual([
      403,
      'FORBIDDEN',
    ])
    expect((await fixture.call('GET /admin/media', undefined, other)).body).toMatchObject({
      data: [],
      meta: { total: 0, usedBytes: 0, quotaBytes: 1024 ** 3 },
    })
    expect((await fixture.call(`GET /admin/media/${id}`)).body.data).toMatchObject({ id, usedBy: [] })
    const { body } = await fixture.call(`GET /admin/media?ownerId=${author.id}&limit=1`)
    expect(body.data[0].id).toBe(id)
    expect((await fixture.call(`PATCH /admin/media/${id}`, { alt: 'Changed' })).body.data.alt).toBe('Changed')
    expect((await fixture.call(`DELETE /admin/media/${id}`)).status).toBe(200)
    expect(refusal(await fixture.call(`GET /admin/media/${id}`, undefined, author))).toEqual([
      404,
      'MEDIUM_NOT_FOUND',
    ])
    expect((await fixture.log(`&subjectId=${id}`)).map(({ act, actorId }) => [act, actorId])).toEqual([
      ['medium.deleted', fixture.admin.id],
      ['medium.updated', fixture.admin.id],
      ['medium.created', author.id],
    ])
  })

  test('other roles have no library', async () => {
    for (const user of [await fixture.service.register(), await fixture.staff('SUPPORT')])
      for (const route of ['GET /admin/media', 'POST /admin/media'])
        expect(refusal(await fixture.call(route, route.startsWith('P') ? ALT : undefined, user))).toEqual([
          403,
          'FORBIDDEN',
        ])
  })

  test('the list continues by cursor although a medium is added meanwhile', async () => {
    const owner = await fixture.staff('CREATOR')
    const ids: string[] = []
    const add = async () => ids.unshift((await made(upload(await newPicture(), ALT, 'a.png', owner))).id)
    for (let count = 0; count < 3; count++) await add()
    const list = (query: string) => fixture.call(`GET /admin/media?${query}`, undefined, owner)
    const first = (await list('limit=2')).body
    await add()
    const second = (await list(`limit=2&cursor=${first.meta.nextCursor}`)).body
    const shown = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect(shown).toEqual(ids.slice(1))
    expect(second.meta.nextCursor).toBeNull()
    expect((await list('search=two%20COL&kind=PICTURE')).body.meta.total).toBe(4)
    expect((await list('search=nothing')).body.data).toEqual([])
    expect((await list('cursor=x')).status).toBe(400)
  })

  test('a change has either a text or decoration', async () => {
    const { id } = await made(upload(await newPicture(), ALT))
    const change = (body: unknown) => fixture.call(`PATCH /admin/media/${id}`, body, author)
    for (const body of [
      {},
      { alt: '' },
      { alt: null },
      { decorative: false },
      { alt: 'x', decorative: true },
    ])
      expect(refusal(await change(body))).toEqual([400, 'VALIDATION_FAILED'])
    expect((await change({ decorative: true })).body.data).toMatchObject({ alt: null, decorative: true })
    expect((await change({ alt: 'A key' })).body.data).toMatchObject({ alt: 'A key', decorative: false })
  })

  test('a deleted medium is gone from the disk', async () => {
    const { id, url } = await made(upload(await newPicture(), ALT))
    expect((await read(url)).status).toBe(200)
    await fixture.call(`DELETE /admin/media/${id}`, undefined, author)
    await waitUntil(async () => (await read(url)).status === 404)
  })
})

describe('used-by', () => {
  test('a picture in a slide is not deleted until the slide does not refer to it', async () => {
    const { id, url } = await made(upload(await newPicture(), ALT))
    const { courseId, lessonId } = await publishedCourse(fixture)
    const slide = { type: 'TEXT_WITH_IMAGE', title: 'A picture', content: `Look: ![Two colours](${url})` }
    await fixture.call(`PATCH /admin/lessons/${lessonId}`, { slides: [...LESSON.slides.slice(0, 1), slide] })
    const usedBy = [{ kind: 'LESSON', id: lessonId, courseId, slide: 2 }]
    expect((await fixture.call(`GET /admin/media/${id}`, undefined, author)).body.data.usedBy).toEqual(usedBy)
    const refused = await fixture.call(`DELETE /admin/media/${id}`, undefined, author)
    expect(refusal(refused)).toEqual([409, 'MEDIUM_IN_USE'])
    expect(refused.body.error.usedBy).toEqual(usedBy)
    expect((await read(url)).status).toBe(200)
    await fixture.call(`PATCH /admin/lessons/${lessonId}`, { slides: LESSON.slides.slice(0, 1) })
    expect((await fixture.call(`DELETE /admin/media/${id}`, undefined, author)).status).toBe(200)
  })
})

describe('a cover', () => {
  const pathBody = (courseId: string) => ({
    title: `Path ${courseId}`,
    description: 'All of it.',
    category: 'GENERAL',
    kind: 'FOUNDATION',
    courseIds: [courseId],
  })

  test('is in every response about a course, and an earlier client gets it as coverUrl', async () => {
    const medium = await made(upload(await newPicture(400, 200), ALT, 'a.png', fixture.admin))
    const { courseId } = await publishedCourse(fixture)
    const learner = await fixture.service.register()
    await fixture.call(`POST /user-courses/enroll/${courseId}`, {}, learner)
    const seen = async () => {
      const [list, course, enrolled, published, publishedList] = await Promise.all([
        fixture.call('GET /course?limit=100', undefined, learner),
        fixture.call(`GET /course/${courseId}`, undefined, learner),
        fixture.call('GET /user-courses', undefined, learner),
        fixture.call(`GET /public/courses/${courseId}`),
        fixture.call('GET /public/courses?limit=100'),
      ])
      const isIt = (item: { id: string }) => item.id === courseId
      const found = [
        list.body.data.find(isIt),
        course.body.data,
        enrolled.body.data[0],
        published.body.data,
        publishedList.body.data.find(isIt),
      ]
      return found.map(({ cover, coverUrl }) => ({ cover, coverUrl }))
    }
    const none = { cover: null, coverUrl: null }
    expect(await seen()).toEqual([none, none, none, none, none])
    const { body } = await fixture.call(`PUT /admin/courses/${courseId}/cover`, { mediumId: medium.id })
    const cover = {
      alt: 'Two colours',
      width: 400,
      height: 200,
      placeholder: medium.placeholder,
      renditions: medium.renditions.map(({ sizeBytes: _, ...rendition }: Rendition) => rendition),
    }
    expect(body.data).toEqual({ mediumId: medium.id, cover })
    expect((await fixture.call(`GET /admin/courses/${courseId}/cover`)).body.data).toEqual(body.data)
    expect(await seen()).toEqual(Array(5).fill({ cover, coverUrl: medium.url }))
    await fixture.call(`PATCH /admin/media/${medium.id}`, { alt: 'Red and blue' })
    expect((await seen())[0]!.cover.alt).toBe('Red and blue')
    await fixture.call(`PATCH /admin/media/${medium.id}`, { decorative: true })
    expect((await seen())[3]!.cover.alt).toBe('')
    await fixture.call(`PUT /admin/courses/${courseId}/cover`, { mediumId: null })
    expect(await seen()).toEqual([none, none, none, none, none])
    const acts = await fixture.log(`&subjectId=${courseId}`)
    expect(
      acts.filter(({ act }) => act === 'course.updated').map(({ before, after }) => [before, after]),
    ).toEqual([
      [{ coverMediumId: medium.id }, { coverMediumId: null }],
      [{ coverMediumId: null }, { coverMediumId: medium.id }],
    ])
  })

  test('a learning path has one too', async () => {
    const medium = await made(upload(await newPicture(), ALT, 'a.png', fixture.admin))
    const { courseId } = await publishedCourse(fixture)
    const pathId = (await fixture.call('POST /admin/learning-paths', pathBody(courseId))).body.data.id
    await fixture.call(`POST /admin/learning-paths/${pathId}/publish`)
    expect((await fixture.call(`GET /public/paths/${pathId}`)).body.data.cover).toBeNull()
    await fixture.call(`PUT /admin/learning-paths/${pathId}/cover`, { mediumId: medium.id })
    for (const route of [`GET /public/paths/${pathId}`, `GET /learning-path/${pathId}`])
      expect((await fixture.call(route)).body.data.cover).toMatchObject({ alt: 'Two colours', width: 40 })
    const refused = await fixture.call(`DELETE /admin/media/${medium.id}`)
    expect(refused.body.error.usedBy).toEqual([
      { kind: 'PATH_COVER', id: pathId, courseId: null, slide: null },
    ])
    await fixture.call(`PUT /admin/learning-paths/${pathId}/cover`, { mediumId: null })
    expect((await fixture.call(`DELETE /admin/media/${medium.id}`)).status).toBe(200)
  })

  test('a learning path with the id of a course has a cover of its own', async () => {
    const medium = await made(upload(await newPicture(), ALT, 'a.png', fixture.admin))
    const { courseId } = await publishedCourse(fixture)
    const pathId = (await fixture.call('POST /admin/learning-paths', pathBody(courseId))).body.data.id
    await fixture.service.test.database.query`
      insert into learning_path select copy.* from learning_path, jsonb_populate_record(learning_path,
        jsonb_build_object('id', ${courseId}::text, 'key', 'admin:' || ${courseId}::text)) as copy
      where learning_path.id = ${pathId}`
    await fixture.call(`PUT /admin/courses/${courseId}/cover`, { mediumId: medium.id })
    const coverOf = async (kind: string) =>
      (await fixture.call(`GET /admin/${kind}/${courseId}/cover`)).body.data.mediumId
    expect([await coverOf('courses'), await coverOf('learning-paths')]).toEqual([medium.id, null])
  })

  test('must be an own picture and exist, and content of a pack keeps its own', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const choose = (mediumId: unknown, as = author, id = courseId) =>
      fixture.call(`PUT /admin/courses/${id}/cover`, { mediumId }, as)
    const theirs = await made(upload(await newPicture(), ALT, 'a.png', other))
    expect(refusal(await choose(theirs.id))).toEqual([404, 'MEDIUM_NOT_FOUND'])
    expect(refusal(await choose(Bun.randomUUIDv7()))).toEqual([404, 'MEDIUM_NOT_FOUND'])
    expect(refusal(await choose((await made(upload(wavOf(3)))).id))).toEqual([422, 'NOT_A_PICTURE'])
    expect(refusal(await choose('x'))).toEqual([400, 'VALIDATION_FAILED'])
    expect(refusal(await choose(theirs.id, author, Bun.randomUUIDv7()))).toEqual([404, 'COURSE_NOT_FOUND'])
    const deleted = await made(upload(await newPicture(), ALT))
    await fixture.call(`DELETE /admin/media/${deleted.id}`, undefined, author)
    expect(refusal(await choose(deleted.id))).toEqual([404, 'MEDIUM_NOT_FOUND'])
    await fixture.service.test.database.query`update course set key = 'of-a-pack' where id = ${courseId}`
    expect(refusal(await choose(null))).toEqual([409, 'OWNED_BY_PACK'])
  })

  test('a picture that becomes a cover while it is deleted is either used or gone', async () => {
    const { courseId } = await publishedCourse(fixture)
    for (let round = 0; round < 5; round++) {
      const { id } = await made(upload(await newPicture(), ALT, 'a.png', fixture.admin))
      const [chosen, deleted] = await Promise.all([
        fixture.call(`PUT /admin/courses/${courseId}/cover`, { mediumId: id }),
        fixture.call(`DELETE /admin/media/${id}`),
      ])
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([chosen.status, deleted.status])
      await fixture.call(`PUT /admin/courses/${courseId}/cover`, { mediumId: null })
    }
  })
})
