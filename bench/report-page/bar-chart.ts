/** One measurement of all implementations, side by side. */
export interface BarChart {
  title: string
  unit: string
  bars: { label: string; value: number; isOurs: boolean }[]
}

const WIDTH = 860
const LABEL = 350
const ROW = 34
const TOP = 44
const ROOM_FOR_VALUE = 110

/** An SVG without external resources that is legible on light and dark backgrounds. */
export function renderBarChart({ title, unit, bars }: BarChart): string {
  const max = Math.max(...bars.map(({ value }) => value))
  const height = TOP + ROW * bars.length + 12
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const y = TOP + ROW * index
    const length = Math.max(2, ((WIDTH - LABEL - ROOM_FOR_VALUE) * value) / max)
    return [
      `<text x="${LABEL - 12}" y="${y + 19}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect x="${LABEL}" y="${y + 4}" width="${length.toFixed(1)}" height="22" rx="3" fill="${isOurs ? '#2a78d6' : '#8b95a1'}"/>`,
      `<text x="${(LABEL + length + 8).toFixed(1)}" y="${y + 19}">${format(value)} ${escapeXml(unit)}</text>`,
    ].join('\n  ')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}">
  <style>text { font: 14px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600 }
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }</style>
  <text class="title" x="12" y="24">${escapeXml(title)}</text>
  ${rows.join('\n  ')}
</svg>
`
}

export function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: 0 })
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
