import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useScreenText } from '../use-text.ts'

const [WIDTH, HEIGHT, GAP] = [600, 120, 5]

/** The reviews of the next days as bars, with the same numbers as a table. */
export function Forecast() {
  const { t, number, date } = useScreenText()
  const { data, error, refetch } = useApi('GET /review/forecast')
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64" />
  const days = data.data
  const most = Math.max(1, ...days.map(({ planned }) => planned))
  const total = days.reduce((sum, { planned }) => sum + planned, 0)
  const step = WIDTH / days.length
  const nameOf = (day: string) =>
    date(new Date(`${day}T12:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <Card as="section" aria-labelledby="forecast">
      <h2 id="forecast" className="text-[18px]">
        {t('review.forecast')}
      </h2>
      <figure className="mt-4">
        {/* Time runs in the reading direction. */}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={t('review.forecastText', { count: total, most })}
          className="w-full rtl:-scale-x-100"
        >
          {days.map(({ date: day, planned }, index) => {
            const height = planned === 0 ? 3 : Math.max(8, (HEIGHT * planned) / most)
            return (
              <rect
                key={day}
                x={index * step + GAP / 2}
                y={HEIGHT - height}
                width={step - GAP}
                height={height}
                rx="4"
                fill={planned === 0 ? 'var(--line)' : index === 0 ? 'var(--gold)' : 'var(--primary)'}
              />
            )
          })}
        </svg>
        <p aria-hidden="true" className="mt-2 flex justify-between text-[13px] font-semibold text-ink-2">
          <span>{t('tab.today')}</span>
          <span>{nameOf(days.at(-1)!.date)}</span>
        </p>
        <figcaption>
          <details className="text-sm">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-bold text-primary">
              {t('review.forecastTable')}
            </summary>
            <table className="w-full">
              <thead>
                <tr className="text-ink-2">
                  <th scope="col" className="py-1.5 text-start font-semibold">
                    {t('review.day')}
                  </th>
                  <th scope="col" className="py-1.5 text-end font-semibold">
                    {t('review.becomeDue')}
                  </th>
                  <th scope="col" className="py-1.5 text-end font-semibold">
                    {t('review.planned')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ date: day, due, planned }) => (
                  <tr key={day} className="border-line border-t">
                    <th scope="row" className="py-1.5 text-start font-normal">
                      {nameOf(day)}
                    </th>
                    <td className="py-1.5 text-end tabular-nums">{number(due)}</td>
                    <td className="py-1.5 text-end font-bold tabular-nums">{number(planned)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </figcaption>
      </figure>
    </Card>
  )
}
