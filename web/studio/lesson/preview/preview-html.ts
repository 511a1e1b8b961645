import { ownFile } from '../../../ui/api/own-file.ts'
import { type Block, readBlocks } from '../../../ui/markdown/blocks.ts'

/**
 * The texts of a question as HTML, until the service has compiled them. Everything is escaped first, so that only the elements
 * below are markup. Formulas and coloured code come with the compiled text.
 */

const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!,
  )

export function inlineHtml(text: string): string {
  const codes: string[] = []
  return escaped(text)
    .replaceAll('\\\n', '<br>')
    .replace(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(code) - 1}\uE001`)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt: string, address: string) => pictureHtml(alt, address))
    .replace(
      /\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/g,
      '<a href="$2" target="_blank" rel="noopener noreferrer">$1</a>',
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

export function blockHtml(markdown: string): string {
  return htmlOf(readBlocks(markdown))
}

function htmlOf(blocks: Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `<h3>${inlineHtml(block.text)}</h3>`
        case 'paragraph':
          return `<p>${inlineHtml(block.text)}</p>`
        case 'quote':
          return `<blockquote>${htmlOf(block.blocks)}</blockquote>`
        case 'rule':
          return '<hr>'
        case 'code':
          return `<pre><code>${escaped(block.text)}</code></pre>`
        case 'list': {
          const name = block.isOrdered ? 'ol' : 'ul'
          return `<${name}>${block.items.map((item) => `<li>${itemHtml(item)}</li>`).join('')}</${name}>`
        }
        case 'table': {
          const row = (cells: string[], name: string) =>
            `<tr>${cells.map((cell) => `<${name}>${inlineHtml(cell)}</${name}>`).join('')}</tr>`
          const rows = block.rows.map((cells) => row(cells, 'td')).join('')
          return `<table><thead>${row(block.head, 'th')}</thead><tbody>${rows}</tbody></table>`
        }
      }
      return ''
    })
    .join('')
}

function itemHtml(item: Block[]): string {
  const [first, ...others] = item
  return first?.kind === 'paragraph' ? inlineHtml(first.text) + htmlOf(others) : htmlOf(item)
}
