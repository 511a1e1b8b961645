import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { BoltIcon, GemIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useScreenText } from '../use-text.ts'
import { ledgerReason } from './ledger-reason.ts'

const LIMIT = 10

interface Given {
  page: number
  asset: 'GEM' | 'XP' | undefined
  isLast: boolean
  onMore: () => void
}

/** One page of the ledger; the last shown page has the button for the next. */
export function LedgerPage({ page, asset, isLast, onMore }: Given) {
  const { t } = useScreenText()
  const query = { page, limit: LIMIT, ...(asset ? { asset } : {}) }
  const { data, error, refetch } = useApi('GET /user/ledger', { query })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-2 p-3">
        <LoadingNote />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  if (data.data.length === 0 && page === 1)
    return <EmptyState title={t('wallet.noHistory')}>{t('wallet.noHistoryText')}</EmptyState>
  return (
    <>
      <ul className="border-line [&+ul]:border-t">
        {data.data.map((entry) => (
          <LedgerRow key={`${entry.id} ${entry.asset}`} entry={entry} />
        ))}
      </ul>
      {isLast && data.meta.total > page * LIMIT && (
        <Button variant="ghost" isWide onClick={onMore}>
          {t('action.more')}
        </Button>
      )}
    </>
  )
}

function LedgerRow({ entry }: { entry: Api.LedgerEntry }) {
  const { t, locale } = useScreenText()
  const { amount, asset, reason, createdAt } = entry
  const key = ledgerReason(reason)
  const isGem = asset === 'GEM'
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(amount)
  return (
    <li className="flex min-h-16 items-center gap-4 border-line px-4 py-2.5 not-first:border-t">
      <span
        className={`grid size-10 flex-none place-items-center rounded-[12px] ${isGem ? 'bg-gem-soft text-gem' : 'bg-gold-soft text-gold-text'}`}
      >
        {isGem ? <GemIcon size={20} /> : <BoltIcon size={20} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{key ? t(key) : <bdi>{reason}</bdi>}</span>
        <time dateTime={createdAt} className="block text-sm text-ink-2">
          {relativeTime(locale, new Date(createdAt))}
        </time>
      </span>
      <span className={`flex-none font-extrabold tabular-nums ${amount > 0 ? 'text-good' : 'text-ink'}`}>
        <bdi>{signed}</bdi> {isGem ? t('summary.gems') : t('summary.xp')}
      </span>
    </li>
  )
}
