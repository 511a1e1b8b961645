import { BackLink } from '../frame/back-link.tsx'
import { useScreenText } from '../use-text.ts'
import { BalanceCard } from './balance-card.tsx'
import { ChainCard } from './chain-card.tsx'
import { Ledger } from './ledger.tsx'
import { LinkedWallets } from './linked-wallets.tsx'
import { PinCard } from './pin/pin-card.tsx'

export function Overview() {
  const { t } = useScreenText()
  return (
    <div className="animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 mb-5 text-[27px] lg:text-[34px]">{t('wallet.title')}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-8">
        <div className="grid gap-7">
          <BalanceCard />
          <Ledger />
        </div>
        <div>
          <PinCard />
          <ChainCard />
          <LinkedWallets />
        </div>
      </div>
    </div>
  )
}
