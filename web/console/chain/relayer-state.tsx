import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { replaces } from '../frame/replaces.ts'
import { ListLoading } from '../list/list-body.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Ago } from '../panel/time.tsx'
import { useText } from '../use-text.ts'

/** The account that pays for transactions, and what waits for it. */
export function RelayerState() {
  const { t, number } = useText()
  const { data, error, refetch } = useApi('GET /admin/chain')
  if (replaces(error, data)) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <ListLoading />
  const { isEnabled, chainId, network, relayer, queue } = data.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Properties
        properties={[
          [t('chain.network'), isEnabled ? `${network} (${chainId})` : t('chain.off')],
          [
            t('chain.relayer'),
            relayer ? <CopyText key="address" text={relayer.address} /> : t('chain.noRelayer'),
          ],
          [
            t('chain.balance'),
            relayer && (relayer.balanceEther === null ? t('chain.noNode') : `${relayer.balanceEther} ETH`),
          ],
        ]}
      />
      <Properties
        properties={[
          [t('chain.queued'), number(queue.queued)],
          [t('chain.sent'), number(queue.sent)],
          [t('attention.oldest'), queue.oldestQueuedAt && <Ago key="oldest" at={queue.oldestQueuedAt} />],
          [
            t('chain.gasToday'),
            relayer && `${number(relayer.gasUsedToday)} / ${number(relayer.dailyGasLimit)}`,
          ],
          [t('chain.nonce'), relayer && number(relayer.nextNonce)],
        ]}
      />
    </div>
  )
}
