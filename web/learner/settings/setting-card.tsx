import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { Card } from '../../ui/components/card.tsx'

interface Given {
  title: string
  text?: ReactNode
  children?: ReactNode
  /** For a card whose heading takes the focus. */
  heading?: Ref<HTMLHeadingElement>
}

/** A group of settings with its own heading. */
export function SettingCard({ title, text, children, heading }: Given) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="mb-4">
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined} className="text-[18px] outline-none">
        {title}
      </h2>
      {text && <p className="mt-1.5 text-[15px] text-ink-2">{text}</p>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}
