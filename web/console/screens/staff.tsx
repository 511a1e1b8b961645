import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { replaces } from '../frame/replaces.ts'
import { ListLoading } from '../list/list-body.tsx'
import { Tag } from '../panel/tag.tsx'
import { RUNTIME_PATH, USERS_PATH, userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { Nothing, ROW, Section } from '../user/section.tsx'

const STAFF = ['ADMIN', 'SUPPORT', 'MODERATOR', 'CREATOR'] as const
type StaffRole = (typeof STAFF)[number]
const LIMIT = 20

/** Who has which rights. A role is changed on the page of the user. */
export default function Staff() {
  const { t } = useText()
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.staff')}</h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('staff.text')}</p>
      <Requirement />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-4">
        {STAFF.map((role) => (
          <RoleSection key={role} role={role} />
        ))}
      </div>
    </>
  )
}

/** Which roles must use two-factor sign-in, and the way to change it. */
function Requirement() {
  const { t } = useText()
  const { data } = useApi('GET /admin/runtime-settings')
  if (!data) return null
  const roles = data.data.twoFactorRoles.value
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 shadow-card">
      <ShieldCheck size={20} className={roles.length > 0 ? 'text-good' : 'text-ink-3'} aria-hidden="true" />
      <span className="font-semibold">
        {roles.length > 0
          ? `${t('staff.required')}: ${roles.map((role) => t(`staff.${role}`)).join(', ')}`
          : t('staff.requiredNone')}
      </span>
      <ConsoleLink
        to={RUNTIME_PATH}
        className="inline-flex min-h-11 items-center rounded-lg font-bold text-primary"
      >
        {t('staff.change')}
      </ConsoleLink>
    </p>
  )
}

function RoleSection({ role }: { role: StaffRole }) {
  const { t, number } = useText()
  const { data, error, refetch } = useApi('GET /admin/users', { query: { page: 1, limit: LIMIT, role } })
  return (
    <Section
      title={t(`staff.${role}`)}
      end={
        data && (
          <ConsoleLink
            to={USERS_PATH}
            search={{ role }}
            className="grid min-h-11 min-w-11 place-items-center rounded-lg font-bold text-primary"
          >
            <span className="sr-only">
              {t('staff.all', { role: t(`staff.${role}`), count: data.meta.total })}
            </span>
            <span aria-hidden="true">{number(data.meta.total)}</span>
          </ConsoleLink>
        )
      }
    >
      <p className="border-line border-b px-4 py-2.5 text-sm text-ink-2">{t(`rights.${role}`)}</p>
      {replaces(error, data) ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="p-4">
          <ListLoading />
        </div>
      ) : data.data.length === 0 ? (
        <Nothing>{t('staff.none')}</Nothing>
      ) : (
        <ul>
          {data.data.map((user) => (
            <li key={user.id} className={`relative flex items-start gap-3 hover:bg-sunken ${ROW}`}>
              <Avatar name={user.username} url={null} size={34} />
              <ConsoleLink
                to={userPath(user.id)}
                data-list-item=""
                className="min-w-0 flex-1 outline-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-primary"
              >
                <span dir="auto" className="block break-all font-bold leading-snug">
                  {user.username}
                </span>
                <span dir="ltr" className="block break-all text-start text-sm text-ink-2">
                  {user.email}
                </span>
                <span className="mt-1.5 block">
                  {user.isTwoFactorEnabled ? (
                    <Tag tone="good">
                      <ShieldCheck size={14} aria-hidden="true" />
                      {t('user.twoFactor')}
                    </Tag>
                  ) : (
                    <Tag tone="gold">
                      <ShieldAlert size={14} aria-hidden="true" />
                      {t('staff.noTwoFactor')}
                    </Tag>
                  )}
                </span>
              </ConsoleLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
