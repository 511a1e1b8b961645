import { ConsoleLink } from '../frame/console-link.tsx'
import { Pager } from '../list/pager.tsx'
import { userPath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import { Nothing, ROW, Section } from '../user/section.tsx'
import type { ContestResults } from './contest-results.ts'

type Entry = ContestResults['entries'][number]

/** The rows of a page. */
export const RANKS = 25

interface Given {
  results: ContestResults
  isDecided: boolean
  page: number
  onPage: (page: number) => void
}

/** Who has which rank and was paid what. It follows when the contest is decided. */
export function ContestRanking({ results: { entries, submissionCount }, isDecided, page, onPage }: Given) {
  const { t } = useScreenText()
  return (
    <Section title={t('contests.ranking')}>
      {!isDecided ? (
        <Nothing>{t('contests.rankingLater', { count: submissionCount })}</Nothing>
      ) : entries.length === 0 ? (
        <Nothing>{t('contests.noRanking')}</Nothing>
      ) : (
        <ol>
          {entries.map((entry) => (
            <RankingRow key={entry.userId} entry={entry} />
          ))}
        </ol>
      )}
      {isDecided && submissionCount > RANKS && (
        <div className="border-line border-t px-4 pb-2">
          <Pager page={page} limit={RANKS} total={submissionCount} onPage={onPage} />
        </div>
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
          {percent(entry.score)} · {t('contests.seconds', { count: entry.timeTakenSeconds })}
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
