import { useMemo } from 'react'
import { CodeBlock } from '../components/code-block.tsx'
import { type Block, readBlocks } from './blocks.ts'
import { inlineOf } from './inline.tsx'

/** Renders the Markdown text of a course. Its writing direction is its own, whatever the language of the app is. */
export function Markdown({ text, className = '' }: { text: string; className?: string }) {
  const blocks = useMemo(() => readBlocks(text), [text])
  return (
    <div dir="auto" className={`slide-text ${className}`}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change their order.
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

/** Renders the text of a question or an answer, with inline marks only. */
export function InlineMarkdown({ text }: { text: string }) {
  return <>{inlineOf(text)}</>
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{inlineOf(block.text)}</h3>
    case 'paragraph':
      return <p>{inlineOf(block.text)}</p>
    case 'quote':
      return <blockquote>{inlineOf(block.text)}</blockquote>
    case 'code':
      return <CodeBlock code={block.text} language={block.language} />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{inlineOf(item)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard as well.
        <section className="overflow-x-auto" tabIndex={0} aria-label={block.head.join(', ')}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th key={cell} scope="col">
                    {inlineOf(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.join('|')}>
                  {row.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
                    <td key={column}>{inlineOf(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
  }
}
