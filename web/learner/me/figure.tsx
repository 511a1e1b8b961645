import type { ReactNode } from 'react'

interface Given {
  icon: ReactNode
  look: string
  label: string
  value: string
}

/** A number of the learner with its name below. */
export function Figure({ icon, look, label, value }: Given) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-[13px] text-ink-2">{label}</dt>
      <dd className={`flex items-center justify-center gap-1.5 text-[22px] font-extrabold ${look}`}>
        {icon}
        {value}
      </dd>
    </div>
  )
}
