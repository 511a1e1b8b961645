import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft, type LucideIcon } from 'lucide-react'

interface Given {
  to: LinkProps['to']
  Icon: LucideIcon
  look: string
  text: string
  value?: string | undefined
}

/** A row of Me that opens another screen. */
export function DoorRow({ to, Icon, look, text, value }: Given) {
  return (
    <li className="border-line not-first:border-t">
      <Link
        to={to}
        className="flex min-h-16 items-center gap-4 px-4 hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <span className={`grid size-10 flex-none place-items-center rounded-[12px] ${look}`}>
          <Icon size={21} aria-hidden="true" />
        </span>
        <span className="flex-1 font-bold">{text}</span>
        {value && <span className="text-end text-[15px] font-semibold text-ink-2">{value}</span>}
        <ChevronLeft size={19} aria-hidden="true" className="flex-none rotate-180 text-ink-3 rtl:rotate-0" />
      </Link>
    </li>
  )
}
