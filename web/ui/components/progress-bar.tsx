interface Given {
  /** From 0 to 100. */
  value: number
  label: string
  tone?: 'primary' | 'gold' | 'gem' | 'good' | 'hero'
  size?: 'thin' | 'thick'
  className?: string
}

const TONES = {
  primary: ['bg-sunken', 'bg-primary'],
  gold: ['bg-sunken', 'bg-gold'],
  gem: ['bg-sunken', 'bg-gem'],
  good: ['bg-sunken', 'bg-good'],
  hero: ['bg-white/25', 'bg-white'],
} as const

export function ProgressBar({ value, label, tone = 'primary', size = 'thick', className = '' }: Given) {
  const [track, fill] = TONES[tone]
  const width = Math.min(100, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={`overflow-hidden rounded-full ${size === 'thick' ? 'h-3' : 'h-2'} ${track} ${className}`}
    >
      {/* An attribute of a drawing: pages of the service have no style attributes. */}
      <svg
        aria-hidden="true"
        width={`${width}%`}
        className={`h-full rounded-full transition-[width] duration-500 ${fill}`}
      />
    </div>
  )
}
