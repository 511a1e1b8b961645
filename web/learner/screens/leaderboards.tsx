import { getRouteApi, Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { leaderboardsHead } from '../public/page-head.ts'
import { PublicQuery } from '../public/public-query.tsx'
import { boardRequest, PERIODS } from '../public/requests.ts'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/leaderboards')

/** The best learners of a week, a month and of all time. Only users with a public profile are named. */
export default function Leaderboards() {
  const texts = useScreenText()
  const { t } = texts
  const search = route.useSearch()
  const query = useApi('GET /public/leaderboards', boardRequest(search), { keepPrevious: true })
  usePageTitle(leaderboardsHead(texts).title)
  return (
    <PublicQuery query={query}>
      {({ data: board }) => (
        <div className="mx-auto max-w-2xl">
          <h1 className="text-[32px] sm:text-[42px]">{t('leaderboards.title')}</h1>
          <p className="mt-2 text-[17px] text-ink-2">{t('leaderboards.text')}</p>
          <nav
            aria-label={t('leaderboards.periods')}
            className="-mx-5 mt-6 flex gap-2 overflow-x-auto px-5 pb-2 lg:mx-0 lg:px-0"
          >
            {PERIODS.map((period) => (
              <Link
                key={period}
                to="/leaderboards"
                search={period === 'week' ? {} : { period }}
                activeOptions={{ exact: true }}
                className="inline-flex min-h-11 flex-none items-center rounded-full border-2 border-line bg-surface px-4.5 font-bold text-ink-2 aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
              >
                {t(`leaderboards.period.${period}`)}
              </Link>
            ))}
          </nav>
          {board.entries.length === 0 ? (
            <EmptyState
              isStill
              title={t('leaderboards.empty')}
              action={
                <Link to="/try" className={buttonClass({})}>
                  {t('landing.start')}
                </Link>
              }
            >
              {t('leaderboards.emptyText')}
            </EmptyState>
          ) : (
            <ol className="mt-4 overflow-hidden rounded-card border border-line bg-surface shadow-card">
              {board.entries.map((entry) => (
                <BoardRow key={entry.rank} entry={entry} />
              ))}
            </ol>
          )}
        </div>
      )}
    </PublicQuery>
  )
}

const MEDALS: Record<number, string> = {
  1: 'bg-gold text-on-gold',
  2: 'bg-sunken text-ink',
  3: 'bg-gold-soft text-gold-text',
}

function BoardRow({ entry }: { entry: Api.PublicLeaderboard['entries'][number] }) {
  const { t } = useScreenText()
  const { rank, username, avatarUrl, totalXP } = entry
  return (
    <li className="flex min-h-16 items-center gap-2.5 border-line border-b px-3 py-2.5 sm:gap-4 last:border-b-0 sm:px-5">
      <span
        className={`grid size-9 flex-none place-items-center rounded-full font-extrabold tabular-nums ${MEDALS[rank] ?? 'text-ink-2'}`}
      >
        {rank}
      </span>
      <span
        aria-hidden="true"
        className="grid size-10 flex-none place-items-center overflow-hidden rounded-full bg-primary-soft text-primary"
      >
        {avatarUrl ? (
          <img src={ownFile(avatarUrl)} alt="" width={40} height={40} loading="lazy" />
        ) : (
          <OwlMark size={22} />
        )}
      </span>
      {username ? (
        <Link
          to="/u/$username"
          params={{ username }}
          className="min-w-0 flex-1 truncate py-2.5 font-bold hover:text-primary"
        >
          {username}
        </Link>
      ) : (
        <span className="min-w-0 flex-1 truncate font-semibold text-ink-2">{t('leaderboards.unnamed')}</span>
      )}
      <span className="flex-none font-extrabold text-gold-text">{t('reward.xp', { xp: totalXP })}</span>
    </li>
  )
}
