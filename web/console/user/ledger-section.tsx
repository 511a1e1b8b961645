import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { SelectFilter } from '../list/filters.tsx'
import { ListLoading } from '../list/list-body.tsx'
import { Ago, Moment } from '../panel/time.tsx'
import { useText } from '../use-text.ts'
import type { LedgerEntry, Overview } from './overview.ts'
import { Nothing, Section } from './section.tsx'

const ASSETS = ['GEM', 'XP', 'USDT'] as const
type Asset = (typeof ASSETS)[number]
const LIMIT = 20

/** The entries of a user, newest first. Each opens to all entries of its transfer. */
export function LedgerSection({ overview }: { overview: Overview }) {
  const { t } = useText()
  const [asset, setAsset] = useState<Asset | ''>('')
  const [page, setPage] = useState(1)
  const isFirst = asset === '' && page === 1
  const more = useApi(
    'GET /admin/users/{id}/ledger',
    { path: { id: overview.user.id }, query: { page, limit: LIMIT, ...(asset ? { asset } : {}) } },
    { enabled: !isFirst, keepPrevious: true },
  )
  const entries = isFirst ? overview.ledger.entries : more.data?.data
  return (
    <Section
      title={t('ledger.title')}
      end={
        <SelectFilter
          label={t('ledger.asset')}
          value={asset}
          onChange={(chosen) => {
            setAsset(chosen as Asset | '')
            setPage(1)
          }}
          options={[
            { id: '', text: t('ledger.anyAsset') },
            ...ASSETS.map((id) => ({ id, text: t(`asset.${id}`) })),
          ]}
        />
      }
    >
      {!isFirst && more.error ? (
        <ErrorState fault={more.error} onRetry={() => void more.refetch()} />
      ) : !entries ? (
        <div className="p-4">
          <ListLoading />
        </div>
      ) : entries.length === 0 ? (
        <Nothing>{t('ledger.none')}</Nothing>
      ) : (
        <ul>
          {entries.map((entry) => (
            <Entry key={`${entry.transferId} ${entry.asset} ${entry.amount}`} entry={entry} />
          ))}
        </ul>
      )}
      {entries && (page > 1 || entries.length === LIMIT) && (
        <div className="flex justify-end gap-2 border-line border-t px-4 py-2">
          <Button
            variant="ghost"
            size="small"
            className="min-h-11"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            {t('ledger.newer')}
          </Button>
          <Button
            variant="ghost"
            size="small"
            className="min-h-11"
            disabled={entries.length < LIMIT}
            onClick={() => setPage(page + 1)}
          >
            {t('ledger.older')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useText()
  return (
    <li className="border-line border-b last:border-b-0">
      <details className="group">
        <summary
          data-list-item=""
          className="flex min-h-13 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-3 hover:bg-sunken"
        >
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="flex-none text-ink-3 transition-transform group-open:rotate-180"
          />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block break-words font-semibold leading-snug">
              {entry.reason}
            </span>
            <span className="text-sm text-ink-2">
              <Ago at={entry.createdAt} />
            </span>
          </span>
          <Amount asset={entry.asset} amount={entry.amount} />
        </summary>
        <div className="grid gap-3 bg-sunken px-4 py-3.5">
          <p className="text-sm text-ink-2">
            <Moment at={entry.createdAt} /> · {t('ledger.reference')}{' '}
            <code dir="ltr" className="break-all text-[13px] text-ink">
              {entry.reference}
            </code>
          </p>
          <Lines entry={entry} />
          {entry.lineCount > entry.lines.length && (
            <p className="text-sm text-ink-2">
              {t('ledger.moreLines', { shown: entry.lines.length, count: entry.lineCount })}
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

/** Both sides of the transfer. In each asset they sum to zero. */
function Lines({ entry }: { entry: LedgerEntry }) {
  const { t } = useText()
  return (
    <table aria-label={t('ledger.lines')} className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className="py-1.5 text-start font-bold text-ink-2">
            {t('ledger.account')}
          </th>
          <th scope="col" className="py-1.5 text-end font-bold text-ink-2">
            {t('ledger.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entry.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a transfer never change.
          <tr key={index} className="border-line border-b last:border-b-0">
            <td className="py-1.5 pe-3">
              <code dir="ltr" className="break-all text-[13px]">
                {line.account}
              </code>
            </td>
            <td className="py-1.5 text-end">
              <Amount asset={line.asset} amount={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amount({ asset, amount }: { asset: Asset; amount: number }) {
  const { t, locale } = useText()
  const shown = new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(amount)
  return (
    <span className={`whitespace-nowrap font-bold tabular-nums ${amount < 0 ? 'text-bad' : 'text-good'}`}>
      <bdi>{shown}</bdi> <span className="text-[13px] font-semibold">{t(`asset.${asset}`)}</span>
    </span>
  )
}
