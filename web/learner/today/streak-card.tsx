import { Check } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { FlameIcon, FreezeIcon } from '../../ui/brand/currency-icons.tsx'
import { Card } from '../../ui/components/card.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useText } from '../use-text.ts'
import { type WeekDay, weekDays } from './week-days.ts'

const LOOKS: Record<WeekDay['state'], string> = {
  done: 'bg-gold text-on-gold',
  frozen: 'bg-gem-soft text-gem',
  today: 'border-[3px] border-gold text-gold',
  missed: 'bg-sunken',
  future: 'bg-sunken',
}

/** Shows the days of this week, the streak and the available freezes. */
export function StreakCard({ streak }: { streak: Api.Streak }) {
  const { t, date } = useText()
  const user = useUser()
  const days = weekDays(streak, user.timeZone, new Date())
  return (
    <Card as="section" aria-labelledby="streak-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="streak-title" className="text-[18px]">
          {streak.currentStreak > 0 ? t('streak.days', { count: streak.currentStreak }) : t('streak.none')}
        </h2>
        <span className="text-sm text-ink-2">{t('streak.freezes', { count: streak.freezes })}</span>
      </div>
      <ul className="mt-4 grid grid-cols-7">
        {days.map((day) => (
          <li
            key={day.date}
            className="flex flex-col items-center gap-1.5 text-[13px] font-semibold text-ink-2"
          >
            <span aria-hidden="true">{date(day.weekday, { weekday: 'narrow', timeZone: 'UTC' })}</span>
            <span className="sr-only">
              {`${date(day.weekday, { weekday: 'long', timeZone: 'UTC' })}: ${t(`streak.${day.state}`)}`}
            </span>
            <span
              aria-hidden="true"
              className={`grid size-9 place-items-center rounded-full ${LOOKS[day.state]}`}
            >
              {day.state === 'done' && <Check size={18} strokeWidth={3.5} />}
              {day.state === 'frozen' && <FreezeIcon size={18} />}
              {day.state === 'today' && <FlameIcon size={16} />}
            </span>
          </li>
        ))}
      </ul>
      {streak.nextMilestone && (
        <p className="mt-4 text-sm text-ink-2">
          {t('streak.milestone', {
            count: streak.nextMilestone.days - streak.currentStreak,
            gems: streak.nextMilestone.gems,
          })}
        </p>
      )}
    </Card>
  )
}
