import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { useQuestionText } from '../../i18n/use-text.ts'
import { Html } from '../../markdown/html.tsx'
import { type Draft, fillGap, type Question, rightParts } from './draft.ts'
import { partLook } from './part-look.ts'
import { PartMark } from './part-mark.tsx'
import { WordBank } from './word-bank.tsx'

interface Given {
  question: Extract<Question, { type: 'GAP' }>
  draft: Draft
  solution: Api.Solution | undefined
  onDraft: (draft: Draft) => void
}

/** A text with gaps. The compiled text has an empty element for each gap, which gets the control. */
export function GapInput({ question, draft, solution, onDraft }: Given) {
  const { t } = useQuestionText()
  const text = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<Element[]>([])
  const [marked, setMarked] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other places.
  useLayoutEffect(() => {
    setPlaces([...text.current!.querySelectorAll('[data-gap]')])
  }, [question.textHtml])
  const parts = solution && rightParts(draft, solution)
  const active = solution ? -1 : (marked ?? draft.gaps.indexOf(''))
  const { wordBank } = question
  return (
    <>
      <div ref={text} className="gap-text">
        <Html as="div" html={question.textHtml} className="slide-text" />
      </div>
      {places.map((place) => {
        const index = Number(place.getAttribute('data-gap')) - 1
        const word = draft.gaps[index] ?? ''
        const label = t('question.gap', { number: index + 1 })
        const look = active === index ? 'border-primary bg-primary-soft' : partLook(parts?.[index])
        return createPortal(
          <>
            {wordBank ? (
              <button
                type="button"
                aria-label={word ? `${label}: ${word}` : label}
                aria-current={active === index ? 'true' : undefined}
                aria-disabled={solution !== undefined}
                onClick={() => {
                  if (solution) return
                  onDraft(fillGap(draft, index, ''))
                  setMarked(index)
                }}
                className={`mx-1 inline-block min-h-11 min-w-24 rounded-xl border-2 px-3 align-middle font-semibold leading-normal ${look}`}
              >
                {word}
              </button>
            ) : (
              <input
                aria-label={label}
                value={word}
                readOnly={solution !== undefined}
                maxLength={500}
                size={Math.max(9, word.length)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                dir="auto"
                onChange={(event) => onDraft(fillGap(draft, index, event.target.value))}
                className={`mx-1 min-h-11 max-w-full rounded-xl border-2 px-3 align-middle text-[16px] font-semibold leading-normal outline-none focus:border-primary ${partLook(parts?.[index])}`}
              />
            )}
            <PartMark isRight={parts?.[index]} />
          </>,
          place,
          `${index}`,
        )
      })}
      {wordBank && !solution && (
        <WordBank
          label={t('question.choices')}
          words={wordBank.map((word, key) => ({ key, text: word, isUsed: false }))}
          onPick={(key) => {
            onDraft(fillGap(draft, active, wordBank[key]!))
            setMarked(undefined)
          }}
        />
      )}
    </>
  )
}
