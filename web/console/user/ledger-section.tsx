import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Amount, TransferLines } from '../ledger/transfer-lines.tsx'
import { SelectFilter } from '../list/filters.tsx'
import { Ago, Moment } from '../panel/time.tsx'
import { useText } from '../use-text.ts'
import type { LedgerEntry, Overview } from './overview.ts'
import { Section } from './section.tsx'
import { SectionPages } from './section-pages.tsx'

const ASSETS = ['GEM', 'XP', 'USDT'] as const
type Asset = (typeof ASSETS)[number]
const LIMIT = 20

/** The entries of a user, newest first. Each opens to all entries of its transfer. */
export function LedgerSection({ overview }: { overview: Overview }) {
  const { t } = useText()
  const [asset, setAsset] = useState<Asset | ''>('')
  const [page, setPage] = useState(1)
  const first = asset === '' ? overview.ledger.entries : undefined
  const more = useApi(
    'GET /admin/users/{id}/ledger',
    { path: { id: overview.user.id }, query: { page, limit: LIMIT, ...(asset ? { asset } : {}) } },
    { enabled: page > 1 || !first, keepPrevious: true },
  )
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
      <SectionPages
        first={first}
        limit={LIMIT}
        page={page}
        onPage={setPage}
        more={more}
        none={t('ledger.none')}
      >
        {(entries) => (
          <ul>
            {entries.map((entry) => (
              <Entry key={`${entry.transferId} ${entry.asset} ${entry.amount}`} entry={entry} />
            ))}
          </ul>
        )}
      </SectionPages>
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
          <TransferLines transfer={entry} />
        </div>
      </details>
    </li>
  )
}
