import type { ReactNode } from 'react'

const TONES = {
  gold: 'bg-gold-soft text-gold-text',
  gem: 'bg-gem-soft text-gem',
  primary: 'bg-primary-soft text-primary',
  good: 'bg-good-soft text-good',
  plain: 'bg-sunken text-ink-2',
}

interface Given {
  tone: keyof typeof TONES
  children: ReactNode
  size?: 'small' | 'medium'
  className?: string
}

export function Pill({ tone, children, size = 'medium', className = '' }: Given) {
  const measure = size === 'small' ? 'px-2.5 py-1 text-[13px]' : 'px-3 py-1.5 text-[15px]'
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full font-bold leading-none ${measure} ${TONES[tone]} ${className}`}
    >
      {children}
    </span>
  )
}
