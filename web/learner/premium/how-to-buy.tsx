import { SettingCard } from '../settings/setting-card.tsx'
import { useScreenText } from '../use-text.ts'
import type { SubscriptionState } from './premium-state.tsx'

/** Where a store shows the subscriptions of its customer. */
const MANAGE: Record<string, string> = {
  APP_STORE: 'https://apps.apple.com/account/subscriptions',
  MAC_APP_STORE: 'https://apps.apple.com/account/subscriptions',
  PLAY_STORE: 'https://play.google.com/store/account/subscriptions',
}

/** Premium is sold by the stores of the mobile apps; the browser shows it and leads to the store that sold it. */
export function HowToBuy({ state }: { state: SubscriptionState }) {
  const { t } = useScreenText()
  const { isPremium, subscriptions } = state
  const store = subscriptions.find(
    ({ status, store }) => status !== 'EXPIRED' && store && MANAGE[store],
  )?.store
  return (
    <div className="mt-7">
      {isPremium ? (
        <SettingCard title={t('premium.manage')} text={t('premium.manageText')}>
          {store && (
            <a
              href={MANAGE[store]}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-bold text-primary underline underline-offset-4"
            >
              {t('premium.openStore')}
            </a>
          )}
        </SettingCard>
      ) : (
        <SettingCard title={t('premium.how')} text={t('premium.howText')}>
          <ol className="grid list-decimal gap-2.5 ps-5 marker:font-bold marker:text-primary">
            <li>{t('premium.how1')}</li>
            <li>{t('premium.how2')}</li>
            <li>{t('premium.how3')}</li>
          </ol>
        </SettingCard>
      )}
    </div>
  )
}
