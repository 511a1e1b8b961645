import { ChevronLeft, MailCheck, MailWarning, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Tag } from '../panel/tag.tsx'
import { USERS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { RoleTag, StateTag } from '../users/user-tags.tsx'

/** Who the user is, and the actions. */
export function UserHeader({ user, actions }: { user: Api.AdminUser; actions: ReactNode }) {
  const { t, date } = useText()
  const joined = date(new Date(user.createdAt), { dateStyle: 'medium' })
  return (
    <header>
      <ConsoleLink
        to={USERS_PATH}
        className="-ms-1 inline-flex min-h-11 items-center gap-1 rounded-lg pe-2 text-sm font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={18} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.users')}
      </ConsoleLink>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar name={user.username} url={null} size={54} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h1 dir="auto" className="break-all text-[25px]">
                {user.username}
              </h1>
              <StateTag user={user} />
              <RoleTag user={user} />
              {user.isPremium && <Tag tone="gold">{t('user.premium')}</Tag>}
              {user.isTwoFactorEnabled && (
                <Tag tone="plain">
                  <ShieldCheck size={13} aria-hidden="true" />
                  {t('user.twoFactor')}
                </Tag>
              )}
            </div>
            <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-[15px] text-ink-2">
              <bdi className="break-all">{user.email}</bdi>
              {user.isEmailVerified ? (
                <MailCheck size={16} className="text-good" aria-label={t('user.verified')} role="img" />
              ) : (
                <MailWarning size={16} className="text-bad" aria-label={t('user.unverified')} role="img" />
              )}
              <span>
                {[user.country, user.timeZone, t('user.joined', { day: joined })].filter(Boolean).join(' · ')}
              </span>
            </p>
          </div>
        </div>
      </div>
      <div className="mt-4">{actions}</div>
    </header>
  )
}
