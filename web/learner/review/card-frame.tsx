import type { ReactNode } from 'react'

interface Given {
  children: ReactNode
  /** Instead of the actions, after the answer. */
  footer: ReactNode
  actions: ReactNode
}

/** One card a screen, with its actions in reach of the thumb. */
export function CardFrame({ children, footer, actions }: Given) {
  return (
    <>
      <main className="mx-auto w-full max-w-2xl flex-1 animate-rise px-5 pt-5 pb-8">{children}</main>
      <footer className="sticky bottom-0 z-20">
        {footer ?? (
          <div className="border-line border-t bg-bg/95 backdrop-blur">
            <div className="mx-auto grid max-w-2xl gap-3 px-5 pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
              {actions}
            </div>
          </div>
        )}
      </footer>
    </>
  )
}
