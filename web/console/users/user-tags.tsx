import { BadgeCheck, Ban } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

type Listed = Pick<Api.AdminUserSummary, 'role' | 'suspendedAt'>

/** Whether a user is suspended. */
export function StateTag({ user }: { user: Listed }) {
  const { t } = useText()
  return user.suspendedAt ? (
    <Tag tone="bad">
      <Ban size={13} aria-hidden="true" />
      {t('user.suspended')}
    </Tag>
  ) : (
    <Tag tone="good">{t('user.active')}</Tag>
  )
}

/** The role, for users who have more rights than a learner. */
export function RoleTag({ user }: { user: Listed }) {
  const { t } = useText()
  if (user.role === 'USER') return null
  return (
    <Tag tone="primary">
      <BadgeCheck size={13} aria-hidden="true" />
      {t(`role.${user.role}`)}
    </Tag>
  )
}
