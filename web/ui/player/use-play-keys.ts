import { useEffectEvent, useLayoutEffect } from 'react'

interface Keys {
  onChoose: (option: number) => void
  onNext: () => void
  /** For Enter, if it does something else than the arrow. */
  onEnter?: () => void
  onBack: () => void
  onLeave: () => void
}

/** 1 to 8 select an option, Enter and the right arrow continue, the left arrow goes back, Escape leaves. */
export function usePlayKeys(
  { onChoose, onNext, onEnter = onNext, onBack, onLeave }: Keys,
  isActive: boolean,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    // A key that is held down would skip slides.
    if (event.repeat) return
    const target = event.target as HTMLElement
    if (target.closest('input, textarea, select, video, [role=dialog]')) return
    const isControl = target.closest('button, a, summary') !== null
    const isRtl = document.documentElement.dir === 'rtl'
    const forwards = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const backwards = isRtl ? 'ArrowRight' : 'ArrowLeft'
    if (/^[1-8]$/.test(event.key)) onChoose(Number(event.key) - 1)
    else if (event.key === forwards) onNext()
    else if (event.key === 'Enter' && !isControl) onEnter()
    else if (event.key === backwards) onBack()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  })
  // Before the slide is painted, so that no key is lost that the learner presses when the slide appears.
  useLayoutEffect(() => {
    if (!isActive) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isActive])
}
