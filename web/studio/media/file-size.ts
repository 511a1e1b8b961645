const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** "5.2 MB", in the language of the interface. */
export function fileSize(locale: string, bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power]!,
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** power)
}
