import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { DIVISION_KEYS } from '../../ui/brand/division-emblem.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'

type Entry = Api.League['entries'][number]
type Zone = Entry['zone']

/** A zone has a title, an arrow and an edge, so that its colour is not needed. */
const ZONES: Record<Zone, { Icon: typeof ArrowUp; title: string; edge: string }> = {
  RISING: { Icon: ArrowUp, title: 'text-good', edge: 'border-s-good' },
  STAYING: { Icon: Equal, title: 'text-ink-2', edge: 'border-s-transparent' },
  FALLING: { Icon: ArrowDown, title: 'text-bad', edge: 'border-s-bad' },
}
const ORDER: Zone[] = ['RISING', 'STAYING', 'FALLING']
const STEP: Record<Zone, number> = { RISING: 1, STAYING: 0, FALLING: -1 }

/** The learners of the group by rank, in the zones that rise, stay and fall. */
export function LeagueGroup({ league: { entries, division, rising, falling } }: { league: Api.League }) {
  const { t } = useScreenText()
  const { id: myId } = useUser()
  const isSmall = rising + falling === 0
  return (
    <>
      {isSmall && <p className="mb-3 text-center text-[15px] text-ink-2">{t('league.small')}</p>}
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {ORDER.map((zone) => {
          const members = entries.filter((entry) => entry.zone === zone)
          if (members.length === 0) return null
          const { Icon, title } = ZONES[zone]
          const next = DIVISION_KEYS[DIVISION_KEYS.indexOf(division) + STEP[zone]]!
          return (
            <section key={zone} aria-labelledby={`zone-${zone}`} className="not-first:border-t border-line">
              <h3
                id={`zone-${zone}`}
                className={`flex items-center gap-2 bg-sunken px-4 py-2 text-[15px] font-extrabold ${title}`}
              >
                <Icon size={17} aria-hidden="true" />
                {t(`league.zone.${zone}`, { division: t(`league.division.${next}`) })}
              </h3>
              <ol start={members[0]!.rank}>
                {members.map((entry) => (
                  <GroupRow key={entry.userId} entry={entry} isMe={entry.userId === myId} />
                ))}
              </ol>
            </section>
          )
        })}
      </div>
    </>
  )
}

function GroupRow({ entry, isMe }: { entry: Entry; isMe: boolean }) {
  const { t, number } = useScreenText()
  const { rank, username, avatarUrl, totalXP, zone } = entry
  return (
    <li
      aria-current={isMe || undefined}
      className={`flex min-h-15 items-center gap-3 border-line border-s-4 px-3 not-first:border-t ${ZONES[zone].edge} ${isMe ? 'bg-primary-soft' : ''}`}
    >
      <span className="w-8 flex-none text-center font-extrabold text-ink-2 tabular-nums">
        <span className="sr-only">{t('today.rank', { rank })}</span>
        <span aria-hidden="true">{number(rank)}</span>
      </span>
      <Avatar name={username} url={avatarUrl} />
      <span className={`min-w-0 flex-1 truncate font-bold ${isMe ? 'text-primary' : ''}`}>
        {isMe ? t('leaderboard.you') : <bdi>{username}</bdi>}
      </span>
      <span className="min-w-16 text-end font-bold tabular-nums">
        {t('reward.xp', { xp: number(totalXP) })}
      </span>
    </li>
  )
}
