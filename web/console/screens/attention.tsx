import {
  type BadgeAlert,
  CircleCheck,
  ClipboardCheck,
  Cog,
  Flag,
  HandCoins,
  Link2,
  ReceiptText,
  Scale,
  Webhook,
} from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { type AttentionItem, type AttentionKind, attentionItems } from '../attention/attention-items.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { replaces } from '../frame/replaces.ts'
import { Ago } from '../panel/time.tsx'
import { useText } from '../use-text.ts'

const ICONS: Record<AttentionKind, typeof BadgeAlert> = {
  submissions: ClipboardCheck,
  reports: Flag,
  orders: ReceiptText,
  grants: HandCoins,
  deadEvents: Webhook,
  failedJobs: Cog,
  ledgerFaults: Scale,
  relayer: Link2,
}

/** What waits for a person. What waits comes first. */
export default function Attention() {
  const { t } = useText()
  const { role } = useUser()
  const { data, error, refetch } = useApi('GET /admin/attention')
  const items = data && attentionItems(data.data, role)
  const waiting = items?.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.attention')}</h1>
      {replaces(error, data) ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <div className="mt-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          <LoadingNote />
          <Skeleton className="h-30" />
          <Skeleton className="h-30" />
          <Skeleton className="h-30" />
        </div>
      ) : (
        <>
          <p className="mt-1.5 text-ink-2">
            {waiting === 0 ? t('attention.quiet') : t('attention.waiting', { count: waiting })}
          </p>
          <ul className="mt-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {items.map((item) => (
              <AttentionCard key={item.kind} item={item} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function AttentionCard({ item: { kind, count, oldestAt, opens } }: { item: AttentionItem }) {
  const { t, number } = useText()
  const Icon = count > 0 ? ICONS[kind] : CircleCheck
  const content = (
    <>
      <span
        className={`grid size-11 flex-none place-items-center rounded-2xl ${count > 0 ? 'bg-gold-soft text-gold-text' : 'bg-good-soft text-good'}`}
      >
        <Icon size={22} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block text-[29px] font-extrabold leading-none tabular-nums">{number(count)}</span>
        <span className="mt-1.5 block font-bold leading-snug">{t(`attention.${kind}`)}</span>
        <span className="mt-0.5 block text-sm text-ink-2">
          {count === 0 ? (
            t('attention.nothing')
          ) : oldestAt ? (
            <>
              {t('attention.oldest')} <Ago at={oldestAt} />
            </>
          ) : (
            t('attention.open')
          )}
        </span>
      </span>
    </>
  )
  return (
    <li>
      <ConsoleLink
        {...opens}
        data-list-item=""
        className="flex h-full items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3"
      >
        {content}
      </ConsoleLink>
    </li>
  )
}
