import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useScreenText } from '../use-text.ts'

type Result = NonNullable<Api.League['lastWeek']>

const LOOKS = {
  ROSE: { Icon: ArrowUp, look: 'bg-good-soft text-good' },
  STAYED: { Icon: Equal, look: 'bg-sunken text-ink-2' },
  FELL: { Icon: ArrowDown, look: 'bg-gold-soft text-gold-text' },
} as const

/** The result of the week before. A learner who was hidden has none. */
export function LastWeek({ result }: { result: Result }) {
  const { t } = useScreenText()
  const { outcome, rank, size, nextDivision } = result
  if (rank === null) return null
  const { Icon, look } = LOOKS[outcome]
  return (
    <div className="mb-4 flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-card">
      <span className={`grid size-11 flex-none place-items-center rounded-full ${look}`} aria-hidden="true">
        <Icon size={21} />
      </span>
      <p className="min-w-0">
        <span className="block font-extrabold">
          {t(`league.last.${outcome}`, { division: t(`league.division.${nextDivision}`) })}
        </span>
        <span className="block text-sm text-ink-2">{t('league.lastPlace', { rank, count: size })}</span>
      </p>
    </div>
  )
}
