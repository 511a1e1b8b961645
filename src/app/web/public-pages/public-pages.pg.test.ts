import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { newId } from '../../../platform/ids.ts'

const PUBLIC_URL = 'https://lyceum.example'
/** Ends elements, attributes and scripts if it is not escaped. */
const PROBE = `</script></title><script>alert(1)</script>"'><img src=x onerror=alert(1)>`

let service: TestService
let courses: { id: string; title: string; firstLessonId: string | null }[]
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on', PUBLIC_URL })
  courses = (await service.call('GET /public/courses')).body.data
})
afterAll(() => service?.stop())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(service.url + path, {
    headers: { accept: 'text/html', ...headers },
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const titleOf = (html: string) => /<title>(.*?)<\/title>/s.exec(html)?.[1]
const rootOf = (html: string) => html.slice(html.indexOf('<div id="root">'))
const textOf = (html: string) =>
  rootOf(html)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

describe('public pages without script', () => {
  test('the landing page, the catalogue, the paths and the boards have their text in the HTML', async () => {
    for (const [path, heading] of [
      ['/', 'Six minutes a day.'],
      ['/courses', courses[0]!.title],
      ['/paths', 'Learning paths'],
      ['/leaderboards', 'Leaderboard'],
    ] as const) {
      const { status, html } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(textOf(html)).toContain(heading)
      expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}">`)
      expect(html).toMatch(/<meta name="description" content="[^"]{20,}">/)
      expect(html).toMatch(/<meta property="og:title" content="[^"]+">/)
      const [, image] = /<meta property="og:image" content="([^"]+)">/.exec(html)!
      expect(image).toStartWith(`${PUBLIC_URL}/assets/`)
      const picture = await fetch(service.url + new URL(image!).pathname)
      expect(picture.headers.get('content-type')).toBe('image/png')
    }
  })

  test('a course page has its title, its outline and its structured data', async () => {
    const { id, title, firstLessonId } = courses[0]!
    const course = (await service.call(`GET /public/courses/${id}`)).body.data
    const { status, html } = await get(`/courses/${id}`)
    expect(status).toBe(200)
    expect(titleOf(html)).toBe(`${title} · Lyceum`)
    for (const lesson of course.lessons) expect(textOf(html)).toContain(lesson.title)
    expect(html).toContain(`href="/try/${firstLessonId}"`)
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
    expect(JSON.parse(json!)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: title,
      url: `${PUBLIC_URL}/courses/${id}`,
      provider: { '@type': 'Organization', name: 'Lyceum' },
    })
    expect(html).toContain(`<meta property="og:url" content="${PUBLIC_URL}/courses/${id}">`)
  })

  test('a path page links its courses', async () => {
    const [path] = (await service.call('GET /public/paths')).body.data
    const { html } = await get(`/paths/${path.id}`)
    expect(titleOf(html)).toBe(`${path.title} · Lyceum`)
    for (const course of path.courses) expect(html).toContain(`href="/courses/${course.id}"`)
  })

  test('the search of the catalogue works by its address', async () => {
    const { html } = await get('/courses?q=blockchain&category=FINANCE')
    expect(textOf(html)).toContain('No course fits')
    const unknown = await get('/courses?category=NONSENSE')
    expect([unknown.status, textOf(unknown.html).includes('No course fits')]).toEqual([200, true])
    for (const query of [
      '?category=<b>',
      '?category[]=WEB',
      '?q=',
      '?q[]=1&page=x&utm_source=mail',
      '?page=1',
    ])
      expect(textOf((await get(`/courses${query}`)).html)).toContain(courses[0]!.title)
    expect((await get(`/courses?q=${'x'.repeat(500)}`)).status).toBe(200)
    expect((await get('/leaderboards?period=never')).status).toBe(200)
  })

  test('a page has no inline style and no inline script except those of the build', async () => {
    for (const path of ['/', '/courses', `/courses/${courses[0]!.id}`, '/leaderboards', '/paths']) {
      const { html, headers } = await get(path)
      expect(headers.get('content-security-policy')).toMatch(
        /script-src 'self' 'sha256-[^ ]+'; style-src 'self' 'sha256-[^ ]+';/,
      )
      const rest = html.replace(/<style id="[^>]*>.*?<\/style>/s, '').replace(/<script>.*?<\/script>/s, '')
      expect(rest).not.toMatch(/<style|\sstyle="|<script>|\son\w+="/)
    }
  })

  test('the embedded data are the responses of the API', async () => {
    const { id } = courses[0]!
    const { html } = await get(`/courses/${id}`)
    const [, json] = /id="page-data" data-status="200">(.*?)<\/script>/s.exec(html)!
    const answer = (await service.call(`GET /public/courses/${id}`)).body
    expect(JSON.parse(json!)).toEqual([
      { operation: 'GET /public/courses/{id}', given: { path: { id } }, answer },
    ])
  })
})

