import { useEffect, useMemo, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { splitMath } from '../../../ui/markdown/split-math.ts'
import type { DraftSlide } from '../draft.ts'
import type { QuestionFields } from '../question-fields.ts'
import { renderFormula } from '../render-formula.ts'

/** While the author types, not at every key. */
const DELAY_MS = 250
/** Of one slide at a time. */
const MAX_FORMULAS = 60
const MAX_CACHED = 500

/** What the service has compiled for this page, by the formula as it is written. */
const compiled = new Map<string, Api.Formula>()

/** The formulas of what the author types, compiled by the service soon after the last key. */
export function useTypedFormulas(slide: DraftSlide | undefined): readonly Api.Formula[] {
  const sources = useMemo(() => (slide ? formulasIn(slide) : []), [slide])
  const [readCount, setReadCount] = useState(0)
  useEffect(() => {
    const missing = sources.filter((source) => !compiled.has(source))
    if (missing.length === 0) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void compile(missing, stop.signal).then(() => {
        if (!stop.signal.aborted) setReadCount((count) => count + 1)
      })
    }, DELAY_MS)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [sources])
  // biome-ignore lint/correctness/useExhaustiveDependencies: more is compiled after each reading.
  return useMemo(() => sources.flatMap((source) => compiled.get(source) ?? []), [sources, readCount])
}

/** One after the other. Without a connection the rest stays as it is written. */
async function compile(sources: readonly string[], signal: AbortSignal): Promise<void> {
  for (const source of sources) {
    if (signal.aborted) return
    const isDisplay = source.startsWith('$$')
    const latex = isDisplay ? source.slice(2, -2) : source.slice(1, -1)
    try {
      const { html } = await renderFormula(latex, isDisplay)
      if (compiled.size >= MAX_CACHED) compiled.clear()
      compiled.set(source, { source, html })
    } catch {
      return
    }
  }
}

/** The formulas of a slide, each once. */
function formulasIn(slide: DraftSlide): string[] {
  const texts = textsOf(slide).filter((text) => text.includes('$'))
  const found = texts.flatMap((text) =>
    splitMath(text).flatMap(({ isMath, source }) => (isMath ? source : [])),
  )
  return [...new Set(found)].slice(0, MAX_FORMULAS)
}

function textsOf(slide: DraftSlide): string[] {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
    case 'CALLOUT':
      return [slide.content]
    case 'FLASHCARD':
      return [slide.front, slide.back]
    case 'QUIZ':
      return questionTexts(slide.question)
    default:
      return []
  }
}

function questionTexts({
  prompt,
  explanation,
  hint,
  text,
  options,
  items,
  pairs,
  distractors,
}: QuestionFields) {
  return [
    prompt,
    explanation,
    hint,
    text,
    distractors,
    ...items,
    ...options.flatMap((option) => [option.text, option.feedback]),
    ...pairs.flatMap(({ left, right }) => [left, right]),
  ]
}
