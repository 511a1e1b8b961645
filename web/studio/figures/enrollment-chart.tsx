import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { useText } from '../use-text.ts'
import { groupDays } from './group-days.ts'
import { TableBehind } from './table-behind.tsx'
import { useNumbers } from './use-numbers.ts'

const [WIDTH, HEIGHT] = [720, 160]
const COUNTS = ['enrolled', 'completed'] as const

/** New learners and completed courses over time. */
export function EnrollmentChart({ stats }: { stats: Api.CourseStats }) {
  const { t } = useText()
  const { number, day } = useNumbers()
  const groups = groupDays(stats.days, stats.from !== null)
  const most = Math.max(1, ...groups.flatMap(({ enrolled, completed }) => [enrolled, completed]))
  const step = WIDTH / Math.max(1, groups.length)
  const gap = Math.min(8, step * 0.2)
  const column = (step - gap) / 2
  const sum = (name: (typeof COUNTS)[number]) => groups.reduce((total, group) => total + group[name], 0)
  const nameOf = ({ from, to }: { from: string; to: string }) =>
    from === to ? day(from) : `${day(from)} – ${day(to)}`
  return (
    <Card as="section" aria-labelledby="over-time">
      <h2 id="over-time" className="text-[20px]">
        {t('figures.overTime')}
      </h2>
      <p className="mt-1 text-ink-2">{t('figures.overTimeText')}</p>
      {groups.length > 0 && (
        <figure className="mt-4">
          <p aria-hidden="true" className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm font-semibold">
            <Key color="bg-primary" text={t('figures.enrolled')} />
            <Key color="bg-good" text={t('figures.completed')} />
            <span className="ms-auto text-ink-2">{t('figures.highest', { most })}</span>
          </p>
          {/* Time runs in the reading direction. */}
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label={t('figures.overTimeChart', {
              enrolled: sum('enrolled'),
              completed: sum('completed'),
              most,
            })}
            className="w-full border-line border-b rtl:-scale-x-100"
          >
            {groups.map((group, index) =>
              COUNTS.map((name, at) => {
                const height = (HEIGHT * group[name]) / most
                return (
                  <rect
                    key={`${group.from}-${name}`}
                    x={index * step + gap / 2 + at * column}
                    y={HEIGHT - height}
                    width={column}
                    height={height}
                    rx={Math.min(3, column / 2)}
                    fill={name === 'enrolled' ? 'var(--primary)' : 'var(--good)'}
                  />
                )
              }),
            )}
          </svg>
          <p aria-hidden="true" className="mt-2 flex justify-between text-[13px] font-semibold text-ink-2">
            <span>{day(groups[0]!.from)}</span>
            <span>{day(groups.at(-1)!.to)}</span>
          </p>
          <figcaption>
            <TableBehind
              columns={[t('figures.days'), t('figures.enrolled'), t('figures.completed')]}
              rows={groups.map((group) => ({
                key: group.from,
                cells: [nameOf(group), number(group.enrolled), number(group.completed)],
              }))}
            />
          </figcaption>
        </figure>
      )}
    </Card>
  )
}

export function Key({ color, text }: { color: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-3 rounded-sm ${color}`} />
      {text}
    </span>
  )
}
