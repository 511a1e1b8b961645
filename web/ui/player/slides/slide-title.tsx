import { createContext, type ReactNode, use, useEffect, useRef } from 'react'

interface Given {
  children: ReactNode
  className?: string
  /** For a text of a course: its writing direction is its own. */
  dir?: 'auto'
}

/** False in a preview beside an editor, which must keep the focus. */
export const TitleFocus = createContext(true)

/** The heading of a slide takes the focus, so that a screen reader reads the new slide. */
export function SlideTitle({ children, className = '', dir }: Given) {
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = use(TitleFocus)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <h1 ref={heading} dir={dir} tabIndex={-1} className={`text-[27px] sm:text-[31px] ${className}`}>
      {children}
    </h1>
  )
}
