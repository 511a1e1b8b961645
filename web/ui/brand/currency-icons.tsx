interface IconProps {
  size?: number
  className?: string
}

export function FlameIcon({ size = 18, className = '' }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M12.600 1.500c.8 3.500 5.900 6 5.900 12.100a6.500 6.500 0 0 1-13 .5c-.1-2.900 1.400-4.700 2.900-6.200.2 2.400 1 3.700 2.300 4.300 1.700-2.800.1-6.200 1.900-10.700z" />
    </svg>
  )
}

export function GemIcon({ size = 18, className = '' }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6.500 3.500h11L22 9.600 12 21 2 9.600z" />
      <path d="M8.600 9.600 12 4.400l3.400 5.200L12 17z" fill="#fff" opacity=".35" />
    </svg>
  )
}

export function BoltIcon({ size = 18, className = '' }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M13.500 1.500 4 13.700h6.200L9.300 22.500 20 9.800h-6.900z" />
    </svg>
  )
}

export function FreezeIcon({ size = 18, className = '' }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.400"
      strokeLinecap="round"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M12 2.500v19M3.800 7.200l16.400 9.600M20.200 7.200 3.800 16.800M9.500 4.200 12 6.500l2.500-2.300M9.500 19.800l2.500-2.300 2.500 2.300" />
    </svg>
  )
}
