import type { ReactNode } from 'react'
import { Owl, type OwlMood } from '../brand/owl.tsx'

interface Given {
  mood?: OwlMood
  title: string
  children?: ReactNode
  /** The next action. */
  action?: ReactNode
  level?: 'h1' | 'h2'
  /** For pages that the service renders: the application must not animate what is already visible. */
  isStill?: boolean
}

export function EmptyState({
  mood = 'calm',
  title,
  children,
  action,
  level: Heading = 'h2',
  isStill,
}: Given) {
  return (
    <div
      className={`mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center ${isStill ? '' : 'animate-rise'}`}
    >
      <Owl mood={mood} />
      <Heading className="mt-5 text-[23px]">{title}</Heading>
      {children && <div className="mt-2.5 text-ink-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
