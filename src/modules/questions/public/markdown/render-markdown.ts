import type { Image, List, ListItem, Nodes, Parents, Root, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { escapeHtml } from '../../../../platform/mail/email-layout.ts'
import { renderMath } from './render-math.ts'
import { type MarkdownPiece, splitMath } from './split-math.ts'

/** Stands for a formula while Markdown is parsed, because Markdown would read `_` and `*` in it. */
const PLACEHOLDER = /\uE001(\d+)\uE002/g
const PLACEHOLDER_CHARACTERS = /[\uE001\uE002]/g
const SAFE_LINK = /^(?:https?:\/\/|mailto:|(?!\/\/)[\w./%#-])[^\s<>"'`\\]*$/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** One line without Markdown. Most texts are such a line, and an import compiles thousands of them. */
const PLAIN_TEXT =
  /^(?![#>+\-=]|\d{1,9}[.)])[^\s\\`*_[\]<&$|~\uE001\uE002][^\n\r\t\\`*_[\]<&$|~\uE001\uE002]*$/
const LANGUAGE = /^[\w+#.-]{1,40}$/

/** Compiles Markdown to HTML. Only known elements are written, and all text is escaped, so any input is safe. */
export function renderMarkdown(markdown: string): string {
  if (PLAIN_TEXT.test(markdown)) return `<p>${escapeHtml(markdown.trimEnd())}</p>`
  const { root, formulas } = parse(markdown)
  return new HtmlWriter(formulas).children(root)
}

/** The same without the paragraph around a single paragraph, for options and other short texts. */
export function renderInlineMarkdown(markdown: string): string {
  if (PLAIN_TEXT.test(markdown)) return escapeHtml(markdown.trimEnd())
  const { root, formulas } = parse(markdown)
  const writer = new HtmlWriter(formulas)
  const [only] = root.children
  return root.children.length === 1 && only!.type === 'paragraph'
    ? writer.children(only)
    : writer.children(root)
}

/** The images of Markdown without a text alternative. */
export function findImagesWithoutAlt(markdown: string): string[] {
  if (!markdown.includes('![')) return []
  const { root } = parse(markdown)
  return nodesOf(root).flatMap((node) => (node.type === 'image' && !node.alt?.trim() ? [node.url] : []))
}

function parse(markdown: string): { root: Root; formulas: MarkdownPiece[] } {
  const formulas: MarkdownPiece[] = []
  const text = splitMath(markdown.replace(PLACEHOLDER_CHARACTERS, ''))
    .map((piece) => (piece.isMath ? `\uE001${formulas.push(piece) - 1}\uE002` : piece.source))
    .join('')
  const root = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  return { root, formulas }
}

function nodesOf(root: Nodes): Nodes[] {
  return 'children' in root ? [root, ...root.children.flatMap((child) => nodesOf(child))] : [root]
}

class HtmlWriter {
  readonly #formulas: MarkdownPiece[]

  constructor(formulas: MarkdownPiece[]) {
    this.#formulas = formulas
  }

  children(parent: Parents): string {
    return (parent.children as Nodes[]).map((child) => this.#node(child)).join('')
  }

  #node(node: Nodes): string {
    switch (node.type) {
      case 'paragraph':
        return `<p>${this.children(node)}</p>`
      case 'text':
        return this.#text(node.value)
      case 'html':
        return escapeHtml(this.#source(node.value))
      case 'emphasis':
        return `<em>${this.children(node)}</em>`
      case 'strong':
        return `<strong>${this.children(node)}</strong>`
      case 'inlineCode':
        return `<code>${escapeHtml(this.#source(node.value))}</code>`
      case 'code':
        return this.#code(node.value, node.lang)
      case 'break':
        return '<br>'
      case 'link':
        return this.#link(node.url, this.children(node))
      case 'image':
        return this.#image(node)
      case 'list':
        return this.#list(node)
      case 'listItem':
        return `<li>${this.#listItem(node)}</li>`
      case 'blockquote':
        return `<blockquote>${this.children(node)}</blockquote>`
      case 'heading':
        // A question is inside of a page with headings of its own.
        return `<p><strong>${this.children(node)}</strong></p>`
      case 'thematicBreak':
        return '<hr>'
      case 'table':
        return this.#table(node)
      default:
        return 'children' in node ? this.children(node) : ''
    }
  }

  #text(value: string): string {
    let html = ''
    let from = 0
    for (const found of value.matchAll(PLACEHOLDER)) {
      const { latex, isDisplay } = this.#formulas[Number(found[1])]!
      html += escapeHtml(value.slice(from, found.index)) + renderMath(latex, isDisplay)
      from = found.index + found[0].length
    }
    return html + escapeHtml(value.slice(from))
  }

  /** Formulas in code and addresses are not formulas. */
  #source(value: string): string {
    return value.replace(PLACEHOLDER, (_, index) => this.#formulas[Number(index)]!.source)
  }

  #code(value: string, language: string | null | undefined): string {
    const named = language && LANGUAGE.test(language) ? ` class="language-${language}"` : ''
    return `<pre><code${named}>${escapeHtml(this.#source(value))}</code></pre>`
  }

  #link(url: string, content: string): string {
    const target = this.#source(url)
    if (!isSafeTarget(target)) return content
    return `<a href="${escapeHtml(target)}" rel="noopener noreferrer nofollow">${content}</a>`
  }

  #image({ url, alt }: Image): string {
    const target = this.#source(url)
    const text = escapeHtml(this.#source(alt ?? ''))
    return isSafeTarget(target) ? `<img src="${escapeHtml(target)}" alt="${text}">` : text
  }

  #list(node: List): string {
    if (!node.ordered) return `<ul>${this.children(node)}</ul>`
    const start = node.start && node.start !== 1 ? ` start="${node.start}"` : ''
    return `<ol${start}>${this.children(node)}</ol>`
  }

  #listItem(node: ListItem): string {
    return node.children
      .map((child) =>
        child.type === 'paragraph' && !node.spread ? this.children(child) : this.#node(child as Nodes),
      )
      .join('')
  }

  #table({ children, align }: Table): string {
    const row = (cells: Nodes[], name: 'th' | 'td') =>
      `<tr>${cells
        .map((cell, column) => {
          const side = align?.[column]
          const aligned = side ? ` align="${side}"` : ''
          return `<${name}${aligned}>${this.children(cell as Parents)}</${name}>`
        })
        .join('')}</tr>`
    const [head, ...body] = children
    const rows = body.map((each) => row(each.children, 'td')).join('')
    return `<table><thead>${row(head!.children, 'th')}</thead><tbody>${rows}</tbody></table>`
  }
}

function isSafeTarget(url: string): boolean {
  return SAFE_LINK.test(url) && (!SCHEME.test(url) || /^(?:https?|mailto):/i.test(url))
}
