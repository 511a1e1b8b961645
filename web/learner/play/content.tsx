import type { Api } from '../../../packages/client/src/lyceum.ts'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'

interface Given {
  text: string
  /** The formulas of the text; others are shown as they are written. */
  formulas?: readonly Api.Formula[] | undefined
}

/** A text of the content. Its writing direction is its own, and may differ from that of the interface. */
export function Content({ text, formulas }: Given) {
  return (
    <bdi>
      <InlineMarkdown text={text} formulas={formulas} />
    </bdi>
  )
}
