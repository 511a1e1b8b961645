import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Html } from '../../ui/markdown/html.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'

interface Given {
  text: string
  /** The formulas of the text; others are shown as they are written. */
  formulas?: readonly Api.Formula[] | undefined
  /** The same text, compiled by the service. It is shown in place of the text. */
  html?: string | undefined
}

const ONLY_PARAGRAPH = /^<p>((?:(?!<\/p>).)*)<\/p>$/s

/** A text of the content. Its writing direction is its own, and may differ from that of the interface. */
export function Content({ text, formulas, html }: Given) {
  if (html !== undefined) return <Html html={html.replace(ONLY_PARAGRAPH, '$1')} className="slide-inline" />
  return (
    <bdi>
      <InlineMarkdown text={text} formulas={formulas} />
    </bdi>
  )
}
