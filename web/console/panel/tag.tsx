import type { ReactNode } from 'react'

const TONES = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  gold: 'bg-gold-soft text-gold-text',
  primary: 'bg-primary-soft text-primary',
  gem: 'bg-gem-soft text-gem',
  plain: 'bg-sunken text-ink-2',
}

export type Tone = keyof typeof TONES

/** A state in a word. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-1 text-[13px] font-bold leading-none ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
