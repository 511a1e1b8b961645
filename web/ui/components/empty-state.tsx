import type { ReactNode } from 'react'
import { Owl, type OwlMood } from '../brand/owl.tsx'

interface Given {
  mood?: OwlMood
  title: string
  children?: ReactNode
  /** The next action. */
  action?: ReactNode
  level?: 'h1' | 'h2'
}

export function EmptyState({ mood = 'calm', title, children, action, level: Heading = 'h2' }: Given) {
  return (
    <div className="mx-auto flex max-w-md animate-rise flex-col items-center px-4 py-12 text-center">
      <Owl mood={mood} />
      <Heading className="mt-5 text-[23px]">{title}</Heading>
      {children && <div className="mt-2.5 text-ink-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
