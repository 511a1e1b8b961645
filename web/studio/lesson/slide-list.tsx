import { CircleAlert, GripVertical } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../use-text.ts'
import { isComplete } from './check-slide.ts'
import { type DraftSlide, SLIDE_TYPES, titleOf } from './draft.ts'
import { SLIDE_ICONS } from './slide-kinds.ts'
import type { SlideActions } from './use-slides.ts'

interface Given {
  slides: readonly DraftSlide[]
  selected: string | undefined
  canEdit: boolean
  /** The same at every key stroke, so that only the changed row is rendered again. */
  actions: SlideActions
  /** Says where a slide was moved to. */
  notice: string
  /** Below the kinds of slides. */
  children?: ReactNode
}

/** The slides in their order. They are moved by dragging, by the arrow keys on the handle, or by buttons beside the editor. */
export function SlideList({ slides, selected, canEdit, actions, notice, children }: Given) {
  const { t } = useText()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const drag = useEffectEvent((event: PointerEvent) => {
    const rows = [...list.current!.children].map((row) => row.getBoundingClientRect())
    const to = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY <= bottom)
    if (to >= 0) actions.move(dragged!, () => to)
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
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <nav aria-label={t('lesson.slides')} className="min-h-0 flex-1 overflow-y-auto p-3">
        <ol ref={list} className="grid grid-cols-1 gap-1.5">
          {slides.map((slide, index) => (
            <SlideRow
              key={slide.key}
              slide={slide}
              number={index + 1}
              isSelected={slide.key === selected}
              isDragged={slide.key === dragged}
              canEdit={canEdit}
              actions={actions}
              onDrag={setDragged}
            />
          ))}
        </ol>
        {slides.length === 0 && <p className="p-3 text-ink-2">{t('lesson.noSlides')}</p>}
        <p role="status" className="sr-only">
          {notice}
        </p>
      </nav>
      {canEdit && <AddSlide onAdd={actions.add} />}
      {canEdit && children}
    </div>
  )
}

interface RowGiven {
  slide: DraftSlide
  number: number
  isSelected: boolean
  isDragged: boolean
  canEdit: boolean
  actions: SlideActions
  onDrag: (key: string) => void
}

const SlideRow = memo(function SlideRow({
  slide,
  number,
  isSelected,
  isDragged,
  canEdit,
  actions,
  onDrag,
}: RowGiven) {
  const { t } = useText()
  const Icon = SLIDE_ICONS[slide.type]
  const kind = t(`slide.type.${slide.type}`)
  const title = titleOf(slide)
  const isFinished = isComplete(slide)
  const row = useRef<HTMLLIElement>(null)
  // A slide that was added, or that a link has opened, may be far below.
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    actions.move(slide.key, (from) => from + step)
  }
  return (
    <li
      ref={row}
      className={`flex min-w-0 items-center rounded-control border-2 ${isSelected ? 'border-primary bg-primary-soft' : 'border-transparent hover:bg-sunken'} ${isDragged ? 'relative z-10 bg-surface shadow-float' : ''}`}
    >
      {canEdit && (
        <button
          type="button"
          aria-label={t('lesson.handle', { title: title || kind, position: number })}
          onKeyDown={onKey}
          onPointerDown={(event) => {
            if (event.button === 0) onDrag(slide.key)
          }}
          className="grid h-13 w-9 flex-none cursor-grab touch-none place-items-center rounded-lg text-ink-3 active:cursor-grabbing"
        >
          <GripVertical size={18} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        data-list-item
        aria-current={isSelected ? 'step' : undefined}
        onClick={() => actions.select(slide.key)}
        className={`flex min-h-13 min-w-0 flex-1 items-center gap-2.5 rounded-lg py-1.5 pe-2.5 text-start ${canEdit ? '' : 'ps-3'}`}
      >
        <Icon size={20} aria-hidden="true" className={isSelected ? 'text-primary' : 'text-ink-3'} />
        <span className="min-w-0 flex-1">
          <span className="block text-[12.5px] font-semibold text-ink-2">
            {number}. {kind}
          </span>
          <span className="block truncate text-[15px] font-bold">
            <bdi>{title || t('slide.empty')}</bdi>
          </span>
        </span>
        {!isFinished && (
          <span className="text-gold-text">
            <CircleAlert size={18} aria-hidden="true" />
            <span className="sr-only">{t('slide.incomplete')}</span>
          </span>
        )}
      </button>
    </li>
  )
})

function AddSlide({ onAdd }: { onAdd: SlideActions['add'] }) {
  const { t } = useText()
  return (
    <fieldset className="border-line border-t p-3">
      <legend className="float-start mb-2 text-[15px] font-bold">{t('lesson.add')}</legend>
      <div className="clear-both grid grid-cols-3 gap-1.5">
        {SLIDE_TYPES.map((type) => {
          const Icon = SLIDE_ICONS[type]
          return (
            <button
              key={type}
              type="button"
              onClick={() => onAdd(type)}
              className="flex min-h-16 flex-col items-center justify-center gap-1 rounded-control border-2 border-line bg-surface px-1 text-[13px] font-bold text-ink-2 hover:border-primary hover:text-primary"
            >
              <Icon size={20} aria-hidden="true" />
              {t(`slide.type.${type}`)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
