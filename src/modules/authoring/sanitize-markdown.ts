import type { Image, InlineCode, Link, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown, gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { defaultHandlers, type Handle, toMarkdown } from 'mdast-util-to-markdown'
import { gfmTable } from 'micromark-extension-gfm-table'
import { splitMath } from '../questions/public/markdown/split-math.ts'

/** Markdown without any of these contains neither HTML nor links, whatever the renderer. */
const HTML_OR_LINK = /<[A-Za-z/!?]|\]\s*[([]/
const DEFINITION = /^[ \t>*+\-\d.)]*\[/m
/** Allowed link targets: web, mail, and relative ones. Other schemes could run a script. */
const SAFE_LINK =
  /^(?:https?:\/\/[^\s<>"'`\\]+|mailto:[^\s<>"'`\\]+|(?!\/\/)[\w./%-]*(?:[?#][^\s<>"'`\\]*)?)$/i
/** A target that every renderer ends at the same place. */
const SIMPLE_AUTOLINK = /^(?:https?:\/\/|mailto:)[\w:/.?&=%#~+,;@-]+$/i
const TAG_START = /<(?=[A-Za-z/!?])/
const TAG_STARTS = new RegExp(TAG_START, 'g')
/** What a renderer may turn into a link, without angle brackets around it. */
const ADDRESS = /:|@|www\./i
const MAX_ADDRESS = 2_000
/** The parser needs quadratic time for these. No text that teaches has so many. */
const SLOW_STARTS = /\[|<[!?]/g
const MAX_SLOW_STARTS = 500
/** Stands for `<` while the tree is written, so that the writer does not escape it in its own way. */
const LESS_THAN = '\uE000'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F\u2028\u2029\uE000-\uE002]/g
/** Stands for a formula while the rest is sanitized, because Markdown would change `_`, `*` and `\` in it. */
const FORMULA = /\uE001(\d+)\uE002/g

/**
 * Removes HTML and dangerous links from Markdown. The text is parsed once, and only what the parser understood is
 * written, in a form that all renderers read alike. Markdown with neither HTML nor links is not changed.
 */
export function sanitizeMarkdown(markdown: string): string {
  const text = markdown.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '')
  const formulas: string[] = []
  const withoutFormulas = splitMath(text)
    .map((piece) => (piece.isMath ? `\uE001${formulas.push(piece.source) - 1}\uE002` : piece.source))
    .join('')
  if (formulas.length === 0) return sanitizeText(text)
  if (countSlowStarts(text) > MAX_SLOW_STARTS) return withoutMarkup(text)
  const written = sanitizeText(withoutFormulas).replace(FORMULA, (_, index) =>
    sanitizeFormula(formulas[Number(index)]!),
  )
  return isHarmless(parse(written)) ? written : withoutMarkup(text)
}

/** Writes LaTeX so that a renderer without formulas sees neither HTML nor a link in it. */
function sanitizeFormula(latex: string): string {
  return latex.replaceAll(TAG_STARTS, '\\lt ').replace(/\](?=\s*[([:])/g, ']{}')
}

function sanitizeText(text: string): string {
  const mayDefineLinks = text.includes(']:') && DEFINITION.test(text)
  if (!mayDefineLinks && !HTML_OR_LINK.test(text)) return text
  if (countSlowStarts(text) > MAX_SLOW_STARTS) return withoutMarkup(text)
  const written = write(sanitizeTree(parse(text)), text)
  return isHarmless(parse(written)) ? written : withoutMarkup(text)
}

function countSlowStarts(text: string): number {
  return text.match(SLOW_STARTS)?.length ?? 0
}

function parse(markdown: string): Parents {
  return fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
}

const writeLink: Handle = (node: Link, parent, state, info) => {
  const [child] = node.children
  const isAutolink = child?.type === 'text' && child.value === node.url.replace(/^mailto:/, '')
  if (isAutolink && node.children.length === 1 && SIMPLE_AUTOLINK.test(node.url)) return `<${child.value}>`
  return withTarget(defaultHandlers.link(node, parent, state, info), node.url)
}

const writeImage: Handle = (node: Image, parent, state, info) =>
  withTarget(defaultHandlers.image(node, parent, state, info), node.url)

/** Writes the target as it is. The writer would put backslashes into it, which simple renderers keep. */
function withTarget(link: string, url: string): string {
  return `${link.slice(0, link.lastIndexOf('](') + 2)}${url.replace(/&(?=#?\w+;)/g, '&amp;')})`
}

function write(tree: Parents, original: string): string {
  const markdown = toMarkdown(tree as never, {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    fences: true,
    resourceLink: true,
    incrementListMarker: true,
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    handlers: { link: writeLink, image: writeImage },
  }).replaceAll(LESS_THAN, '&lt;')
  return original.endsWith('\n') ? markdown : markdown.replace(/\n$/, '')
}

/** Turns HTML into text, link references into links, and unsafe link targets into `#`. */
function sanitizeTree(root: Parents): Parents {
  const targets = new Map<string, string>()
  for (const node of nodesOf(root))
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node.url)
  const swallowed = codeAfterAddresses(root)
  for (const node of nodesOf(root))
    if ('children' in node)
      node.children = (node.children as RootContent[]).flatMap((child) =>
        swallowed.has(child) ? asText((child as InlineCode).value, node) : sanitizeNode(child, node, targets),
      ) as never
  return root
}

/**
 * Inline code with a tag directly after a bare address: renderers that turn addresses into links count the backtick
 * as a part of the address.
 */
function codeAfterAddresses(root: Parents): Set<Nodes> {
  const swallowed = new Set<Nodes>()
  let word = ''
  for (const node of nodesOf(root)) {
    if (node.type === 'text' || node.type === 'html') word = lastWord(word + node.value)
    else if (node.type === 'inlineCode') {
      if (TAG_START.test(node.value) && ADDRESS.test(word)) swallowed.add(node)
      word = lastWord(`${word}\`${node.value}\``)
    } else if (!['strong', 'emphasis', 'link'].includes(node.type)) word = ''
  }
  return swallowed
}

function lastWord(text: string): string {
  return /\S*$/.exec(text.slice(-MAX_ADDRESS))![0]
}

function sanitizeNode(node: RootContent, parent: Parents, targets: Map<string, string>): RootContent[] {
  switch (node.type) {
    case 'html':
      return asText(node.value, parent)
    case 'text':
      return [{ ...node, value: node.value.replaceAll(TAG_STARTS, LESS_THAN) }]
    case 'definition':
      return []
    case 'linkReference':
      return [{ type: 'link', url: safeTarget(targets.get(node.identifier)), children: node.children }]
    case 'imageReference':
      return [{ type: 'image', url: safeTarget(targets.get(node.identifier)), alt: safeAlt(node.alt) }]
    case 'link':
      // The address of a refused `<scheme:…>` stays readable.
      return [{ type: 'link', url: safeTarget(node.url), children: node.children }]
    case 'image':
      return [{ type: 'image', url: safeTarget(node.url), alt: safeAlt(node.alt) }]
    default:
      return [node]
  }
}

/** Block HTML becomes a paragraph, inline HTML becomes text. */
function asText(html: string, parent: Parents): RootContent[] {
  const text: PhrasingContent = { type: 'text', value: html.replaceAll(TAG_STARTS, LESS_THAN) }
  const isBlock = !['paragraph', 'heading', 'tableCell', 'emphasis', 'strong', 'link'].includes(parent.type)
  return isBlock ? [{ type: 'paragraph', children: [text] }] : [text]
}

/** Brackets are encoded, because renderers differ in where a target with brackets ends. */
function safeTarget(url = ''): string {
  if (!SAFE_LINK.test(url)) return '#'
  return url.replace(/[()[\]]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16).toUpperCase()}`)
}

function safeAlt(alt: string | null | undefined): string {
  return (alt ?? '').replace(/[<`]/g, '')
}

function isHarmless(root: Parents): boolean {
  return [...nodesOf(root)].every(
    (node) =>
      node.type !== 'html' && node.type !== 'definition' && (!('url' in node) || SAFE_LINK.test(node.url)),
  )
}

/** The last resort: the text without any HTML, link or code. */
function withoutMarkup(text: string): string {
  const entities: Record<string, string> = {
    '<': '&lt;',
    '[': '&#91;',
    ']': '&#93;',
    '`': '&#96;',
    '~': '&#126;',
  }
  return text.replace(/[<[\]`~]/g, (character) => entities[character]!)
}

/** All nodes, parents first, without recursion: hostile Markdown may be deep. */
function* nodesOf(root: Nodes): Generator<Nodes> {
  const stack: Nodes[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    if ('children' in node) stack.push(...node.children.toReversed())
  }
}
