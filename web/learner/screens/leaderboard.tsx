import { getRouteApi } from '@tanstack/react-router'
import { Tabs } from '../../ui/components/tabs.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { Board } from '../leaderboard/board.tsx'
import { League } from '../leaderboard/league.tsx'
import { VIEWS, type View } from '../leaderboard/period.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/leaderboard')

export default function Leaderboard() {
  const { t } = useScreenText()
  const { period = 'league' } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: View) =>
    void navigate({ to: '/leaderboard', search: next === 'league' ? {} : { period: next }, replace: true })
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 mb-5 text-[27px] lg:text-[34px]">{t('leaderboard.title')}</h1>
      <Tabs
        label={t('leaderboard.views')}
        selected={period}
        onSelect={choose}
        tabs={VIEWS.map((id) => ({
          id,
          title: t(`leaderboard.period.${id}`),
          content: id === 'league' ? <League /> : <Board period={id} />,
        }))}
      />
    </div>
  )
}
