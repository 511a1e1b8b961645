import { Link } from '@tanstack/react-router'
import { Check, ChevronRight, Crown, Flag } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'

interface Stop {
  id: string
  title: string
  accent: Api.PublishedLearningPath['accent']
  reason: string
  isCompleted: boolean
  needsPremium: boolean
}

/** The paths of a roadmap in their order, foundations first, each with the reason for it, and the goal at the end. */
export function RoadmapPaths({ roadmap }: { roadmap: Api.Roadmap }) {
  const { t } = useScreenText()
  const foundations = roadmap.foundationPaths.map((path) => ({ ...path, needsPremium: false }))
  const specializations = roadmap.specializationPaths.map((path) => ({
    ...path,
    needsPremium: path.requiresSubscription && !path.userHasAccess,
  }))
  return (
    <div className="grid gap-6">
      {foundations.length > 0 && <Stops title={t('roadmap.foundations')} stops={foundations} first={1} />}
      {specializations.length > 0 && (
        <Stops title={t('roadmap.specializations')} stops={specializations} first={foundations.length + 1} />
      )}
      <p className="flex items-center gap-4 rounded-card bg-gold-soft p-4 font-bold text-gold-text">
        <Flag size={22} className="flex-none" aria-hidden="true" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t('roadmap.goal')} <bdi>{roadmap.careerGoal}</bdi>
        </span>
      </p>
    </div>
  )
}

function Stops({ title, stops, first }: { title: string; stops: Stop[]; first: number }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-[18px]">{title}</h2>
      <ol className="grid gap-3" start={first}>
        {stops.map((stop, index) => (
          <StopRow key={stop.id} stop={stop} number={first + index} />
        ))}
      </ol>
    </section>
  )
}

function StopRow({ stop, number }: { stop: Stop; number: number }) {
  const { t, number: format } = useScreenText()
  return (
    <li data-accent={stop.accent}>
      <Link
        to="/learn/paths/$pathId"
        params={{ pathId: stop.id }}
        className="flex items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3"
      >
        <span
          aria-hidden="true"
          className={`grid size-10 flex-none place-items-center rounded-full font-extrabold ${stop.isCompleted ? 'bg-gold text-on-gold' : 'bg-primary-soft text-primary'}`}
        >
          {stop.isCompleted ? <Check size={20} strokeWidth={3.5} /> : format(number)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 text-[17px] font-extrabold leading-snug">
            <bdi>{stop.title}</bdi>
            {stop.isCompleted && (
              <Pill tone="good" size="small">
                {t('course.completed')}
              </Pill>
            )}
            {stop.needsPremium && (
              <Pill tone="gold" size="small">
                <Crown size={14} aria-hidden="true" />
                {t('course.premium')}
              </Pill>
            )}
          </span>
          <span className="mt-1 block text-[15px] text-ink-2 [overflow-wrap:anywhere]">
            <bdi>{stop.reason}</bdi>
          </span>
        </span>
        <ChevronRight size={20} className="mt-2.5 flex-none text-ink-3 rtl:rotate-180" aria-hidden="true" />
      </Link>
    </li>
  )
}
