import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'
import { HowToBuy } from './how-to-buy.tsx'
import { PremiumCourses } from './premium-courses.tsx'
import { PremiumState } from './premium-state.tsx'

/** What premium gives, whether the learner has it, and where it is bought and cancelled. */
export function Premium() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /user/subscription')
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const state = data.data
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 mb-5 text-[27px] lg:text-[34px]">{t('premium.title')}</h1>
      <PremiumState state={state} />
      <PremiumCourses isPremium={state.isPremium} />
      <HowToBuy state={state} />
    </div>
  )
}
