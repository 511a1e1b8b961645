import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'

/** A text of the content. Its writing direction is its own, and may differ from that of the interface. */
export function Content({ text }: { text: string }) {
  return (
    <bdi>
      <InlineMarkdown text={text} />
    </bdi>
  )
}
