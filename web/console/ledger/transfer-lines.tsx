import { useUser } from '../../ui/session/session-store.ts'
import { ConsoleLink, type Destination } from '../frame/console-link.tsx'
import { mayOpen } from '../frame/sections.ts'
import { LEDGER_PATH, userPath } from '../paths.ts'
import { useText } from '../use-text.ts'

type Asset = 'GEM' | 'XP' | 'USDT'

interface Transfer {
  lines: readonly { account: string; asset: Asset; amount: number }[]
  lineCount: number
}

/** Both sides of a transfer, which sum to zero in each asset. An account leads to its user or to its transfers. */
export function TransferLines({ transfer: { lines, lineCount } }: { transfer: Transfer }) {
  const { t } = useText()
  return (
    <>
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
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a transfer never change.
            <tr key={index} className="border-line border-b last:border-b-0">
              <td className="py-1.5 pe-3">
                <Account name={line.account} />
              </td>
              <td className="py-1.5 text-end">
                <Amount asset={line.asset} amount={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lineCount > lines.length && (
        <p className="text-sm text-ink-2">
          {t('ledger.moreLines', { shown: lines.length, count: lineCount })}
        </p>
      )}
    </>
  )
}

function Account({ name }: { name: string }) {
  const { role } = useUser()
  const opens = destinationOf(name)
  const code = (
    <code dir="ltr" className="break-all text-[13px]">
      {name}
    </code>
  )
  if (!mayOpen(role, opens.to)) return code
  return (
    <ConsoleLink
      {...opens}
      className="inline-flex min-h-8 items-center text-primary underline underline-offset-3"
    >
      {code}
    </ConsoleLink>
  )
}

function destinationOf(account: string): Destination {
  const [kind, name] = account.split(':') as [string, string]
  return kind === 'user' ? { to: userPath(name) } : { to: LEDGER_PATH, search: { account } }
}

export function Amount({ asset, amount }: { asset: Asset; amount: number }) {
  const { t, locale } = useText()
  const shown = new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(amount)
  return (
    <span className={`whitespace-nowrap font-bold tabular-nums ${amount < 0 ? 'text-bad' : 'text-good'}`}>
      <bdi>{shown}</bdi> <span className="text-[13px] font-semibold">{t(`asset.${asset}`)}</span>
    </span>
  )
}
