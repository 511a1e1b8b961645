import { useState } from 'react'
import { describeFault, faultText } from '../../ui/api/describe-fault.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { useScreenText } from '../use-text.ts'
import { injectedWallet, isDeclined, linkInjectedWallet } from './injected-wallet.ts'

/** The learner's own wallets: linked by a signature, and unlinked again. */
export function LinkedWallets() {
  const { t, date } = useScreenText()
  const { data, error, refetch } = useApi('GET /blockchain/link-wallet')
  const [running, setRunning] = useState<string>()
  const wallet = injectedWallet()
  const run = async (name: string, work: () => Promise<unknown>, done: string) => {
    setRunning(name)
    try {
      await work()
      await refetch()
      showToast(done)
    } catch (fault) {
      showToast(
        isDeclined(fault) ? t('linked.declined') : (describeFault(fault).message ?? t('error.text')),
        'bad',
      )
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <SettingCard title={t('linked.title')} text={t('linked.text')}>
      {error ? (
        <div role="alert" className="text-[15px] text-ink-2">
          <p>{faultText(error, t)}</p>
          <Button variant="ghost" size="small" className="-ms-4 min-h-11" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </div>
      ) : !data ? (
        <Skeleton className="h-12" />
      ) : (
        data.data.length > 0 && (
          <ul className="mb-3">
            {data.data.map(({ address, linkedAt }) => (
              <li
                key={address}
                className="flex flex-wrap items-center justify-between gap-x-4 border-line py-2 not-first:border-t"
              >
                <span className="min-w-0 flex-1 basis-52">
                  <span dir="ltr" className="block font-mono text-[14px] font-bold [overflow-wrap:anywhere]">
                    {address}
                  </span>
                  <span className="text-sm text-ink-2">
                    {date(new Date(linkedAt), { dateStyle: 'medium' })}
                  </span>
                </span>
                <Button
                  variant="ghost"
                  size="small"
                  className="min-h-11"
                  aria-label={t('linked.unlinkOne', { address })}
                  isPending={running === address}
                  onClick={() =>
                    void run(
                      address,
                      () => lyceum.call('DELETE /blockchain/link-wallet/{address}', { path: { address } }),
                      t('linked.unlinked'),
                    )
                  }
                >
                  {t('linked.unlink')}
                </Button>
              </li>
            ))}
          </ul>
        )
      )}
      {wallet ? (
        <Button
          variant="secondary"
          isPending={running === 'link'}
          onClick={() => void run('link', () => linkInjectedWallet(wallet), t('linked.linked'))}
        >
          {t('linked.link')}
        </Button>
      ) : (
        <p className="text-[15px] text-ink-2">{t('linked.noWallet')}</p>
      )}
    </SettingCard>
  )
}
