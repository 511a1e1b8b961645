// A small, safe Markdown: paragraphs, `code`, **bold**, lists and links. Whatever else is in a text is shown
// as it was written.

import { el } from './dom.js'

const INLINE =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\*\*(?<bold>.+?)\*\*|\[(?<label>[^\]]+)\]\((?<address>[^\s)]+)\)/gs

/** Only addresses that cannot run anything become links. */
const isSafeAddress = (address) => /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(address)

export function renderInline(text) {
  const nodes = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(from, match.index))
    from = match.index + match[0].length
    const { code, bold, label, address } = match.groups
    if (code !== undefined) nodes.push(el('code', code))
    else if (bold !== undefined) nodes.push(el('strong', renderInline(bold)))
    else if (isSafeAddress(address)) nodes.push(el('a', { href: address, rel: 'noopener noreferrer' }, label))
    else nodes.push(match[0])
  }
  return [...nodes, text.slice(from)]
}

export function renderMarkdown(source) {
  if (typeof source !== 'string' || !source.trim()) return null
  const root = el('div.prose')
  let list = null
  let lines = []
  const close = () => {
    if (lines.length) (list ?? root).append(el(list ? 'li' : 'p', renderInline(lines.join('\n'))))
    lines = []
  }
  for (const line of source.trim().split(/\r?\n/)) {
    const item = /^\s*(?:([-*+])|\d{1,4}[.)])\s+(.*)$/.exec(line)
    const tag = item?.[1] ? 'UL' : 'OL'
    // An unindented line after a list is a new paragraph; an indented one goes on with its item.
    const goesOn = line.trim() && (!list || /^\s/.test(line))
    if (item || !goesOn) close()
    if (item && list?.tagName !== tag) {
      list = el(tag)
      root.append(list)
    } else if (!item && !goesOn) list = null
    if (line.trim()) lines.push(item?.[2] ?? line.trim())
  }
  close()
  return root
}
