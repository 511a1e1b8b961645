import type { ReactNode } from 'react'
import { useText } from '../use-text.ts'
import type { Overview } from './overview.ts'

/** The overview has as many orders at most. */
const MOST_ORDERS = 10

/** The numbers of a user, large. */
export function UserTiles({ overview }: { overview: Overview }) {
  const { t, number } = useText()
  const { user, learning, orders, referrals } = overview
  const waiting = orders.filter(({ status }) => status === 'UNDER_REVIEW').length
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile name={t('asset.GEM')} note={t('tile.level', { xp: user.totalXP })}>
        <span className="text-gem">{number(user.totalGems)}</span>
      </Tile>
      <Tile name={t('tile.streak')} note={t('tile.longest', { count: learning.streak.longestDays })}>
        {number(learning.streak.currentDays)}
      </Tile>
      <Tile name={t('tile.lessons')} note={t('tile.courses', { count: learning.completedCourses })}>
        {number(learning.completedLessons)}
      </Tile>
      <Tile
        name={t('nav.orders')}
        note={
          waiting > 0
            ? t('tile.underReview', { count: waiting })
            : t('tile.invited', { count: referrals.members.invited })
        }
      >
        {orders.length < MOST_ORDERS ? number(orders.length) : `${number(MOST_ORDERS)}+`}
      </Tile>
    </dl>
  )
}

function Tile({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface px-4 py-3 shadow-card">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-[25px] font-extrabold leading-tight tabular-nums">{children}</dd>
      <dd className="text-[13px] text-ink-2">{note}</dd>
    </div>
  )
}
