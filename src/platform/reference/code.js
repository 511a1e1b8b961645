import { el } from './dom.js'

const TOKENS =
  /(?<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>true|false|null)/g

/** Colouring costs an element a token, so a long text stays plain. */
const LONGEST_COLOURED_TEXT = 60_000

function colourJson(text) {
  if (text.length > LONGEST_COLOURED_TEXT) return text
  const nodes = []
  let from = 0
  for (const match of text.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined)
    if (kind === 'key') continue
    nodes.push(text.slice(from, match.index), el(`span.json-${kind}`, match[0]))
    from = match.index + match[0].length
  }
  return [...nodes, text.slice(from)]
}

/** A block of code that scrolls in itself; it takes focus so that the keyboard can scroll it too. */
export function codeBlock(text, label, isJson = false) {
  const attributes = { tabindex: '0', role: 'region', 'aria-label': label }
  return el('pre.code', attributes, el('code', isJson ? colourJson(text) : text))
}

/** A box with a title, what can be done with it, and what it holds. */
export function panel(title, actions, ...content) {
  return el('div.panel', el('div.panel-head.row', el('h4', title), actions), content)
}
