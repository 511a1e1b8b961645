import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { Chip, Chips, DayText, startOfDay } from '../list/chips.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { SEARCHED_ACTIVITIES, SEARCHED_SIGN_UPS, SHORTEST_SEARCH } from '../list/search-limits.ts'
import { Ago } from '../panel/time.tsx'
import { USERS_PATH, userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ROLES, readUserSearch, STATES } from '../users/user-search.ts'
import { RoleTag, StateTag } from '../users/user-tags.tsx'

const NOTHING = { q: '', role: '', state: '', from: '', to: '', active: '', activeTo: '', reached: '' }

/** All users, with filters in the URL. */
export default function Users() {
  const { t, number } = useText()
  const [search, change] = useListSearch(USERS_PATH, readUserSearch)
  const { q, role, state, reached, page = 1 } = search
  // The service refuses a shorter text.
  const isShort = q !== undefined && q.length < SHORTEST_SEARCH
  const [from, to, active] = [startOfDay(search.from), startOfDay(search.to), startOfDay(search.active)]
  const activeTo = startOfDay(search.activeTo)
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(active
      ? { activeSince: active.slice(0, 10), ...(activeTo ? { activeTo: activeTo.slice(0, 10) } : {}) }
      : {
          ...(reached
            ? { reached }
            : {
                ...(q && !isShort ? { search: q } : {}),
                ...(role ? { role } : {}),
                ...(state
                  ? { isSuspended: state === 'suspended' ? ('true' as const) : ('false' as const) }
                  : {}),
              }),
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
        }),
  }
  const users = useApi('GET /admin/users', { query }, { keepPrevious: true })
  return (
    <>
      <ListTitle text={t('nav.users')} total={users.data?.meta.total} />
      <Filters>
        <TextFilter
          label={t('users.filter')}
          value={q}
          onChange={(typed) => change({ q: typed, active: '', activeTo: '', reached: '' })}
        />
        <SelectFilter
          label={t('users.role')}
          value={role}
          onChange={(chosen) => change({ role: chosen, active: '', activeTo: '', reached: '' })}
          options={[
            { id: '', text: t('users.anyRole') },
            ...ROLES.map((id) => ({ id, text: t(`role.${id}`) })),
          ]}
        />
        <SelectFilter
          label={t('users.state')}
          value={state}
          onChange={(chosen) => change({ state: chosen, active: '', activeTo: '', reached: '' })}
          options={[
            { id: '', text: t('users.anyState') },
            ...STATES.map((id) => ({ id, text: t(`user.${id}`) })),
          ]}
        />
      </Filters>
      {isShort && <p className="mt-3 text-sm text-ink-2">{t('search.short')}</p>}
      {(from || to || active || reached) && (
        <Chips>
          {active ? (
            <Chip onRemove={() => change({ active: '', activeTo: '' })}>
              {t('filter.active')} <DayText at={active} />
              {activeTo && (
                <>
                  {' – '}
                  <DayText at={activeTo} />
                </>
              )}
            </Chip>
          ) : (
            <>
              {reached && (
                <Chip onRemove={() => change({ reached: '' })}>{t(`filter.reached.${reached}`)}</Chip>
              )}
              {from && (
                <Chip onRemove={() => change({ from: '' })}>
                  {t('filter.signedUp')} <DayText at={from} />
                </Chip>
              )}
              {to && (
                <Chip onRemove={() => change({ to: '' })}>
                  {t('filter.before')} <DayText at={to} />
                </Chip>
              )}
            </>
          )}
        </Chips>
      )}
      {(active || reached) && (
        <p className="mt-3 text-sm text-ink-2">
          {active
            ? t('users.searchedActivities', { most: number(SEARCHED_ACTIVITIES) })
            : t('users.searchedSignUps', { most: number(SEARCHED_SIGN_UPS) })}
        </p>
      )}
      <div className="mt-4">
        <ListBody
          query={users}
          empty={{ title: t('users.none') }}
          isFiltered={Boolean(q || role || state || from || to || active || reached || search.page)}
          onClear={() => change(NOTHING)}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.users')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columnsOf(t)}
              opens={({ id }) => ({ to: userPath(id) })}
            />
          )}
        </ListBody>
      </div>
    </>
  )
}

function columnsOf(t: ReturnType<typeof useText>['t']): Column<Api.AdminUserSummary>[] {
  return [
    {
      title: t('users.user'),
      cell: (user) => (
        <span className="flex items-center gap-3">
          <span className="max-sm:hidden">
            <Avatar name={user.username} url={null} size={34} />
          </span>
          <span className="min-w-0">
            <span dir="auto" className="block break-all font-bold leading-snug">
              {user.username}
            </span>
            <span dir="ltr" className="block break-all text-start text-sm text-ink-2">
              {user.email}
            </span>
          </span>
        </span>
      ),
    },
    {
      title: t('users.state'),
      cell: (user) => (
        <span className="flex flex-wrap gap-1.5">
          <StateTag user={user} />
          <RoleTag user={user} />
        </span>
      ),
    },
    { title: t('users.country'), isWide: true, cell: ({ country }) => country ?? '–' },
    { title: t('users.language'), isWide: true, cell: ({ language }) => language },
    {
      title: t('users.joined'),
      isWide: true,
      isNumber: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}
