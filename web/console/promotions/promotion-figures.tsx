import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { replaces } from '../frame/replaces.ts'
import { ListLoading } from '../list/list-body.tsx'
import { useScreenText } from '../use-text.ts'
import { Nothing, Section } from '../user/section.tsx'

type Day = Api.PromotionFigures['byDay'][number]

/** How many learners saw the promotion, pressed its button and closed it. */
export function PromotionFigures({ id }: { id: string }) {
  const { t, number, percent } = useScreenText()
  const { data, error, refetch } = useApi('GET /admin/promotions/{id}/figures', { path: { id } })
  return (
    <Section title={t('promotions.figures')}>
      {replaces(error, data) ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="p-4">
          <ListLoading />
        </div>
      ) : data.data.impressions === 0 ? (
        <Nothing>{t('promotions.noFigures')}</Nothing>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4">
            <Figure name={t('promotions.reach')}>{number(data.data.reach)}</Figure>
            <Figure name={t('promotions.impressions')}>{number(data.data.impressions)}</Figure>
            <Figure name={t('promotions.clickRate')}>{percent(data.data.clickRate)}</Figure>
            <Figure name={t('promotions.dismissals')}>{number(data.data.dismissals)}</Figure>
          </dl>
          <div className="p-4">
            <DayTable days={data.data.byDay.toReversed()} />
          </div>
        </>
      )}
    </Section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col bg-surface px-4 py-3">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-[23px] font-extrabold leading-tight tabular-nums">{children}</dd>
    </div>
  )
}

/** The days, the newest first. */
function DayTable({ days }: { days: Day[] }) {
  const { t, number } = useScreenText()
  const cell = 'px-2 py-1.5 text-end tabular-nums'
  return (
    <table className="w-full text-[15px]">
      <caption className="sr-only">{t('promotions.byDay')}</caption>
      <thead className="text-sm text-ink-2">
        <tr>
          <th scope="col" className="px-2 py-1.5 text-start">
            {t('promotions.day')}
          </th>
          <th scope="col" className={cell}>
            {t('promotions.reach')}
          </th>
          <th scope="col" className={cell}>
            {t('promotions.clicks')}
          </th>
          <th scope="col" className={cell}>
            {t('promotions.dismissals')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, reach, clicks, dismissals }) => (
          <tr key={day} className="border-line border-t">
            <th scope="row" className="px-2 py-1.5 text-start font-semibold">
              <bdi>{day}</bdi>
            </th>
            <td className={cell}>{number(reach)}</td>
            <td className={cell}>{number(clicks)}</td>
            <td className={cell}>{number(dismissals)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
