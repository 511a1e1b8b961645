import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../use-text.ts'

/** The filters that a link of another screen set, each with a button that removes it. */
export function Chips({ children }: { children: ReactNode }) {
  return <p className="mt-3 flex flex-wrap gap-2">{children}</p>
}

export function Chip({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  const { t } = useText()
  return (
    <span className="inline-flex min-h-11 items-center gap-1 rounded-full bg-primary-soft ps-4 text-sm font-bold text-primary">
      <span dir="auto">{children}</span>
      <button
        type="button"
        aria-label={t('list.remove')}
        onClick={onRemove}
        className="grid size-11 place-items-center rounded-full"
      >
        <X size={17} aria-hidden="true" />
      </button>
    </span>
  )
}

/** The first moment of a day (UTC) in the address. Undefined for other texts, which the service would refuse. */
export function startOfDay(day: string | undefined): string | undefined {
  return day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? `${day}T00:00:00.000Z`
    : undefined
}

/** A day (UTC) in the language of the interface. */
export function DayText({ at }: { at: string }) {
  const { date } = useText()
  return <time dateTime={at}>{date(new Date(at), { dateStyle: 'medium', timeZone: 'UTC' })}</time>
}
