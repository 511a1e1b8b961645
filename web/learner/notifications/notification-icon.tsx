import {
  Award,
  Bell,
  BookOpen,
  CreditCard,
  Crown,
  Hammer,
  Megaphone,
  ScrollText,
  Swords,
  Trophy,
  UserPlus,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { FlameIcon } from '../../ui/brand/currency-icons.tsx'

const LOOKS: Record<Api.Notification['type'], { Icon: ComponentType<{ size?: number }>; look: string }> = {
  STREAK_MILESTONE: { Icon: FlameIcon, look: 'bg-gold-soft text-gold-text' },
  STREAK_AT_RISK: { Icon: FlameIcon, look: 'bg-bad-soft text-bad' },
  BADGE_EARNED: { Icon: Award, look: 'bg-primary-soft text-primary' },
  CERTIFICATE_READY: { Icon: ScrollText, look: 'bg-good-soft text-good' },
  CONTEST_STARTING: { Icon: Trophy, look: 'bg-gold-soft text-gold-text' },
  CONTEST_RESULT: { Icon: Trophy, look: 'bg-gold-soft text-gold-text' },
  BATTLE_RESULT: { Icon: Swords, look: 'bg-primary-soft text-primary' },
  LEAGUE_RESULT: { Icon: Trophy, look: 'bg-good-soft text-good' },
  PROJECT_ASSESSED: { Icon: Hammer, look: 'bg-gem-soft text-gem' },
  REFERRAL_BONUS: { Icon: UserPlus, look: 'bg-gem-soft text-gem' },
  PAYMENT_UPDATE: { Icon: CreditCard, look: 'bg-gem-soft text-gem' },
  SUBSCRIPTION_UPDATE: { Icon: Crown, look: 'bg-gold-soft text-gold-text' },
  COURSE_CHANGED: { Icon: BookOpen, look: 'bg-primary-soft text-primary' },
  ANNOUNCEMENT: { Icon: Megaphone, look: 'bg-primary-soft text-primary' },
  SYSTEM: { Icon: Bell, look: 'bg-sunken text-ink-2' },
}

export function NotificationIcon({ type }: { type: Api.Notification['type'] }) {
  const { Icon, look } = LOOKS[type] ?? LOOKS.SYSTEM
  return (
    <span className={`grid size-11 flex-none place-items-center rounded-full ${look}`} aria-hidden="true">
      <Icon size={21} />
    </span>
  )
}
