import { InlineMarkdown, Markdown } from '../../ui/markdown/markdown.tsx'
import { useText } from '../use-text.ts'
import { answerLines } from './answer-lines.ts'
import type { DraftSlide } from './draft.ts'
import type { QuestionFields } from './question-fields.ts'

/** All words of a slide. */
export function SlideText({ slide }: { slide: DraftSlide | undefined }) {
  const { t } = useText()
  if (!slide) return <p className="text-ink-2 italic">{t('versions.absent')}</p>
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return (
        <>
          <Title text={slide.title} />
          <Markdown text={slide.content} className="!text-base" />
        </>
      )
    case 'CODE':
      return (
        <>
          <Title text={slide.title} />
          <pre dir="ltr" className="whitespace-pre-wrap text-sm">
            {[slide.content, slide.setup, slide.expectedOutput].filter(Boolean).join('\n\n')}
          </pre>
        </>
      )
    case 'FLASHCARD':
      return (
        <>
          <Title text={slide.front} />
          <Markdown text={slide.back} className="!text-base" />
        </>
      )
    case 'CALLOUT':
      return <Markdown text={slide.content} className="!text-base" />
    case 'VIDEO':
      return (
        <>
          <Title text={slide.title} />
          <p dir="ltr">{[slide.mediaUrl, slide.captionsUrl, slide.durationSeconds].join(' ')}</p>
        </>
      )
    case 'QUIZ':
      return <QuestionText question={slide.question} />
  }
}

function Title({ text }: { text: string }) {
  return (
    <p dir="auto" className="mb-1.5 font-bold">
      <InlineMarkdown text={text} />
    </p>
  )
}

/** All words of a question. */
export function QuestionText({ question }: { question: QuestionFields }) {
  return (
    <>
      <Title text={question.prompt} />
      <ul className="grid gap-0.5">
        {answerLines(question).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order.
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      {question.explanation && <Markdown text={question.explanation} className="mt-2 !text-base" />}
      {question.hint && <p dir="auto">{question.hint}</p>}
    </>
  )
}
