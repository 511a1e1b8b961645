import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { BattlePanel } from '../battles/battle-panel.tsx'
import { BATTLE_KINDS, BATTLE_STATUSES, readBattleSearch } from '../battles/battle-search.ts'
import { BattleTag } from '../battles/battle-tag.tsx'
import { Chip, Chips, DayText, startOfDay } from '../list/chips.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { isIdFilter, ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { SEARCHED_BATTLES } from '../list/search-limits.ts'
import { Ago } from '../panel/time.tsx'
import { BATTLES_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

const NOTHING = { id: '', user: '', kind: '', status: '', from: '', to: '' }

/** The quiz battles of all users, the newest first. */
export default function Battles() {
  const { t, number } = useScreenText()
  const columns = useColumns()
  const [search, change] = useListSearch(BATTLES_PATH, readBattleSearch)
  const { id, user, kind, status, open, page = 1 } = search
  const [from, to] = [startOfDay(search.from), startOfDay(search.to)]
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(id ? { battleId: id } : {}),
    ...(user ? { userId: user } : {}),
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const areIds = isIdFilter(id) && isIdFilter(user)
  const battles = useApi('GET /admin/battles', { query }, { keepPrevious: true, enabled: areIds })
  return (
    <>
      <ListTitle text={t('nav.battles')} total={battles.data?.meta.total} />
      <Filters>
        <TextFilter label={t('orders.user')} value={user} onChange={(typed) => change({ user: typed })} />
        <SelectFilter
          label={t('battles.kind')}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
          options={[
            { id: '', text: t('battles.anyKind') },
            ...BATTLE_KINDS.map((one) => ({ id: one, text: t(`battles.kind.${one}`) })),
          ]}
        />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...BATTLE_STATUSES.map((one) => ({ id: one, text: t(`battles.status.${one}`) })),
          ]}
        />
      </Filters>
      {(id || from || to) && (
        <Chips>
          {id && (
            <Chip onRemove={() => change({ id: '' })}>
              <code dir="ltr">{id.slice(-12)}</code>
            </Chip>
          )}
          {from && (
            <Chip onRemove={() => change({ from: '' })}>
              {t('filter.since')} <DayText at={from} />
            </Chip>
          )}
          {to && (
            <Chip onRemove={() => change({ to: '' })}>
              {t('filter.before')} <DayText at={to} />
            </Chip>
          )}
        </Chips>
      )}
      {(kind || status) && (
        <p className="mt-3 text-sm text-ink-2">
          {t(from || to ? 'battles.searchedOfDays' : 'battles.searched', { most: number(SEARCHED_BATTLES) })}
        </p>
      )}
      <div className="mt-4">
        <ListBody
          query={areIds ? battles : NO_ROWS}
          empty={{ title: t('battles.none'), text: t('battles.noneText') }}
          isFiltered={Boolean(id || user || kind || status || from || to || search.page)}
          onClear={() => change(NOTHING)}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('nav.battles')}
                rows={rows}
                keyOf={(battle) => battle.id}
                columns={columns}
                opens={(battle) => ({
                  to: BATTLES_PATH,
                  search: { ...search, open: battle.id },
                  resetScroll: false,
                })}
              />
              <BattlePanel
                battle={rows.find((battle) => battle.id === open)}
                onClose={() => change({ open: '' })}
              />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.AdminBattle>[] {
  const { t, number } = useScreenText()
  return [
    {
      title: t('battles.players'),
      cell: ({ kind, players, botDifficulty }) => (
        <>
          <bdi className="block font-bold leading-snug [overflow-wrap:anywhere]">
            {[
              ...players.map(({ username }) => username ?? t('battles.deleted')),
              ...(botDifficulty ? [t(`battles.bot.${botDifficulty}`)] : []),
            ].join(' · ') || '–'}
          </bdi>
          <span className="text-sm text-ink-2">{t(`battles.kind.${kind}`)}</span>
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <BattleTag status={status} /> },
    {
      title: t('battles.score'),
      isWide: true,
      isNumber: true,
      cell: ({ players, botScore }) => (
        <bdi>
          {[...players.map(({ score }) => score), botScore]
            .filter((score) => score !== null)
            .map((score) => number(score))
            .join(' : ') || '–'}
        </bdi>
      ),
    },
    {
      title: t('battles.stake'),
      isWide: true,
      isNumber: true,
      cell: ({ stakeAmount }) => number(stakeAmount),
    },
    {
      title: t('battles.created'),
      isWide: true,
      isNumber: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}
