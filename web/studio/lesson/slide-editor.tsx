import { memo, useEffect, useRef } from 'react'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import { checkSlide } from './check-slide.ts'
import { CodeEditor } from './code-editor.tsx'
import type { DraftSlide, SlideFields, SlideOf } from './draft.ts'
import { FaultScope, useFault } from './fault-scope.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { QuestionEditor } from './question/question-editor.tsx'
import { SlideTextField } from './slide-text-field.tsx'
import { VideoEditor } from './video-editor.tsx'

interface Given {
  slide: DraftSlide
  /** Replaces fields of the slide. */
  onChange: (key: string, changes: Partial<SlideFields>) => void
  /** Sentences are shown for fields that the author has not visited, too. */
  showsAll: boolean
  /** The slide is new: its first field takes the focus. */
  takesFocus: boolean
}

/** The fields of one slide. */
export const SlideEditor = memo(function SlideEditor({ slide, onChange, showsAll, takesFocus }: Given) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input:not([type=file]), textarea')?.focus()
  }, [takesFocus])
  return (
    <div ref={form}>
      <FaultScope faults={checkSlide(slide)} showsAll={showsAll}>
        <SlideForm slide={slide} change={(changes) => onChange(slide.key, changes)} takesFocus={takesFocus} />
      </FaultScope>
    </div>
  )
})

export interface FormGiven<Slide extends DraftSlide> {
  slide: Slide
  change: (changes: Partial<Slide>) => void
}

function SlideForm({
  slide,
  change,
  takesFocus,
}: {
  slide: DraftSlide
  change: (changes: Partial<SlideFields>) => void
  takesFocus: boolean
}) {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return <TextEditor slide={slide} change={change} />
    case 'CODE':
      return <CodeEditor slide={slide} change={change} />
    case 'FLASHCARD':
      return <FlashcardEditor slide={slide} change={change} />
    case 'CALLOUT':
      return <CalloutEditor slide={slide} change={change} takesFocus={takesFocus} />
    case 'VIDEO':
      return <VideoEditor slide={slide} change={change} />
    case 'QUIZ':
      return (
        <QuestionEditor
          question={slide.question}
          change={(changes) => change({ question: { ...slide.question, ...changes } })}
        />
      )
  }
}

/** The heading of a slide. */
export function TitleField({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  const { t } = useText()
  const faultOf = useFault()
  return (
    <TextField
      label={t('slide.title')}
      name="title"
      dir="auto"
      maxLength={200}
      value={value}
      error={faultOf('title')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function TextEditor({ slide, change }: FormGiven<SlideOf<'TEXT_WITH_IMAGE'>>) {
  return (
    <>
      <TitleField value={slide.title} onChange={(title) => change({ title })} />
      <SlideTextField value={slide.content} onChange={(content) => change({ content })} />
    </>
  )
}

function FlashcardEditor({ slide, change }: FormGiven<SlideOf<'FLASHCARD'>>) {
  const { t } = useText()
  const faultOf = useFault()
  return (
    <>
      <MarkdownField
        label={t('slide.front')}
        name="front"
        rows={3}
        value={slide.front}
        error={faultOf('front')}
        onChange={(front) => change({ front })}
      />
      <MarkdownField
        label={t('slide.back')}
        name="back"
        value={slide.back}
        error={faultOf('back')}
        onChange={(back) => change({ back })}
      />
    </>
  )
}

const TONES = ['TIP', 'INFO', 'WARNING'] as const

interface CalloutGiven extends FormGiven<SlideOf<'CALLOUT'>> {
  takesFocus: boolean
}

function CalloutEditor({ slide, change, takesFocus }: CalloutGiven) {
  const { t } = useText()
  return (
    <>
      <SlideTextField
        value={slide.content}
        onChange={(content) => change({ content })}
        takesFocus={takesFocus}
      />
      <SelectField
        label={t('slide.tone')}
        value={slide.tone}
        options={TONES.map((tone) => ({ id: tone, text: t(`callout.${tone}`) }))}
        onChange={(event) => change({ tone: event.target.value as 'TIP' })}
      />
    </>
  )
}
