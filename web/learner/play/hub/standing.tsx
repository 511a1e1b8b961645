import { useApi } from '../../../ui/api/use-api.ts'
import { Card } from '../../../ui/components/card.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { useScreenText } from '../../use-text.ts'
import { useBattles } from './battle-lists.ts'
import { RatingGraph } from './rating-graph.tsx'
import { ratingHistory } from './rating-history.ts'

/** The rating with its history, and the wins, draws and losses. */
export function Standing() {
  const { t, number } = useScreenText()
  const { data, error, refetch } = useApi('GET /quiz-battles/rating')
  const battles = useBattles()
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-52" />
  const { rating, wins, draws, losses } = data.data
  const points = ratingHistory(rating, battles.data?.data ?? [])
  return (
    <Card as="section" aria-labelledby="standing">
      <h2 id="standing" className="text-[15px] font-bold !tracking-normal text-ink-2">
        {t('play.rating')}
      </h2>
      <p className="mt-1 text-[40px] leading-none font-extrabold tracking-tight tabular-nums">
        {number(rating)}
      </p>
      {points.length > 1 ? (
        <RatingGraph points={points} />
      ) : (
        <p className="mt-2 text-sm text-ink-2">{t('play.ratingHint')}</p>
      )}
      <dl className="mt-4 grid grid-cols-3 gap-2 text-center">
        <Count label={t('play.wins')} value={number(wins)} look="bg-good-soft text-good" />
        <Count label={t('play.draws')} value={number(draws)} look="bg-sunken text-ink-2" />
        <Count label={t('play.losses')} value={number(losses)} look="bg-bad-soft text-bad" />
      </dl>
    </Card>
  )
}

function Count({ label, value, look }: { label: string; value: string; look: string }) {
  return (
    <div className={`flex flex-col-reverse rounded-control px-1 py-2.5 ${look}`}>
      <dt className="text-[13px] font-semibold max-[359px]:text-[12px] max-[359px]:tracking-tight">
        {label}
      </dt>
      <dd className="text-[21px] leading-tight font-extrabold tabular-nums">{value}</dd>
    </div>
  )
}
