import { ShieldAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { useText } from '../use-text.ts'

const cache = queryClient.getQueryCache()
const isRefused = () =>
  cache
    .getAll()
    .some(
      ({ state: { error } }) => error instanceof LyceumError && error.code === 'TWO_FACTOR_SETUP_REQUIRED',
    )

/** True while the service refuses what the screen reads, because the role must use two-factor sign-in. */
export function useTwoFactorRefusal(): boolean {
  return useSyncExternalStore((listen) => cache.subscribe(listen), isRefused)
}

/** Leads to the settings where two-factor sign-in is turned on. */
export function TwoFactorScreen() {
  const { t } = useText()
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-3 py-10 text-center lg:py-16">
      <span className="grid size-16 place-items-center rounded-3xl bg-gold-soft text-gold-text">
        <ShieldAlert size={32} aria-hidden="true" />
      </span>
      <h1 className="mt-2 text-[25px] lg:text-[29px]">{t('secondFactor.title')}</h1>
      <p className="text-ink-2">{t('secondFactor.text')}</p>
      <ol className="mt-2 grid list-decimal gap-1.5 ps-6 text-start">
        <li>{t('secondFactor.app')}</li>
        <li>{t('secondFactor.scan')}</li>
        <li>{t('secondFactor.codes')}</li>
      </ol>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <a href="/settings/two-factor" className={buttonClass({})}>
          {t('secondFactor.turnOn')}
        </a>
        {/* Without the refused responses the screen reads again. */}
        <Button variant="secondary" onClick={() => queryClient.clear()}>
          {t('secondFactor.again')}
        </Button>
      </div>
    </div>
  )
}
