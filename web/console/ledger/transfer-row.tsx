import { ArrowRight, ChevronDown } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { CopyText } from '../panel/properties.tsx'
import { Ago, Moment } from '../panel/time.tsx'
import { useScreenText } from '../use-text.ts'
import { TransferLines } from './transfer-lines.tsx'

/** A transfer: why, from where to where and how much. It opens to its double entries. */
export function TransferRow({ transfer }: { transfer: Api.AdminLedgerTransfer }) {
  const { t, number } = useScreenText()
  const { from, to, amounts } = flowOf(transfer)
  return (
    <li className="border-line border-b last:border-b-0">
      <details className="group">
        <summary
          data-list-item=""
          className="flex min-h-15 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-3 hover:bg-sunken"
        >
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="flex-none text-ink-3 transition-transform group-open:rotate-180"
          />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block break-words font-bold leading-snug">
              {transfer.reason}
            </span>
            <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
              <Side accounts={from} />
              <ArrowRight size={14} className="rtl:rotate-180" aria-label={t('transfers.to')} role="img" />
              <Side accounts={to} />
            </span>
          </span>
          <span className="text-end">
            {amounts.map(({ asset, amount }) => (
              <span key={asset} className="block whitespace-nowrap font-bold tabular-nums">
                {number(amount)} <span className="text-[13px] font-semibold">{t(`asset.${asset}`)}</span>
              </span>
            ))}
            <span className="text-sm text-ink-2">
              <Ago at={transfer.createdAt} />
            </span>
          </span>
        </summary>
        <div className="grid gap-3 bg-sunken px-4 py-3.5">
          <p className="text-sm text-ink-2">
            <Moment at={transfer.createdAt} />
          </p>
          <CopyText text={transfer.reference} />
          <TransferLines transfer={transfer} />
        </div>
      </details>
    </li>
  )
}

function Side({ accounts }: { accounts: readonly string[] }) {
  const { t } = useScreenText()
  const [first, ...others] = accounts
  if (!first) return <span>–</span>
  if (others.length > 0) return <span>{t('transfers.accounts', { count: accounts.length })}</span>
  return (
    <code dir="ltr" className="text-[13px]">
      {shortOf(first)}
    </code>
  )
}

/** Ids are told apart by their end. */
function shortOf(account: string): string {
  const [kind, name] = account.split(':') as [string, string]
  return name.length > 20 ? `${kind}:…${name.slice(-8)}` : account
}

type Asset = Api.AdminLedgerTransfer['lines'][number]['asset']

/** Who paid, who was paid, and how much in each asset. */
export function flowOf({ lines }: Pick<Api.AdminLedgerTransfer, 'lines'>) {
  const paid = new Map<Asset, number>()
  for (const { asset, amount } of lines) if (amount > 0) paid.set(asset, (paid.get(asset) ?? 0) + amount)
  const accounts = (isPaid: boolean) => [
    ...new Set(lines.filter(({ amount }) => amount > 0 === isPaid).map(({ account }) => account)),
  ]
  return {
    from: accounts(false),
    to: accounts(true),
    amounts: [...paid].map(([asset, amount]) => ({ asset, amount })),
  }
}
