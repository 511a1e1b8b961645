import { ownFile } from '../../../ui/api/own-file.ts'
import { type Block, readBlocks } from '../../../ui/markdown/blocks.ts'
import type { Formula } from '../../../ui/markdown/formulas.tsx'
import { splitMath } from '../../../ui/markdown/split-math.ts'

/**
 * The texts of a question as HTML, until the service has compiled them. Everything is escaped first, so that only the elements
 * below are markup. Formulas are those that the service has compiled. Coloured code comes with the compiled text.
 */

/** Stands for a formula while Markdown is read. */
const PLACEHOLDER = /\uE002(\d+)\uE003/g

function withFormulas(
  text: string,
  formulas: readonly Formula[],
  htmlOfPlain: (plain: string, found: readonly Formula[]) => string,
): string {
  if (formulas.length === 0 || !text.includes('$')) return htmlOfPlain(text, [])
  const compiled = new Map(formulas.map((formula) => [formula.source, formula]))
  const found: Formula[] = []
  const plain = splitMath(text.replace(/[\uE002\uE003]/g, ''))
    .map(({ isMath, source }) => {
      const formula = isMath && compiled.get(source)
      return formula ? `\uE002${found.push(formula) - 1}\uE003` : source
    })
    .join('')
  return htmlOfPlain(plain, found).replace(PLACEHOLDER, (_, index) => found[Number(index)]?.html ?? '')
}

/** A formula in an address or in the text of a picture is no formula. */
const withoutFormulas = (text: string, found: readonly Formula[]): string =>
  text.replace(PLACEHOLDER, (_, index) => escaped(found[Number(index)]?.source ?? ''))

const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!,
  )

export function inlineHtml(text: string, formulas: readonly Formula[] = []): string {
  return withFormulas(text, formulas, inlineOf)
}

function inlineOf(text: string, found: readonly Formula[]): string {
  const codes: string[] = []
  return escaped(text)
    .replaceAll('\\\n', '<br>')
    .replace(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(code) - 1}\uE001`)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt: string, address: string) =>
      pictureHtml(withoutFormulas(alt, found), withoutFormulas(address, found)),
    )
    .replace(
      /\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/g,
      (_, words: string, address: string) =>
        `<a href="${withoutFormulas(address, found)}" target="_blank" rel="noopener noreferrer">${words}</a>`,
    )
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^\s*](?:.*?[^\s*])?)\*/g, '<em>$1</em>')
    .replace(/\{\{(\d{1,2})\}\}/g, '<span data-gap="$1"></span>')
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => `<code>${codes[Number(index)]}</code>`)
}

function pictureHtml(alt: string, address: string): string {
  const path = ownFile(address.replace(/^media\//, '/files/media/'))
  return path.startsWith('/files/') ? `<img src="${path}" alt="${alt}">` : alt
}

export function blockHtml(markdown: string, formulas: readonly Formula[] = []): string {
  return withFormulas(markdown, formulas, (plain, found) => htmlOf(readBlocks(plain), found))
}

function htmlOf(blocks: Block[], found: readonly Formula[]): string {
  const inline = (text: string) => inlineOf(text, found)
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `<h3>${inline(block.text)}</h3>`
        case 'paragraph':
          return `<p>${inline(block.text)}</p>`
        case 'quote':
          return `<blockquote>${htmlOf(block.blocks, found)}</blockquote>`
        case 'rule':
          return '<hr>'
        case 'code':
          return `<pre><code>${escaped(block.text)}</code></pre>`
        case 'list': {
          const name = block.isOrdered ? 'ol' : 'ul'
          return `<${name}>${block.items.map((item) => `<li>${itemHtml(item, found)}</li>`).join('')}</${name}>`
        }
        case 'table': {
          const row = (cells: string[], name: string) =>
            `<tr>${cells.map((cell) => `<${name}>${inline(cell)}</${name}>`).join('')}</tr>`
          const rows = block.rows.map((cells) => row(cells, 'td')).join('')
          return `<table><thead>${row(block.head, 'th')}</thead><tbody>${rows}</tbody></table>`
        }
      }
      return ''
    })
    .join('')
}

function itemHtml(item: Block[], found: readonly Formula[]): string {
  const [first, ...others] = item
  return first?.kind === 'paragraph'
    ? inlineOf(first.text, found) + htmlOf(others, found)
    : htmlOf(item, found)
}
