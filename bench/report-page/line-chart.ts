import { escapeXml, format } from './bar-chart.ts'

/** A measurement over time. */
export interface LineChart {
  title: string
  unit: string
  /** The unit of the time axis, such as "minutes". */
  time: string
  lines: { label: string; isOurs: boolean; points: { at: number; value: number }[] }[]
}

const WIDTH = 860
const HEIGHT = 260
const LEFT = 70
const RIGHT = 150
const TOP = 44
const BOTTOM = 40

/** The axis starts at zero, so that a flat line is a constant value. */
export function renderLineChart({ title, unit, time, lines }: LineChart): string {
  const points = lines.flatMap((line) => line.points)
  const maxValue = Math.max(...points.map(({ value }) => value), 1)
  const maxTime = Math.max(...points.map(({ at }) => at), 1)
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / maxTime
  const y = (value: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / maxValue
  const drawn = lines.map(({ label, isOurs, points }) => {
    const color = isOurs ? '#2a78d6' : '#8b95a1'
    const last = points.at(-1)!
    const path = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    return [
      `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
      `<text x="${x(last.at) + 8}" y="${y(last.value) + 5}">${escapeXml(label)}</text>`,
    ].join('\n  ')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeXml(title)}">
  <style>text { font: 14px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600 }
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }</style>
  <text class="title" x="12" y="24">${escapeXml(title)}</text>
  <path d="M${LEFT} ${y(maxValue)}V${y(0)}H${WIDTH - RIGHT}" fill="none" stroke="#8b95a1"/>
  <text x="${LEFT - 8}" y="${y(maxValue) + 5}" text-anchor="end">${format(maxValue)}</text>
  <text x="${LEFT - 8}" y="${y(0) + 5}" text-anchor="end">0 ${escapeXml(unit)}</text>
  <text x="${WIDTH - RIGHT}" y="${HEIGHT - 14}" text-anchor="end">${format(maxTime)} ${escapeXml(time)}</text>
  ${drawn.join('\n  ')}
</svg>
`
}
