import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { buildTokenImage } from './token-image.ts'

test('the picture of a course is a valid SVG for any title, and the same for the same title', async () => {
  for (const title of [
    'A',
    'Blockchain basics',
    '</svg><script>alert(1)</script> & more',
    'W'.repeat(200),
    '王 小明',
  ]) {
    const { content, cid } = buildTokenImage(title)
    expect(buildTokenImage(title).cid).toBe(cid)
    expect(content).not.toContain('<script')
    expect((await sharp(Buffer.from(content)).metadata()).format).toBe('svg')
  }
})
