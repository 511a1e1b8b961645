import type { ReactNode } from 'react'
import { useId } from 'react'
import { Card } from '../../ui/components/card.tsx'

interface Given {
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** A group of settings with its own heading. */
export function SettingCard({ title, text, children }: Given) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="mb-4">
      <h2 id={id} className="text-[18px]">
        {title}
      </h2>
      {text && <p className="mt-1.5 text-[15px] text-ink-2">{text}</p>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}
