import { Crown } from 'lucide-react'
import type { Answer } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'

export type SubscriptionState = Answer<'GET /user/subscription'>['data']

/** Whether the learner has premium, and until when. */
export function PremiumState({ state }: { state: SubscriptionState }) {
  const { t, date } = useScreenText()
  const { isPremium, status, expiresAt, willRenew } = state
  const day = expiresAt && date(new Date(expiresAt), { dateStyle: 'long' })
  const text =
    status === 'NONE'
      ? t('premium.noneText')
      : !isPremium || status === 'EXPIRED'
        ? t('premium.expiredText')
        : status === 'GRACE_PERIOD'
          ? t('premium.graceText', { date: day ?? '' })
          : !day
            ? t('premium.lastingText')
            : willRenew
              ? t('premium.renewsText', { date: day })
              : t('premium.endsText', { date: day })
  return (
    <section className="rounded-card bg-linear-to-br from-[var(--hero-1)] via-[var(--hero-2)] to-[var(--hero-3)] p-6 text-[var(--on-hero)] shadow-card">
      <div className="flex items-center gap-4">
        <span className="grid size-14 flex-none place-items-center rounded-2xl bg-white/15">
          <Crown size={30} aria-hidden="true" />
        </span>
        <div>
          <h2 className="text-[21px]">{isPremium ? t('premium.active') : t('premium.inactive')}</h2>
          {status !== 'NONE' && (
            <Pill tone={isPremium ? 'good' : 'plain'} size="small" className="mt-1.5">
              {t(`premium.status.${status}`)}
            </Pill>
          )}
        </div>
      </div>
      <p className="mt-4">{text}</p>
    </section>
  )
}
