import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '../../ui/session/session-store.ts'
import { openNext } from '../sign-in/open-next.ts'
import { useScreenText } from '../use-text.ts'
import { GoalStep } from './goal-step.tsx'
import { RegionStep } from './region-step.tsx'
import { RoadmapStep } from './roadmap-step.tsx'
import {
  isWelcomeStep,
  readWelcome,
  storeWelcome,
  WELCOME_STEPS,
  type WelcomeStep,
} from './stored-welcome.ts'
import { TargetStep } from './target-step.tsx'
import { WelcomeFrame } from './welcome-frame.tsx'

const route = getRouteApi('/signed-in/welcome')

/**
 * After the sign-up: goal, roadmap, daily target, language and time zone. Each step can be skipped. The step is in the
 * address, so the back button works; the device remembers it for another visit.
 */
export function Welcome() {
  const { t } = useScreenText()
  const { step: asked, next } = route.useSearch()
  const navigate = useNavigate()
  const user = useUser()
  // `only-target` asks for this step alone.
  const single = asked?.startsWith('only-') ?? false
  const named = asked?.replace('only-', '')
  const step: WelcomeStep = isWelcomeStep(named) ? named : readWelcome(user.id).step
  useEffect(() => {
    if (!single) storeWelcome(user.id, { step })
  }, [step, single, user.id])

  const leave = () => void openNext(navigate, next)
  const open = (to: WelcomeStep) => void navigate({ to: '/welcome', search: { next, step: to } })
  const finish = () => {
    storeWelcome(user.id, { isDone: true, step: 'goal', goal: '' })
    leave()
  }
  const after = (from: WelcomeStep) => {
    if (single) return leave()
    const following = WELCOME_STEPS[WELCOME_STEPS.indexOf(from) + 1]
    if (following) open(following)
    else finish()
  }
  const frame = {
    number: single ? undefined : WELCOME_STEPS.indexOf(step) + 1,
    total: WELCOME_STEPS.length,
    onLeave: leave,
  }
  if (step === 'roadmap')
    return (
      <WelcomeFrame {...frame} mood="glad" title={t('welcome.roadmapTitle')} text={t('welcome.roadmapText')}>
        <RoadmapStep onDone={() => after('roadmap')} onBack={() => open('goal')} />
      </WelcomeFrame>
    )
  if (step === 'target')
    return (
      <WelcomeFrame {...frame} title={t('welcome.targetTitle')} text={t('welcome.targetText')}>
        <TargetStep onDone={() => after('target')} onSkip={single ? undefined : () => after('target')} />
      </WelcomeFrame>
    )
  if (step === 'region')
    return (
      <WelcomeFrame {...frame} title={t('welcome.regionTitle')} text={t('welcome.regionText')}>
        <RegionStep onDone={() => after('region')} onSkip={single ? undefined : () => after('region')} />
      </WelcomeFrame>
    )
  return (
    <WelcomeFrame {...frame} title={t('welcome.goalTitle')} text={t('welcome.goalText')}>
      {/* Without a goal there is no roadmap to show. */}
      <GoalStep onDone={() => after('goal')} onSkip={single ? undefined : () => after('roadmap')} />
    </WelcomeFrame>
  )
}
