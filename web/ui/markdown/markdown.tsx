import { useContext, useMemo } from 'react'
import { CodeBlock } from '../components/code-block.tsx'
import { type Block, readBlocks } from './blocks.ts'
import { type Formula, FormulaContext, useFormulas, withoutPlaceholders } from './formulas.tsx'
import { inlineOf } from './inline.tsx'

interface Given {
  text: string
  /** The formulas of the text; others are shown as they are written. */
  formulas?: readonly Formula[] | undefined
}

/** Renders the Markdown text of a course. Its writing direction is its own, whatever the language of the app is. */
export function Markdown({ text, formulas, className = '' }: Given & { className?: string }) {
  const { plain, found } = useFormulas(text, formulas)
  const blocks = useMemo(() => readBlocks(plain), [plain])
  return (
    <div dir="auto" className={`slide-text ${className}`}>
      <FormulaContext value={found}>
        <Blocks blocks={blocks} />
      </FormulaContext>
    </div>
  )
}

function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change their order.
    <BlockView key={index} block={block} />
  ))
}

/** The only paragraph of an item is shown without the distances of a paragraph. */
function Item({ blocks }: { blocks: Block[] }) {
  const [first, ...others] = blocks
  if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind === 'paragraph'))
    return <Blocks blocks={blocks} />
  return (
    <>
      {inlineOf(first.text)}
      <Blocks blocks={others} />
    </>
  )
}

/** Renders the text of a question or an answer, with inline marks only. */
export function InlineMarkdown({ text, formulas }: Given) {
  const { plain, found } = useFormulas(text, formulas)
  return <FormulaContext value={found}>{inlineOf(plain)}</FormulaContext>
}

function BlockView({ block }: { block: Block }) {
  const formulas = useContext(FormulaContext)
  const asWritten = (text: string) => withoutPlaceholders(text, formulas)
  switch (block.kind) {
    case 'heading':
      return <h3>{inlineOf(block.text)}</h3>
    case 'paragraph':
      return <p>{inlineOf(block.text)}</p>
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'rule':
      return <hr />
    case 'code':
      return <CodeBlock code={asWritten(block.text)} language={block.language} />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List start={block.isOrdered && block.start !== 1 ? block.start : undefined}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change their order.
            <li key={index}>
              <Item blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard as well.
        <section className="overflow-x-auto" tabIndex={0} aria-label={asWritten(block.head.join(', '))}>
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
