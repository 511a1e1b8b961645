import { type ReactNode, useId } from 'react'
import { ConsoleLink, type Destination } from '../frame/console-link.tsx'

interface Given {
  title: string
  /** Beside the title. */
  end?: ReactNode
  children: ReactNode
}

/** A part of the page of a user. */
export function Section({ title, end, children }: Given) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 border-line border-b px-4 py-1">
        <h2 id={id} className="text-[17px]">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  )
}

/** Leads to the whole list of a section. */
export function ListLink({ text, ...destination }: Destination & { text: string }) {
  return (
    <ConsoleLink
      {...destination}
      className="inline-flex min-h-11 items-center rounded-lg text-sm font-bold text-primary"
    >
      {text}
    </ConsoleLink>
  )
}

/** What a section says that has no rows. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-5 text-[15px] text-ink-2">{children}</p>
}

export const ROW = 'border-line border-b px-4 py-2.5 last:border-b-0'
