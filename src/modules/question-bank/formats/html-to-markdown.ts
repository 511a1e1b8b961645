import { FormatFault } from './question-file.ts'

const MAX_LENGTH = 20_000
/** No part of it crosses a `<`, so that matching takes linear time. */
const TOKEN = /<(\/?)([A-Za-z][\w-]*)((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>/g
/** Refused: they run, or show what the file does not bring along. */
const REFUSED = new Set(
  'script style iframe object embed applet form input button img picture audio video svg math canvas table base link meta'.split(
    ' ',
  ),
)
const BLOCKS = new Set('p div section article blockquote ul ol h1 h2 h3 h4 h5 h6'.split(' '))
const MARKS: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', code: '`', tt: '`' }
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  deg: '°',
  euro: '€',
  rarr: '→',
  larr: '←',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/** Whether a text contains a tag or an entity of HTML. */
export function looksLikeHtml(text: string): boolean {
  return /<\/?[A-Za-z][^<>]*>|<!--|&(?:#\d+|#x[\da-f]+|[a-z]+);/i.test(text)
}

/**
 * Converts the simple HTML of other systems to Markdown: paragraphs, lists, emphasis, code, links, and formulas in `\(…\)`.
 * Refuses what would be lost, such as pictures and tables, and what runs, such as scripts. Other tags leave their text.
 */
export function htmlToMarkdown(source: string): string {
  if (source.length > MAX_LENGTH) throw new FormatFault('has a text that is too long')
  const html = withoutComments(source)
  const parts: string[] = []
  const lists: string[] = []
  const links: string[] = []
  let literalDepth = 0
  let from = 0
  const addText = (text: string) => parts.push(literalDepth > 0 ? decodeEntities(text) : toText(text))
  for (const token of html.matchAll(TOKEN)) {
    addText(html.slice(from, token.index))
    from = token.index + token[0].length
    const [, slash, written, attributes = ''] = token
    const tag = written!.toLowerCase()
    const isEnd = slash === '/'
    if (REFUSED.has(tag)) throw new FormatFault(`has the HTML element <${tag}>, which cannot be imported`)
    if (tag === 'ul' || tag === 'ol') {
      if (isEnd) lists.pop()
      else lists.push(tag === 'ul' ? '- ' : '1. ')
    }
    if (tag === 'code' || tag === 'tt' || tag === 'pre')
      literalDepth = Math.max(0, literalDepth + (isEnd ? -1 : 1))
    parts.push(
      tag === 'a' ? linkMark(isEnd, attributes, links) : markOf(tag, isEnd, lists.at(-1), literalDepth),
    )
  }
  addText(html.slice(from))
  return parts
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function withoutComments(html: string): string {
  const [first, ...rest] = html.split('<!--')
  return (
    first +
    rest.map((part) => part.slice(part.includes('-->') ? part.indexOf('-->') + 3 : part.length)).join('')
  )
}

function linkMark(isEnd: boolean, attributes: string, links: string[]): string {
  if (isEnd) {
    const target = links.pop()
    return target === undefined ? '' : `](${target})`
  }
  const [, double, single] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  links.push(encodeURI(decodeEntities(double ?? single ?? '#')).replace(/[()]/g, ''))
  return '['
}

function markOf(tag: string, isEnd: boolean, bullet: string | undefined, literalDepth: number): string {
  if (tag === 'pre') return isEnd ? '\n```\n\n' : '\n\n```\n'
  // `<pre><code>` is one block of code.
  if ((tag === 'code' || tag === 'tt') && literalDepth > (isEnd ? 0 : 1)) return ''
  if (tag in MARKS) return MARKS[tag]!
  if (tag === 'br') return '\n'
  if (tag === 'li') return isEnd ? '' : `\n${bullet ?? '- '}`
  if (tag === 'sup') return isEnd ? '}$' : '$^{'
  if (tag === 'sub') return isEnd ? '}$' : '$_{'
  return BLOCKS.has(tag) ? '\n\n' : ''
}

/** Text of HTML as Markdown: its signs have no meaning, except for formulas. */
function toText(text: string): string {
  return text
    .split(/(\\\([\s\S]{1,1000}?\\\)|\\\[[\s\S]{1,1000}?\\\]|\$\$[^$]{1,1000}\$\$)/)
    .map((piece, index) => (index % 2 === 0 ? escapeMarkdown(decodeEntities(piece)) : toFormula(piece)))
    .join('')
    .replace(/[ \t\n]+/g, ' ')
}

function toFormula(piece: string): string {
  const latex = decodeEntities(piece.slice(2, -2)).trim()
  return piece.startsWith('\\(') ? `$${latex}$` : `$$${latex}$$`
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<$]/g, '\\$&')
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[A-Za-z]{2,8});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
      ? String.fromCodePoint(code)
      : ''
  })
}
