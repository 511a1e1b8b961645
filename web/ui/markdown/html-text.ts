const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/gi
const EMPTY_TAGS = ['br', 'hr', 'img', 'mspace']
const BLOCK_TAGS = ['p', 'li', 'pre', 'div', 'blockquote', 'mtd', 'td', 'th']

/**
 * The plain text of HTML that the service has compiled, for names of controls. Formulas are written in one line: `x^2`, `1/2`, `√(x+1)`.
 * A picture is its description.
 */
export function htmlText(html: string): string {
  const open: { tag: string; parts: string[] }[] = [{ tag: '', parts: [] }]
  const add = (text: string) => open.at(-1)!.parts.push(text)
  for (const [token, slash, name, attributes] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase()
    if (tag === undefined) add(decode(token))
    else if (EMPTY_TAGS.includes(tag)) add(tag === 'img' ? decode(altOf(attributes!)) : ' ')
    else if (!slash) open.push({ tag, parts: [] })
    else if (open.length > 1) {
      const { tag: opened, parts } = open.pop()!
      add(join(opened, parts))
    }
  }
  while (open.length > 1) {
    const { tag, parts } = open.pop()!
    add(join(tag, parts))
  }
  return open[0]!.parts.join('').replace(/\s+/g, ' ').trim()
}

function join(tag: string, parts: readonly string[]): string {
  const [base = '', second = '', third = ''] = parts
  switch (tag) {
    case 'annotation':
      return ''
    case 'mfrac':
      return `${group(base)}/${group(second)}`
    case 'msup':
      return `${group(base)}^${group(second)}`
    case 'msub':
    case 'munder':
      return `${group(base)}_${group(second)}`
    case 'msubsup':
    case 'munderover':
      return `${group(base)}_${group(second)}^${group(third)} `
    case 'msqrt':
      return `√${group(parts.join(''))}`
    case 'mroot':
      return `${group(second)}√${group(base)}`
    default:
      return parts.join('') + (BLOCK_TAGS.includes(tag) ? ' ' : '')
  }
}

/** A part of a formula that is more than one sign or number is in brackets. */
function group(part: string): string {
  return /^(?:.|[\p{L}\p{N}.,]+|\(.*\))$/u.test(part) ? part : `(${part})`
}

function altOf(attributes: string): string {
  return /\balt="([^"]*)"/.exec(attributes)?.[1] ?? ''
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
