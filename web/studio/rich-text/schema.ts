import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { Origin } from './origin.ts'
import { isSafeTarget, ownPicture } from './safe-target.ts'

/** Blocks know where they come from, see `Origin`. */
const origin = { default: Origin.none }
const isDirect = { dir: 'auto' }

/** What safe Markdown can say, and nothing else. */
const nodes = {
  doc: {
    content: '(block | markdown_block)+',
    // The text after the last block; and whether blocks of the text depend on each other, such as links and their definitions.
    attrs: { tail: { default: '' }, isFragile: { default: false } },
  },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: { origin },
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', isDirect, 0],
  },
  heading: {
    content: 'line*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 3 }, origin },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    // Slides show all levels alike, below the title of the slide.
    toDOM: () => ['h3', isDirect, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    attrs: { origin },
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', isDirect, 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { isLoose: { default: false }, origin },
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', isDirect, 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { start: { default: 1 }, isLoose: { default: false }, origin },
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: Number(dom.getAttribute('start') ?? 1) || 1 }) }],
    toDOM: ({ attrs }) => ['ol', { ...isDirect, start: attrs.start === 1 ? null : attrs.start }, 0],
  },
  list_item: {
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', isDirect, 0],
  },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    /** What follows the fence: the language and further words. */
    attrs: { info: { default: '' }, origin },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: ({ attrs }) => ['pre', { dir: 'ltr', 'data-info': attrs.info || null }, ['code', 0]],
  },
  horizontal_rule: {
    group: 'block',
    attrs: { origin },
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => ['hr'],
  },
  table: {
    content: 'table_row+',
    group: 'block',
    isolating: true,
    /** `left`, `center`, `right` or null for each column. */
    attrs: { align: { default: [] }, origin },
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', isDirect, ['tbody', 0]],
  },
  table_row: { content: 'table_cell+', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
  table_cell: {
    content: 'line*',
    isolating: true,
    parseDOM: [{ tag: 'td' }, { tag: 'th' }],
    toDOM: () => ['td', isDirect, 0],
  },
  /** What the other nodes cannot represent. It is edited as Markdown. */
  markdown_block: {
    atom: true,
    selectable: true,
    attrs: { source: {}, origin },
    toDOM: ({ attrs }) => ['pre', { class: 'rich-text-source', dir: 'auto' }, attrs.source as string],
  },
  text: { group: 'inline line' },
  math: {
    inline: true,
    atom: true,
    group: 'inline line',
    /** With its dollar signs. */
    attrs: { source: {} },
    parseDOM: [
      {
        tag: 'span[data-math]',
        getAttrs: (dom) => {
          const source = dom.getAttribute('data-math')!
          return /^\$[^$`]+\$$|^\$\$[^$`]+\$\$$/.test(source) && { source }
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'span',
      { class: 'rich-text-math', dir: 'ltr', 'data-math': attrs.source },
      latexOf(attrs.source),
    ],
  },
  image: {
    inline: true,
    atom: true,
    draggable: true,
    group: 'inline line',
    attrs: { src: {}, alt: { default: '' }, title: { default: null } },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (dom) => {
          const src = dom.getAttribute('src')!
          return isSafeTarget(src) && { src, alt: dom.getAttribute('alt') ?? '' }
        },
      },
    ],
    toDOM: ({ attrs }) => pictureOf(attrs.src, attrs.alt),
  },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => {
          const href = dom.getAttribute('href')!
          return isSafeTarget(href) && { href }
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: isSafeTarget(attrs.href) ? attrs.href : null }, 0],
  },
  strong: {
    parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    toDOM: () => ['strong', 0],
  },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { dir: 'ltr' }, 0] },
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes: nodes as Record<keyof typeof nodes, NodeSpec>, marks })

/** A formula without its dollar signs. */
export function latexOf(source: string): string {
  return source.replace(/^\$\$?|\$?\$$/g, '').trim()
}

function pictureOf(src: string, alt: string): DOMOutputSpec {
  const own = ownPicture(src)
  if (own) return ['img', { src: own, alt }]
  return ['span', { class: 'rich-text-picture', role: 'img', 'aria-label': alt || src }, alt || src]
}
