import type { Answer, Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { ListLoading } from '../list/list-body.tsx'
import { userPath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import { Nothing, ROW, Section } from '../user/section.tsx'

type Entry = Answer<'GET /user/contests/{id}/leaderboard'>['data']['entries'][number]

const LIMIT = 100

/** Who has which rank and was paid what; before the decision, who has submitted. */
export function ContestRanking({ contest, isDecided }: { contest: Api.Contest; isDecided: boolean }) {
  const { t } = useScreenText()
  const isPrivate = contest.type === 'PRIVATE' && !contest.userStatus.hasJoined
  const given = { path: { id: contest.id }, query: { limit: LIMIT, offset: 0 } }
  const { data, error, refetch } = useApi('GET /user/contests/{id}/leaderboard', given, {
    enabled: !isPrivate,
  })
  return (
    <Section title={isDecided ? t('contests.ranking') : t('contests.submissions')}>
      {isPrivate ? (
        <Nothing>{t('contests.hiddenRanking')}</Nothing>
      ) : error ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="p-4">
          <ListLoading />
        </div>
      ) : data.data.entries.length === 0 ? (
        <Nothing>{t('contests.noRanking')}</Nothing>
      ) : (
        <ol>
          {data.data.entries.map((entry) => (
            <RankingRow key={entry.userId} entry={entry} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function RankingRow({ entry }: { entry: Entry }) {
  const { t, number, percent } = useScreenText()
  return (
    <li className={`flex items-center gap-3 ${ROW}`}>
      <span className="w-8 flex-none text-end font-extrabold tabular-nums text-ink-2">
        {entry.rank === null ? '–' : number(entry.rank)}
      </span>
      <span className="min-w-0 flex-1">
        <ConsoleLink
          to={userPath(entry.userId)}
          className="inline-flex min-h-8 items-center break-all font-bold text-primary underline underline-offset-3"
        >
          {entry.username}
        </ConsoleLink>
        <span className="block text-sm text-ink-2">
          {entry.score !== null && `${percent(entry.score)} · `}
          {t('contests.seconds', { count: entry.timeTakenSeconds })}
        </span>
      </span>
      {entry.prizeGems > 0 && (
        <span className="whitespace-nowrap font-bold text-gem">
          {t('contests.gems', { count: entry.prizeGems })}
        </span>
      )}
    </li>
  )
}
