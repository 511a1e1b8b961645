import { useCallback, useMemo, useRef, useState } from 'react'
import { useText } from '../use-text.ts'
import {
  copyOf,
  type DraftSlide,
  emptySlide,
  type LessonDraft,
  type SlideFields,
  type SlideType,
} from './draft.ts'
import type { LessonEditing } from './use-lesson-draft.ts'

export interface SlideActions {
  select: (key: string) => void
  /** After the selected slide. */
  add: (type: SlideType) => void
  /** `to` gets the present position. */
  move: (key: string, to: (from: number) => number) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
  undoRemove: () => void
  /** After the selected slide. */
  insert: (slides: DraftSlide[]) => void
  undoInsert: () => void
  /** Replaces fields of a slide. */
  edit: (key: string, changes: Partial<SlideFields>) => void
}

interface Removed {
  slide: DraftSlide
  at: number
}

/** The slide that the address names, such as `#slide-3`: the checklist and the library link to slides. */
function linkedSlide(): number {
  return Number(/^#slide-(\d+)$/.exec(location.hash)?.[1]) - 1
}

/** The selected slide, and what is done with slides. The actions are the same object at every key stroke. */
export function useSlides({ draft, change }: Pick<LessonEditing, 'draft' | 'change'>) {
  const { t } = useText()
  const [selectedKey, setSelectedKey] = useState(() => draft.slides[linkedSlide()]?.key)
  const [addedKey, setAddedKey] = useState<string>()
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [removed, setRemoved] = useState<Removed>()
  const [inserted, setInserted] = useState<readonly string[]>([])
  const [notice, setNotice] = useState('')
  const found = draft.slides.findIndex(({ key }) => key === selectedKey)
  const at = Math.max(0, found)
  const selected = draft.slides[at]
  const current = useRef<{ slides: DraftSlide[]; key: string | undefined }>({ slides: [], key: undefined })
  current.current = { slides: draft.slides, key: selected?.key }
  const removedNow = useRef(removed)
  removedNow.current = removed
  const insertedNow = useRef(inserted)
  insertedNow.current = inserted

  const select = useCallback((key: string) => {
    const left = current.current.key
    if (left !== undefined && left !== key) setVisited((before) => new Set([...before, left]))
    setSelectedKey(key)
    setAddedKey(undefined)
  }, [])

  const actions = useMemo((): SlideActions => {
    const setSlides = (how: (slides: DraftSlide[]) => DraftSlide[]) =>
      change((before: LessonDraft) => ({ ...before, slides: how(before.slides) }))
    const insertAfter = (key: string | undefined, ...added: [DraftSlide, ...DraftSlide[]]) => {
      setSlides((slides) => {
        const position = slides.findIndex((each) => each.key === key)
        return slides.toSpliced(position < 0 ? slides.length : position + 1, 0, ...added)
      })
      select(added[0].key)
      setAddedKey(added[0].key)
    }
    return {
      select,
      add: (type) => insertAfter(current.current.key, emptySlide(type)),
      duplicate: (key) => {
        const slide = current.current.slides.find((each) => each.key === key)
        if (slide) insertAfter(key, copyOf(slide))
      },
      move: (key, to) => {
        const { slides } = current.current
        const from = slides.findIndex((slide) => slide.key === key)
        const target = to(from)
        if (from < 0 || target < 0 || target >= slides.length || target === from) return
        setSlides((before) => before.toSpliced(from, 1).toSpliced(target, 0, before[from]!))
        setNotice(t('lesson.moved', { position: target + 1 }))
      },
      remove: (key) => {
        const { slides } = current.current
        const position = slides.findIndex((slide) => slide.key === key)
        if (position < 0) return
        setRemoved({ slide: slides[position]!, at: position })
        setInserted([])
        setSlides((before) => before.toSpliced(position, 1))
        const next = slides[position + 1] ?? slides[position - 1]
        if (next) setSelectedKey(next.key)
      },
      undoRemove: () => {
        const last = removedNow.current
        if (!last) return
        setSlides((before) => before.toSpliced(last.at, 0, last.slide))
        setSelectedKey(last.slide.key)
        setRemoved(undefined)
      },
      insert: ([first, ...others]) => {
        if (!first) return
        insertAfter(current.current.key, first, ...others)
        setInserted([first.key, ...others.map(({ key }) => key)])
        setRemoved(undefined)
      },
      undoInsert: () => {
        const keys = new Set(insertedNow.current)
        const { slides } = current.current
        const before = slides[slides.findIndex(({ key }) => keys.has(key)) - 1]
        setSlides((all) => all.filter(({ key }) => !keys.has(key)))
        if (before) setSelectedKey(before.key)
        setInserted([])
      },
      edit: (key, changes) =>
        setSlides((slides) =>
          slides.map((slide) => (slide.key === key ? ({ ...slide, ...changes } as DraftSlide) : slide)),
        ),
    }
  }, [change, select, t])

  return {
    actions,
    at,
    selected,
    notice,
    removed,
    forgetRemoved: () => setRemoved(undefined),
    /** How many slides were inserted together. */
    insertedCount: inserted.length,
    forgetInserted: () => setInserted([]),
    isAdded: (key: string) => key === addedKey,
    isVisited: (key: string) => visited.has(key),
    /** Every sentence is shown from now on. */
    visitAll: () => setVisited(new Set(draft.slides.map(({ key }) => key))),
  }
}
