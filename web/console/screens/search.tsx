import {
  Award,
  type FileSearch,
  Link2,
  ReceiptText,
  Swords,
  Ticket,
  Trophy,
  UserRound,
  WalletMinimal,
} from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ConsoleLink, useConsoleSearch } from '../frame/console-link.tsx'
import { replaces } from '../frame/replaces.ts'
import { mayOpen } from '../frame/sections.ts'
import { ListLoading } from '../list/list-body.tsx'
import { ListTitle } from '../list/list-title.tsx'
import { SHORTEST_SEARCH } from '../list/search-limits.ts'
import { Tag } from '../panel/tag.tsx'
import { destinationOf } from '../search/search-results.ts'
import { useText } from '../use-text.ts'

type Result = Api.AdminSearchResult

const ICONS: Record<Result['kind'], typeof FileSearch> = {
  USER: UserRound,
  WALLET: WalletMinimal,
  ORDER: ReceiptText,
  CERTIFICATE: Award,
  CHAIN_TRANSACTION: Link2,
  CONTEST: Trophy,
  BATTLE: Swords,
  TICKET: Ticket,
}

/** What the search of the frame has found, the exact matches first. */
export default function Search() {
  const { t } = useText()
  const { q = '' } = useConsoleSearch<{ q?: string }>()
  const { data, error, refetch } = useApi(
    'GET /admin/search',
    { query: { q } },
    { enabled: q.length >= SHORTEST_SEARCH },
  )
  return (
    <>
      <ListTitle text={t('search.title')} total={data?.data.length} />
      <div className="mt-4">
        {q.length < SHORTEST_SEARCH ? (
          <EmptyState mood="calm" title={q === '' ? t('search.empty') : t('search.short')}>
            {t('search.emptyText')}
          </EmptyState>
        ) : replaces(error, data) ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <ListLoading />
        ) : data.data.length === 0 ? (
          <EmptyState mood="lost" title={t('list.nothing')}>
            {t('search.nothingText', { q })}
          </EmptyState>
        ) : (
          <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
            {data.data.map((result) => (
              <ResultRow key={`${result.kind} ${result.id}`} result={result} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function ResultRow({ result }: { result: Result }) {
  const { t } = useText()
  const { role } = useUser()
  const found = destinationOf(result)
  // Support finds contests, which administrators open.
  const opens = found && mayOpen(role, found.to) ? found : undefined
  const Icon = ICONS[result.kind]
  const content = (
    <>
      <span className="grid size-9 flex-none place-items-center rounded-xl bg-sunken text-ink-2">
        <Icon size={19} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-bold leading-snug [overflow-wrap:anywhere]">
          {result.title}
        </span>
        <span dir="auto" className="block text-sm text-ink-2 [overflow-wrap:anywhere]">
          {result.detail}
        </span>
      </span>
      <Tag tone="plain">{t(`found.${result.kind}`)}</Tag>
    </>
  )
  const look = 'flex min-h-14 items-center gap-3 px-4 py-2.5'
  return (
    <li className="border-line border-b last:border-b-0">
      {opens ? (
        <ConsoleLink
          {...opens}
          data-list-item=""
          className={`${look} -outline-offset-3 hover:bg-sunken focus-visible:bg-primary-soft`}
        >
          {content}
        </ConsoleLink>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  )
}
