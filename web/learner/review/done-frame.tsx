import { type ReactNode, useEffect } from 'react'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Owl } from '../../ui/brand/owl.tsx'
import { celebrate } from '../../ui/player/celebrate.ts'
import { SlideTitle } from '../../ui/player/slides/slide-title.tsx'

interface Given {
  title: string
  score: string | undefined
  isCelebrated: boolean
  /** Nothing was right: no laurel. */
  isConsoled?: boolean
  /** What the session has earned. */
  children: ReactNode
  actions: ReactNode
}

/** The end of a session of questions. */
export function DoneFrame({ title, score, isCelebrated, isConsoled = false, children, actions }: Given) {
  useEffect(() => {
    if (isCelebrated) void celebrate()
  }, [isCelebrated])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[max(28px,env(safe-area-inset-top))]">
      <div className="flex flex-1 flex-col items-center justify-center text-center">
        {isConsoled ? (
          <Owl mood="calm" size={148} />
        ) : (
          <div className="relative grid animate-pop place-items-center">
            <Laurel size={218} className="text-gold" />
            <span className="absolute">
              <Owl mood="glad" size={118} />
            </span>
          </div>
        )}
        <SlideTitle className="mt-4">{title}</SlideTitle>
        {score && <p className="mt-2 text-lg text-ink-2">{score}</p>}
        {children}
      </div>
      <div className="sticky bottom-0 grid gap-3 bg-bg pt-6 pb-[max(20px,env(safe-area-inset-bottom))]">
        {actions}
      </div>
    </main>
  )
}
