import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConsoleLink } from './console-link.tsx'

interface Given {
  /** The address and the name of the list above. */
  list: string
  listName: string
  title: string
  tag?: ReactNode
  actions?: ReactNode
}

/** The top of the page of one thing: the way back, its name, its state and its actions. */
export function ItemHeader({ list, listName, title, tag, actions }: Given) {
  return (
    <header>
      <ConsoleLink
        to={list}
        className="-ms-1 inline-flex min-h-11 items-center gap-1 rounded-lg pe-2 text-sm font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={18} className="rtl:rotate-180" aria-hidden="true" />
        {listName}
      </ConsoleLink>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 dir="auto" className="min-w-0 break-words text-[25px] lg:text-[29px]">
          {title}
        </h1>
        {tag}
        {actions && <div className="flex flex-wrap gap-2 sm:ms-auto">{actions}</div>}
      </div>
    </header>
  )
}
