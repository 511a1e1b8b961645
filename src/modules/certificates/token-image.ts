import { cidOf } from '../../platform/ipfs/cid.ts'
import { LOGO_PATH } from './image/dimensions.ts'

const WIDTH = 600
/** A wider title is set in two lines. */
const LINE_CHARACTERS = 26

/**
 * The picture of the tokens of a course, which wallets and the credential show. It has no name of a student, so it is
 * the same for all certificates of the course and can be pinned for ever.
 */
export function buildTokenImage(courseTitle: string): { cid: string; content: string } {
  const lines = splitTitle(courseTitle)
  const size = Math.min(44, (WIDTH - 80) / (Math.max(...lines.map((line) => [...line].length)) * 0.58))
  const titles = lines.map(
    (line, index) =>
      `<text x="300" y="${385 + (index - (lines.length - 1) / 2) * size * 1.25}" font-size="${size.toFixed(1)}" font-weight="700" fill="#1d2b28">${Bun.escapeHTML(line)}</text>`,
  )
  const content = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${WIDTH}" font-family="Georgia, 'Noto Serif', serif" text-anchor="middle">`,
    `<rect width="${WIDTH}" height="${WIDTH}" fill="#fdfbf5"/>`,
    '<rect x="24" y="24" width="552" height="552" fill="none" stroke="#14463d" stroke-width="3"/>',
    '<rect x="34" y="34" width="532" height="532" fill="none" stroke="#a9822f" stroke-width="2"/>',
    '<circle cx="300" cy="190" r="86" fill="none" stroke="#a9822f" stroke-width="9"/>',
    `<path d="${LOGO_PATH}" transform="translate(300 190) scale(2.7)" fill="#14463d"/>`,
    ...titles,
    '<text x="300" y="510" font-size="22" fill="#5d6b67">Certificate of completion</text>',
    '</svg>',
  ].join('')
  return { cid: cidOf(content), content }
}

/** Breaks a long title at the space nearest to its middle. */
function splitTitle(title: string): string[] {
  const middle = title.length / 2
  const spaces = [...title.matchAll(/ /g)].map(({ index }) => index)
  const nearest = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
  if (title.length <= LINE_CHARACTERS || nearest === undefined) return [title]
  return [title.slice(0, nearest), title.slice(nearest + 1)]
}
