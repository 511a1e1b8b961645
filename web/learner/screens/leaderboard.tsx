import { getRouteApi } from '@tanstack/react-router'
import { Tabs } from '../../ui/components/tabs.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { Board } from '../leaderboard/board.tsx'
import { PERIODS, type Period } from '../leaderboard/period.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/leaderboard')

export default function Leaderboard() {
  const { t } = useScreenText()
  const { period = 'week' } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: Period) =>
    void navigate({ to: '/leaderboard', search: next === 'week' ? {} : { period: next }, replace: true })
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 mb-5 text-[27px] lg:text-[34px]">{t('leaderboard.title')}</h1>
      <Tabs
        label={t('leaderboard.periods')}
        selected={period}
        onSelect={choose}
        tabs={PERIODS.map((id) => ({
          id,
          title: t(`leaderboard.period.${id}`),
          content: <Board period={id} />,
        }))}
      />
    </div>
  )
}
