import { expect, test } from 'bun:test'
import { headTags } from './head-tags.ts'

const PROBE = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(2)>`

test('texts of authors cannot end the elements of the head', () => {
  const html = headTags(
    { title: PROBE, description: PROBE, image: PROBE, jsonLd: { '@type': 'Course', name: PROBE } },
    `https://lyceum.example/${PROBE}`,
  )
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<img')
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(html.match(/<\/title>/g)).toHaveLength(1)
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!
  expect(JSON.parse(data!).name).toBe(PROBE)
})

test('a page that is not to be indexed says so', () => {
  const head = { title: 'A', description: 'B' }
  expect(headTags({ ...head, isIndexed: false }, undefined)).toContain('content="noindex"')
  expect(headTags(head, undefined)).not.toContain('noindex')
})

test('a shared link shows the picture of the page, or the icon', () => {
  const head = { title: 'A', description: 'B' }
  const icon = 'https://lyceum.example/assets/icon.png'
  const withIcon = headTags(head, undefined, icon)
  expect(withIcon).toContain(`<meta property="og:image" content="${icon}">`)
  expect(withIcon).toContain('<meta name="twitter:card" content="summary">')
  const withPicture = headTags({ ...head, image: 'https://lyceum.example/a.webp' }, undefined, icon)
  expect(withPicture).toContain('content="https://lyceum.example/a.webp"')
  expect(withPicture).not.toContain(icon)
})
