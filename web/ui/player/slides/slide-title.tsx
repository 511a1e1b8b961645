import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a slide takes the focus, so that a screen reader reads the new slide. */
export function SlideTitle({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={`text-[27px] sm:text-[31px] ${className}`}>
      {children}
    </h1>
  )
}
