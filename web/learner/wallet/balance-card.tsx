import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { GemIcon } from '../../ui/brand/currency-icons.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { sessionStore, useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'

/** The gems of the learner, and the ways to buy, to sell and to the orders. */
export function BalanceCard() {
  const { t, number } = useScreenText()
  const { totalGems } = useUser()
  const profile = useApi('GET /user/profile').data?.data
  useEffect(() => {
    if (profile) sessionStore.updateUser(profile)
  }, [profile])
  return (
    <section className="rounded-card bg-linear-to-br from-[var(--hero-1)] via-[var(--hero-2)] to-[var(--hero-3)] p-5 text-[var(--on-hero)] shadow-card sm:p-6">
      <h2 className="text-[15px] font-semibold">{t('wallet.balance')}</h2>
      <p role="status" className="mt-1 flex items-center gap-2.5 text-[44px] leading-tight font-extrabold">
        <GemIcon size={34} />
        <span className="tabular-nums">{number(totalGems)}</span>
        <span className="text-[18px] font-bold">{t('summary.gems')}</span>
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Link to="/wallet/buy" className={buttonClass({ variant: 'hero' })}>
          <ArrowDownToLine size={19} aria-hidden="true" />
          {t('wallet.buy')}
        </Link>
        <Link to="/wallet/sell" className={buttonClass({ variant: 'hero' })}>
          <ArrowUpFromLine size={19} aria-hidden="true" />
          {t('wallet.sell')}
        </Link>
        <Link to="/wallet/orders" className={`${buttonClass({ variant: 'hero' })} max-sm:col-span-2`}>
          <ReceiptText size={19} aria-hidden="true" />
          {t('orders.title')}
        </Link>
      </div>
    </section>
  )
}
