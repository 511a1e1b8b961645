import type { ReactNode } from 'react'

export interface Detail {
  name: string
  value: ReactNode
  isStrong?: boolean
}

/** Names and values, one pair in a line. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl>
      {details.map(({ name, value, isStrong = false }) => (
        <div
          key={name}
          className="flex items-baseline justify-between gap-4 border-line py-2.5 not-first:border-t"
        >
          <dt className="text-[15px] text-ink-2">{name}</dt>
          <dd
            className={`min-w-0 text-end [overflow-wrap:anywhere] ${isStrong ? 'text-[19px] font-extrabold' : 'font-bold'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
