import type { Api } from '../../../packages/client/src/lyceum.ts'
import { DIVISION_KEYS, DivisionEmblem } from '../../ui/brand/division-emblem.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useScreenText } from '../use-text.ts'

/** The division of the learner, its step among all divisions, and when the week ends. */
export function DivisionCard({ league }: { league: Api.League }) {
  const { t, locale } = useScreenText()
  const { division, endDate } = league
  const number = DIVISION_KEYS.indexOf(division) + 1
  return (
    <section
      aria-labelledby="division"
      className="mb-5 rounded-card border border-line bg-surface px-4 py-5 text-center shadow-card"
    >
      <span className="mx-auto block w-fit">
        <DivisionEmblem division={division} size={104} />
      </span>
      <h2 id="division" className="mt-2 text-[25px]">
        {t(`league.division.${division}`)}
      </h2>
      <p className="mt-0.5 text-[15px] text-ink-2">
        {t('league.step', { number, count: DIVISION_KEYS.length })} ·{' '}
        {t('leaderboard.ends', { when: relativeTime(locale, new Date(endDate)) })}
      </p>
      <ol aria-hidden="true" className="mt-4 flex justify-center gap-1.5 max-[359px]:gap-0 sm:gap-3">
        {DIVISION_KEYS.map((key, index) => (
          <li
            key={key}
            className={`rounded-full p-0.5 ${index + 1 === number ? 'outline-2 outline-primary' : index + 1 > number ? 'opacity-30 grayscale' : ''}`}
          >
            <DivisionEmblem division={key} size={32} />
          </li>
        ))}
      </ol>
    </section>
  )
}
