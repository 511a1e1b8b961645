import { useApi } from '../../ui/api/use-api.ts'
import { LedgerAudits } from '../ledger/ledger-audits.tsx'
import { HOUSE_ACCOUNTS, isAccount, readLedgerSearch } from '../ledger/ledger-search.ts'
import { TransferRow } from '../ledger/transfer-row.tsx'
import { Chip, Chips, DayText, startOfDay } from '../list/chips.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { SEARCHED_TRANSFERS } from '../list/search-limits.ts'
import { LEDGER_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

const NOTHING = { account: '', reference: '', reason: '', escrow: '', from: '', to: '' }

/** Every transfer with its double entries, by account, reference and reason, and the audits of the ledger. */
export default function Ledger() {
  const { t, number } = useScreenText()
  const [search, change] = useListSearch(LEDGER_PATH, readLedgerSearch)
  const { account, reference, reason, page = 1 } = search
  const [from, to] = [startOfDay(search.from), startOfDay(search.to)]
  // An escrow is an account, and a reference is one transfer.
  const isEscrow = search.escrow !== undefined && !account && !reference
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(account ? { account } : {}),
    ...(reference ? { reference } : {}),
    ...(reason ? { reason } : {}),
    ...(isEscrow ? { isEscrow: 'true' as const } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const transfers = useApi(
    'GET /admin/ledger/transfers',
    { query },
    { keepPrevious: true, enabled: isAccount(account) },
  )
  const searched = account
    ? 'transfers.searchedOfAccount'
    : from || to
      ? 'transfers.searchedOfDays'
      : 'transfers.searched'
  const isHouse = HOUSE_ACCOUNTS.some((name) => name === account)
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.ledger')}</h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('ledgerAudit.text')}</p>
      <div className="mt-5">
        <LedgerAudits />
      </div>
      <div className="mt-7">
        <ListTitle level="h2" text={t('transfers.title')} total={transfers.data?.meta.total} />
      </div>
      <Filters>
        <TextFilter
          label={t('transfers.account')}
          value={account}
          onChange={(typed) => change({ account: typed })}
        />
        <SelectFilter
          label={t('transfers.house')}
          value={isHouse ? account : ''}
          onChange={(chosen) => change({ account: chosen })}
          options={[
            { id: '', text: t('transfers.anyHouse') },
            ...HOUSE_ACCOUNTS.map((id) => ({ id, text: id })),
          ]}
        />
        <TextFilter
          label={t('transfers.reference')}
          value={reference}
          onChange={(typed) => change({ reference: typed })}
        />
      </Filters>
      {(reason || from || to || isEscrow) && (
        <Chips>
          {reason && <Chip onRemove={() => change({ reason: '' })}>{reason}</Chip>}
          {isEscrow && <Chip onRemove={() => change({ escrow: '' })}>{t('figures.inEscrow')}</Chip>}
          {from && (
            <Chip onRemove={() => change({ from: '' })}>
              {t('filter.since')} <DayText at={from} />
            </Chip>
          )}
          {to && (
            <Chip onRemove={() => change({ to: '' })}>
              {t('filter.before')} <DayText at={to} />
            </Chip>
          )}
        </Chips>
      )}
      {(account || reason || from || to || isEscrow) && !reference && (
        <p className="mt-3 text-sm text-ink-2">
          {t(searched, {
            most: number(SEARCHED_TRANSFERS),
          })}
        </p>
      )}
      <div className="mt-4">
        <ListBody
          query={isAccount(account) ? transfers : NO_ROWS}
          empty={{ title: t('ledger.none') }}
          isFiltered={Boolean(account || reference || reason || from || to || isEscrow || search.page)}
          onClear={() => change(NOTHING)}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <ul
              aria-label={t('transfers.title')}
              className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
            >
              {rows.map((transfer) => (
                <TransferRow key={transfer.transferId} transfer={transfer} />
              ))}
            </ul>
          )}
        </ListBody>
      </div>
    </>
  )
}
