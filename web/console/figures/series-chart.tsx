import type { Destination } from '../frame/console-link.tsx'
import { useScreenText } from '../use-text.ts'
import { endOf } from './figure-lists.ts'
import { NumberLink } from './key-figures.tsx'
import { TableBehind } from './table-behind.tsx'
import { useFigures } from './use-figures.ts'

const [WIDTH, HEIGHT] = [720, 150]
const TONES = {
  primary: { fill: 'var(--primary)', key: 'bg-primary' },
  good: { fill: 'var(--good)', key: 'bg-good' },
  plain: { fill: 'var(--ink-3)', key: 'bg-ink-3' },
} as const

export interface Series {
  name: string
  values: readonly number[]
  /** Null: only in the table. */
  tone: keyof typeof TONES | null
  /** The list behind the number of an interval. `to` is the first day after it. */
  opens?: (from: string, to: string) => Destination
}

interface Given {
  /** The first days of the intervals. */
  starts: readonly string[]
  series: readonly Series[]
  interval: 'day' | 'week' | 'month'
}

/** Numbers over time as columns, and as a table. */
export function SeriesChart({ starts, series, interval }: Given) {
  const { t } = useScreenText()
  const { number, day, month } = useFigures()
  const nameOf = interval === 'month' ? month : day
  const drawn = series.flatMap(({ tone, ...one }) => (tone ? [{ ...one, ...TONES[tone] }] : []))
  const most = Math.max(0, ...drawn.flatMap(({ values }) => values))
  const step = WIDTH / Math.max(1, starts.length)
  const gap = Math.min(10, step * 0.25)
  const column = (step - gap) / Math.max(1, drawn.length)
  const sums = drawn.map(
    ({ name, values }) => `${name}: ${number(values.reduce((sum, value) => sum + value, 0))}`,
  )
  if (starts.length === 0 || most === 0) return <p className="text-ink-2">{t('figures.nothing')}</p>
  return (
    <figure>
      <p aria-hidden="true" className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm font-semibold">
        {drawn.map(({ name, key }) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span className={`size-3 rounded-sm ${key}`} />
            {name}
          </span>
        ))}
        <span className="ms-auto text-ink-2">{t('figures.highest', { most: number(most) })}</span>
      </p>
      {/* Time runs in the reading direction. */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={sums.join(' · ')}
        className="w-full border-line border-b rtl:-scale-x-100"
      >
        {starts.map((start, index) =>
          drawn.map(({ name, values, fill }, at) => {
            const height = (HEIGHT * values[index]!) / most
            return (
              <rect
                key={`${start}-${name}`}
                x={index * step + gap / 2 + at * column}
                y={HEIGHT - height}
                width={column}
                height={height}
                rx={Math.min(3, column / 2, height / 2)}
                fill={fill}
              />
            )
          }),
        )}
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between text-[13px] font-semibold text-ink-2">
        <span>{nameOf(starts[0]!)}</span>
        <span>{nameOf(starts.at(-1)!)}</span>
      </p>
      <figcaption>
        <TableBehind
          columns={[t('figures.from'), ...series.map(({ name }) => name)]}
          rows={starts
            .map((start, index) => ({
              key: start,
              cells: [
                nameOf(start),
                ...series.map(({ name, values, opens }) =>
                  opens ? (
                    <NumberLink
                      key={name}
                      name={`${name}, ${nameOf(start)}`}
                      text={number(values[index]!)}
                      opens={opens(start, endOf(start, interval))}
                    />
                  ) : (
                    number(values[index]!)
                  ),
                ),
              ],
            }))
            .reverse()}
        />
      </figcaption>
    </figure>
  )
}
