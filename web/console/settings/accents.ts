/** The accents that have a name in the service, with their colours. */
export const ACCENTS = {
  violet: '#5a3fe0',
  blue: '#1d5bd8',
  teal: '#0a6b73',
  green: '#1f6f3a',
  rose: '#b8265f',
  orange: '#a8480a',
} as const

export type AccentName = keyof typeof ACCENTS
export const ACCENT_NAMES = Object.keys(ACCENTS) as AccentName[]

/** The colour of an accent; undefined if it is neither a name nor a colour. */
export function colorOf(accent: string): string | undefined {
  if (Object.hasOwn(ACCENTS, accent)) return ACCENTS[accent as AccentName]
  return /^#[0-9a-f]{6}$/i.test(accent) ? accent : undefined
}

/** The design tokens that follow from an accent, near enough to those of the service for a preview. */
export function previewTokens(accent: string): Record<string, string> {
  const color = colorOf(accent) ?? ACCENTS.violet
  return {
    '--primary': `light-dark(${color}, color-mix(in oklab, ${color} 55%, white))`,
    '--primary-deep': `light-dark(color-mix(in oklab, ${color} 78%, black), ${color})`,
    '--primary-soft': `light-dark(color-mix(in oklab, ${color} 12%, white), color-mix(in oklab, ${color} 35%, black))`,
    '--on-primary': 'light-dark(#ffffff, #17112a)',
  }
}
