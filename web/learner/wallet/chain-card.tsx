import { faultText } from '../../ui/api/describe-fault.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { CopyButton } from '../settings/copy-button.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { useScreenText } from '../use-text.ts'
import { DetailList } from './detail-list.tsx'
import { useMoney } from './use-money.ts'

/** The address of the wallet and what the chain says it contains. */
export function ChainCard() {
  const { t } = useScreenText()
  const { walletAddress } = useUser()
  return (
    <SettingCard title={t('wallet.chain')} text={t('wallet.chainText')}>
      {walletAddress ? (
        <>
          <p className="text-sm text-ink-2">{t('wallet.address')}</p>
          <p dir="ltr" className="font-mono text-[14px] font-bold [overflow-wrap:anywhere] rtl:text-end">
            {walletAddress}
          </p>
          <CopyButton text={walletAddress}>{t('wallet.copyAddress')}</CopyButton>
          <ChainBalances />
        </>
      ) : (
        <p className="text-[15px] text-ink-2">{t('wallet.noAddress')}</p>
      )}
    </SettingCard>
  )
}

function ChainBalances() {
  const { t, number } = useScreenText()
  const { asset } = useMoney()
  const { data, error, refetch } = useApi('GET /blockchain/user/{userId}/balance', {
    path: { userId: 'me' },
  })
  if (error)
    return (
      <div role="alert" className="mt-2 text-[15px] text-ink-2">
        <p>{faultText(error, t)}</p>
        <Button variant="ghost" size="small" className="-ms-4 min-h-11" onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      </div>
    )
  if (!data) return <Skeleton className="mt-3 h-44" />
  const { network, gemTokenBalance, xpTokenBalance, usdtBalance, nftBadgesCount } = data.data
  return (
    <div className="mt-2">
      <DetailList
        details={[
          { name: t('wallet.chainGems'), value: number(Number(gemTokenBalance)) },
          { name: t('wallet.chainXp'), value: number(Number(xpTokenBalance)) },
          { name: t('wallet.tokens'), value: asset(Number(usdtBalance), 'CHAIN_USDT') },
          { name: t('badges.title'), value: number(nftBadgesCount) },
          { name: t('wallet.network'), value: <bdi>{network}</bdi> },
        ]}
      />
    </div>
  )
}
