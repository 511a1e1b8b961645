import { useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { useQuestionText } from '../../i18n/use-text.ts'
import { Html } from '../../markdown/html.tsx'
import { type Draft, fillMatch, type Question, rightParts } from './draft.ts'
import { partLook } from './part-look.ts'
import { PartMark } from './part-mark.tsx'
import { WordBank } from './word-bank.tsx'

interface Given {
  question: Extract<Question, { type: 'MATCH' }>
  draft: Draft
  solution: Api.Solution | undefined
  onDraft: (draft: Draft) => void
}

/** Pairs: the learner picks a right side for the marked left side. */
export function MatchInput({ question, draft, solution, onDraft }: Given) {
  const { t } = useQuestionText()
  const [marked, setMarked] = useState<number>()
  const parts = solution && rightParts(draft, solution)
  const empty = draft.matches.indexOf(undefined)
  const active = solution ? -1 : (marked ?? empty)
  return (
    <>
      <p className="mb-3 text-[15px] text-ink-2">{t('question.matchHelp')}</p>
      <ul className="grid gap-2.5">
        {question.leftHtml.map((html, index) => {
          const right = draft.matches[index]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the left sides keep their order.
            <li key={index}>
              <button
                type="button"
                aria-current={active === index ? 'true' : undefined}
                aria-disabled={solution !== undefined}
                onClick={() => {
                  if (solution) return
                  onDraft(fillMatch(draft, index, undefined))
                  setMarked(index)
                }}
                className={`grid min-h-14 w-full grid-cols-2 items-center gap-3 rounded-2xl border-2 p-2 ps-4 text-start font-semibold leading-snug ${active === index ? 'border-primary bg-primary-soft' : partLook(parts?.[index])}`}
              >
                <Html html={html} className="slide-inline min-w-0" />
                <span
                  className={`grid min-h-10 min-w-0 grid-cols-1 items-center rounded-xl px-3 py-1.5 ${right === undefined ? 'border-2 border-ink-3 border-dashed text-ink-2' : 'bg-sunken'}`}
                >
                  {right === undefined ? (
                    t('question.empty')
                  ) : (
                    <span className="flex items-center gap-2">
                      <Html html={question.rightHtml[right]!} className="slide-inline min-w-0 flex-1" />
                      <PartMark isRight={parts?.[index]} />
                    </span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {!solution && (
        <WordBank
          label={t('question.choices')}
          words={question.right.map((text, key) => ({
            key,
            text,
            html: question.rightHtml[key]!,
            isUsed: draft.matches.includes(key),
          }))}
          onPick={(right) => {
            onDraft(fillMatch(draft, active, right))
            setMarked(undefined)
          }}
        />
      )}
    </>
  )
}
