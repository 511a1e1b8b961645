import type { ReactNode } from 'react'

interface Given {
  children: ReactNode
  className?: string
  /** The HTML element, if the card is a landmark of the page. */
  as?: 'div' | 'section' | 'article' | 'li'
  'aria-labelledby'?: string
}

export function Card({ children, className = '', as: Element = 'div', ...rest }: Given) {
  return (
    <Element {...rest} className={`rounded-card border border-line bg-surface p-5 shadow-card ${className}`}>
      {children}
    </Element>
  )
}
