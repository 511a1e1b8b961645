import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { BoltIcon, FlameIcon, GemIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { Figure } from '../me/figure.tsx'
import { useScreenText } from '../use-text.ts'
import { Friends } from './friends.tsx'
import { Invitation } from './invitation.tsx'
import { RedeemForm } from './redeem-form.tsx'

const STEP = 20
/** The largest page of the service. */
const MOST = 100

export function Refer() {
  const { t } = useScreenText()
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch } = useApi('GET /referral/stats', { query: { limit } }, { keepPrevious: true })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const stats = data.data
  return (
    <div className="animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 text-[27px] lg:text-[34px]">{t('refer.title')}</h1>
      <p className="mt-1.5 mb-5 max-w-prose text-ink-2">{t('refer.text')}</p>
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <div className="grid gap-4">
          <Invitation code={stats.referralCode} />
          <Rewards stats={stats} />
        </div>
        <div>
          <section aria-labelledby="friends" className="mb-6">
            <h2 id="friends" className="mb-3 text-[21px]">
              {t('refer.friends')}
            </h2>
            <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
              <Friends friends={stats.referrals} />
              {stats.totalInvited > limit && limit < MOST && (
                <Button variant="ghost" isWide onClick={() => setLimit(Math.min(limit + STEP, MOST))}>
                  {t('action.more')}
                </Button>
              )}
            </div>
          </section>
          {stats.invitedBy === null ? (
            <RedeemForm />
          ) : (
            <p className="text-ink-2">{t('refer.invitedBy', { name: stats.invitedBy })}</p>
          )}
        </div>
      </div>
    </div>
  )
}

function Rewards({ stats }: { stats: Api.ReferralStats }) {
  const { t, number } = useScreenText()
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-2 gap-y-4 text-center">
        <Figure
          icon={<UserPlus size={20} aria-hidden="true" />}
          look="text-primary"
          label={t('refer.invited')}
          value={number(stats.totalInvited)}
        />
        <Figure
          icon={<FlameIcon size={20} />}
          look="text-gold-text"
          label={t('refer.active')}
          value={number(stats.activeLearners)}
        />
        <Figure
          icon={<GemIcon size={20} />}
          look="text-gem"
          label={t('refer.gems')}
          value={number(stats.totalGemsEarned)}
        />
        <Figure
          icon={<BoltIcon size={20} />}
          look="text-gold-text"
          label={t('refer.xp')}
          value={number(stats.totalXPEarned)}
        />
      </dl>
    </Card>
  )
}
