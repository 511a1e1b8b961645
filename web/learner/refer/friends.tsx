import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'

/** Who joined with the code, and how far they are on the way to the bonus. */
export function Friends({ friends }: { friends: Api.ReferralStats['referrals'] }) {
  const { t, date } = useScreenText()
  if (friends.length === 0) return <EmptyState title={t('refer.none')}>{t('refer.noneText')}</EmptyState>
  return (
    <ul>
      {friends.map(({ username, joinedAt, hasCompletedFirstCourse, bonusClaimed }) => (
        <li
          key={`${username} ${joinedAt}`}
          className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 border-line px-4 py-3 not-first:border-t"
        >
          <Avatar name={username} url={null} size={40} />
          <span className="min-w-0 flex-1 basis-36">
            <span className="block truncate font-bold">
              <bdi>{username}</bdi>
            </span>
            <span className="block text-sm text-ink-2">
              {t('refer.joined', { date: date(new Date(joinedAt), { dateStyle: 'medium' }) })}
            </span>
          </span>
          <Pill tone={bonusClaimed ? 'good' : hasCompletedFirstCourse ? 'plain' : 'gold'} size="small">
            {bonusClaimed
              ? t('refer.paid')
              : hasCompletedFirstCourse
                ? t('refer.courseDone')
                : t('refer.learning')}
          </Pill>
        </li>
      ))}
    </ul>
  )
}
