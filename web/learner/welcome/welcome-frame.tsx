import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../../ui/brand/logo.tsx'
import { Owl, type OwlMood } from '../../ui/brand/owl.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  /** From 1; without it there is only one step. */
  number?: number | undefined
  total: number
  mood?: OwlMood
  title: string
  text: ReactNode
  /** Ends the welcome for now. */
  onLeave: () => void
  children: ReactNode
}

/** One question a screen. The title gets the focus, so that a screen reader starts there. */
export function WelcomeFrame({ number, total, mood = 'calm', title, text, onLeave, children }: Given) {
  const { t } = useScreenText()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step.
  useEffect(() => heading.current?.focus(), [title])
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[max(18px,env(safe-area-inset-top))] pb-[max(24px,env(safe-area-inset-bottom))]">
      <header className="flex items-center justify-between gap-4">
        <Logo />
        <button
          type="button"
          onClick={onLeave}
          className="-me-2 min-h-11 rounded-control px-3 font-bold text-ink-2 hover:bg-sunken hover:text-ink"
        >
          {t('welcome.later')}
        </button>
      </header>
      <main className="flex flex-1 flex-col pt-5">
        {number !== undefined && (
          <>
            <ProgressBar
              tone="gold"
              size="thin"
              value={(100 * number) / total}
              label={t('welcome.step', { number, total })}
            />
            <p className="mt-2 text-sm font-semibold text-ink-2">{t('welcome.step', { number, total })}</p>
          </>
        )}
        <div className="mt-5 flex items-center gap-4">
          <span className="flex-none" aria-hidden="true">
            <Owl mood={mood} size={72} />
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-[27px] outline-none sm:text-[32px]">
            {title}
          </h1>
        </div>
        <p className="mt-3 text-[17px] text-ink-2">{text}</p>
        <div className="mt-6 flex flex-1 flex-col">{children}</div>
      </main>
    </div>
  )
}
