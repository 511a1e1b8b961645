import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { useQuestionText } from '../../i18n/use-text.ts'
import { Html } from '../../markdown/html.tsx'
import { htmlText } from '../../markdown/html-text.ts'
import { type Draft, moveItem, type Question, rightParts } from './draft.ts'
import { partLook } from './part-look.ts'
import { PartMark } from './part-mark.tsx'

interface Given {
  question: Extract<Question, { type: 'ORDER' }>
  draft: Draft
  solution: Api.Solution | undefined
  onDraft: (draft: Draft) => void
}

/** Items to put in order: by dragging, by the arrow keys on the handle, or by buttons. */
export function OrderInput({ question, draft, solution, onDraft }: Given) {
  const { t } = useQuestionText()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [moved, setMoved] = useState<{ item: number; position: number }>()
  const parts = solution && rightParts(draft, solution)
  const nameOf = (item: number) => htmlText(question.itemsHtml[item]!)
  const move = (item: number, to: number) => {
    const next = moveItem(draft, draft.order.indexOf(item), to)
    if (next === draft) return
    onDraft(next)
    setMoved({ item, position: to + 1 })
  }
  const drag = useEffectEvent((event: PointerEvent) => {
    const rows = [...list.current!.children].map((row) => row.getBoundingClientRect())
    const to = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY <= bottom)
    if (to >= 0) move(dragged!, to)
  })
  // The window listens, because an element that moves in the page loses the pointer.
  useEffect(() => {
    if (dragged === undefined) return
    const stop = new AbortController()
    const drop = () => setDragged(undefined)
    window.addEventListener('pointermove', drag, { signal: stop.signal })
    window.addEventListener('pointerup', drop, { signal: stop.signal })
    window.addEventListener('pointercancel', drop, { signal: stop.signal })
    return () => stop.abort()
  }, [dragged])
  const onKey = (event: KeyboardEvent, item: number, position: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(item, position + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <>
      <p className="mb-3 text-[15px] text-ink-2">{t('question.orderHelp')}</p>
      <ol ref={list} className="grid gap-2.5">
        {draft.order.map((item, position) => {
          const name = nameOf(item)
          return (
            <li
              key={item}
              className={`flex min-h-14 items-center gap-1 rounded-2xl border-2 ps-1 pe-2.5 font-semibold ${partLook(parts?.[position])} ${dragged === item ? 'relative z-10 border-primary shadow-float' : ''}`}
            >
              <button
                type="button"
                aria-label={t('question.handle', { item: name, position: position + 1 })}
                disabled={solution !== undefined}
                className="grid size-11 flex-none cursor-grab touch-none place-items-center rounded-xl text-ink-3 hover:bg-sunken active:cursor-grabbing"
                onKeyDown={(event) => onKey(event, item, position)}
                onPointerDown={() => setDragged(item)}
              >
                <GripVertical size={20} aria-hidden="true" />
              </button>
              <span className="min-w-0 flex-1 py-2.5 leading-snug">
                <Html html={question.itemsHtml[item]!} className="slide-inline" />
              </span>
              <PartMark isRight={parts?.[position]} />
              {!solution && (
                <>
                  <StepButton
                    label={t('question.up', { item: name })}
                    isDisabled={position === 0}
                    onPress={() => move(item, position - 1)}
                  >
                    <ChevronUp size={22} aria-hidden="true" />
                  </StepButton>
                  <StepButton
                    label={t('question.down', { item: name })}
                    isDisabled={position === draft.order.length - 1}
                    onPress={() => move(item, position + 1)}
                  >
                    <ChevronDown size={22} aria-hidden="true" />
                  </StepButton>
                </>
              )}
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {moved && t('question.moved', { item: nameOf(moved.item), position: moved.position })}
      </p>
    </>
  )
}

interface StepGiven {
  label: string
  isDisabled: boolean
  onPress: () => void
  children: React.ReactNode
}

/** It stays focusable at the end of the list, so that the focus is not lost. */
function StepButton({ label, isDisabled, onPress, children }: StepGiven) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={onPress}
      className="grid size-11 flex-none place-items-center rounded-xl text-ink-2 hover:bg-sunken aria-disabled:text-line"
    >
      {children}
    </button>
  )
}
