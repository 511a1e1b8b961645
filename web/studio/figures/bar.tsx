interface Given {
  /** From 0 to 1. */
  share: number
  tone?: 'primary' | 'good' | 'plain'
}

const FILLS = { primary: 'var(--primary)', good: 'var(--good)', plain: 'var(--ink-3)' }

/** A share as a bar. The number is beside it. */
export function Bar({ share, tone = 'primary' }: Given) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="12"
      className="block rounded-full bg-sunken rtl:-scale-x-100"
    >
      <rect width={`${Math.min(100, Math.max(0, 100 * share))}%`} height="12" rx="6" fill={FILLS[tone]} />
    </svg>
  )
}
