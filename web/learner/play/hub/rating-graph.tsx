import { useScreenText } from '../../use-text.ts'
import type { RatingPoint } from './rating-history.ts'

const [WIDTH, HEIGHT, MARGIN] = [320, 110, 10]

/** The rating over time as a line, with the same numbers as a table. */
export function RatingGraph({ points }: { points: readonly RatingPoint[] }) {
  const { t, number, date } = useScreenText()
  const ratings = points.map(({ rating }) => rating)
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)]
  const place = ({ rating }: RatingPoint, index: number): [number, number] => [
    MARGIN + ((WIDTH - 2 * MARGIN) * index) / (points.length - 1),
    HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (rating - low)) / Math.max(1, high - low),
  ]
  const line = points.map(place)
  const [lastX, lastY] = line.at(-1)!
  const path = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <figure className="mt-4">
      {/* Time runs in the reading direction. */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('play.ratingGraph', { from: ratings[0]!, to: ratings.at(-1)! })}
        className="w-full rtl:-scale-x-100"
      >
        <polygon
          points={`${MARGIN},${HEIGHT} ${path} ${lastX},${HEIGHT}`}
          fill="var(--primary)"
          opacity=".1"
        />
        <polyline
          points={path}
          fill="none"
          stroke="var(--primary)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle
          cx={lastX}
          cy={lastY}
          r="5.5"
          fill="var(--primary)"
          stroke="var(--surface)"
          strokeWidth="2.500"
        />
      </svg>
      <figcaption>
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-bold text-primary">
            {t('play.ratingTable')}
          </summary>
          <table className="w-full">
            <thead>
              <tr className="text-ink-2">
                <th scope="col" className="py-1.5 text-start font-semibold">
                  {t('play.date')}
                </th>
                <th scope="col" className="py-1.5 text-end font-semibold">
                  {t('play.rating')}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ rating, at }) => (
                <tr key={at} className="border-line border-t">
                  <td className="py-1.5">
                    {date(new Date(at), {
                      day: 'numeric',
                      month: 'short',
                      hour: '2-digit',
                      minute: '2-digit',
                    })}
                  </td>
                  <td className="py-1.5 text-end font-bold tabular-nums">{number(rating)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  )
}