describe('language and appearance of a public page', () => {
  test('a page is in the language of the browser, and in the chosen one if there is one', async () => {
    for (const [headers, start] of [
      [{ 'accept-language': 'fr-CA,en;q=0.8' }, '<html lang="fr" dir="ltr">'],
      [{ 'accept-language': 'de, sw;q=0.5' }, '<html lang="sw" dir="ltr">'],
      [{ 'accept-language': 'fr', cookie: 'lyceum_locale=ar' }, '<html lang="ar" dir="rtl">'],
      [{ cookie: 'lyceum_locale=xx' }, '<html lang="en" dir="ltr">'],
      [{ cookie: 'lyceum_theme=dark' }, '<html lang="en" dir="ltr" data-theme="dark">'],
    ] as const) {
      const response = await get('/courses', headers as Record<string, string>)
      expect(response.html).toContain(start)
      expect(response.headers.get('vary')).toContain('accept-language')
    }
    expect(textOf((await get('/courses', { 'accept-language': 'fr' })).html)).toContain('Cours')
  })

  test('a page is not sent again while it is unchanged, and differs between languages', async () => {
    const first = await get('/courses')
    const etag = first.headers.get('etag')!
    expect((await get('/courses', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/courses', { 'if-none-match': etag, 'accept-language': 'pt' })).status).toBe(200)
  })
})

describe('unknown and private pages', () => {
  test('an unknown address has status 404 and a page that says so', async () => {
    for (const path of [
      `/courses/${newId()}`,
      '/courses/x',
      `/paths/${newId()}`,
      '/u/ghost_user',
      '/nothing',
    ]) {
      const { status, html } = await get(path)
      expect([path, status]).toEqual([path, 404])
      expect(textOf(html)).toContain('There is nothing here')
      expect(html).toContain('content="noindex"')
    }
  })

  test('a profile has a page only after its owner published it, and is not indexed', async () => {
    const user = await service.register()
    expect((await get(`/u/${user.username}`)).status).toBe(404)
    const body = { publicProfile: true, bio: PROBE }
    await service.call('PATCH /user/profile', { token: user.accessToken, body })
    const { status, html } = await get(`/u/${user.username}`)
    expect(status).toBe(200)
    expect(titleOf(html)).toBe(`${user.username} · Lyceum`)
    expect(html).toContain('content="noindex"')
    expect(html).not.toContain(user.email)
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script>alert')
  })

  test('a signed-in browser gets the application, which shows its own first view', async () => {
    const port = new URL(service.url).port
    const { html } = await get('/', { cookie: `lyceum_signed_in_${port}=1` })
    expect(html).toContain('class="splash"')
    expect(html).not.toContain('page-data')
  })
})

describe('a page whose data cannot be read', () => {
  test('a page whose data cannot be read has an error status and contains the application', async () => {
    const db = service.test.database.query
    await db`alter table period_score rename to period_score_away`
    const { status, html } = await get('/leaderboards?period=month')
    await db`alter table period_score_away rename to period_score`
    expect(status).toBe(503)
    expect(html).toContain('class="splash"')
    expect((await get('/leaderboards?period=month')).status).toBe(200)
  })
})

describe('texts of authors', () => {
  test('markup in a course is inert in every part of its page', async () => {
    const { id } = courses[1]!
    const db = service.test.database.query
    await db`update course set title = ${`X ${PROBE}`}, description = ${PROBE} where id = ${id}`
    await db`update lesson set title = ${PROBE} where course_id = ${id}`
    await db`update catalog_version set version = version + 1`
    const changed = async () => (await get(`/courses/${id}`)).html
    let html = ''
    for (let tries = 0; tries < 40 && !html.includes('onerror'); tries++) {
      await Bun.sleep(250)
      html = await changed()
    }
    expect(html).toContain('onerror')
    for (const page of [html, (await get('/courses')).html]) {
      expect(page).not.toContain('<script>alert')
      expect(page).not.toContain('<img src=x')
      expect(page).not.toContain(`"'><img`)
    }
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
    expect(JSON.parse(json!).description).toBe(PROBE)
  })
})

describe('search engines', () => {
  test('the sitemap lists the published content with public addresses', async () => {
    const { status, headers, html: xml } = await get('/sitemap.xml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    for (const { id } of courses) expect(xml).toContain(`<loc>${PUBLIC_URL}/courses/${id}</loc>`)
    const paths: { id: string }[] = (await service.call('GET /public/paths')).body.data
    expect(paths.length).toBeGreaterThan(0)
    for (const { id } of paths) expect(xml).toContain(`<loc>${PUBLIC_URL}/paths/${id}</loc>`)
    expect(xml).toContain(`<loc>${PUBLIC_URL}/</loc>`)
    expect(xml).not.toContain('/u/')
  })

  test('the rules for crawlers name the sitemap and close the API', async () => {
    const { html: text } = await get('/robots.txt')
    expect(text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
    expect(text).toContain('Disallow: /api/')
  })
})
