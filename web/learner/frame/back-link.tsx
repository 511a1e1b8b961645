import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'

/** To the screen above, at the top of a screen. */
export function BackLink({
  to,
  text,
  className = '',
}: {
  to: LinkProps['to']
  text: string
  className?: string
}) {
  return (
    <Link
      to={to}
      className={`-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink ${className}`}
    >
      <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
      {text}
    </Link>
  )
}
