import {
  Award,
  Bell,
  Crown,
  MapIcon,
  ScrollText,
  Settings,
  Trophy,
  UserPlus,
  WalletMinimal,
} from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { useUnread } from '../notifications/unread-store.ts'
import { useScreenText } from '../use-text.ts'
import { DoorRow } from './door-row.tsx'

/** The rows to the other screens of the learner. Their values appear when they are loaded; a failure hides them. */
export function Doors() {
  const { t, number } = useScreenText()
  const rank = useApi('GET /leaderboard/my-position').data?.data.weekly.rank
  const badges = useApi('GET /badges/progress/{userId}', { path: { userId: 'me' } }).data?.data
  const certificates = useApi('GET /certificates', { query: { limit: 1 } }).data?.meta.total
  const unread = useUnread()
  const { totalGems } = useUser()
  const earned = badges?.filter(({ isCompleted }) => isCompleted).length
  return (
    <ul className="mt-5 overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <DoorRow to="/roadmap" Icon={MapIcon} look="bg-primary-soft text-primary" text={t('roadmap.title')} />
      <DoorRow
        to="/leaderboard"
        Icon={Trophy}
        look="bg-gold-soft text-gold-text"
        text={t('leaderboard.title')}
        value={rank ? t('today.rank', { rank }) : undefined}
      />
      <DoorRow
        to="/badges"
        Icon={Award}
        look="bg-primary-soft text-primary"
        text={t('badges.title')}
        value={
          earned === undefined ? undefined : t('badges.progress', { done: earned, total: badges!.length })
        }
      />
      <DoorRow
        to="/certificates"
        Icon={ScrollText}
        look="bg-good-soft text-good"
        text={t('certificates.title')}
        value={certificates === undefined ? undefined : number(certificates)}
      />
      <DoorRow
        to="/wallet"
        Icon={WalletMinimal}
        look="bg-gem-soft text-gem"
        text={t('wallet.title')}
        value={t('reward.gems', { count: totalGems })}
      />
      <DoorRow to="/premium" Icon={Crown} look="bg-gold-soft text-gold-text" text={t('premium.title')} />
      <DoorRow to="/refer" Icon={UserPlus} look="bg-primary-soft text-primary" text={t('refer.title')} />
      <DoorRow
        to="/notifications"
        Icon={Bell}
        look="bg-bad-soft text-bad"
        text={t('notifications.title')}
        value={unread > 0 ? t('nav.unread', { count: unread }) : undefined}
      />
      <DoorRow to="/settings" Icon={Settings} look="bg-sunken text-ink-2" text={t('settings.title')} />
    </ul>
  )
}
