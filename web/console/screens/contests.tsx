import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { CONTEST_STATUSES, readContestSearch } from '../contests/contest-search.ts'
import { ContestTag } from '../contests/contest-tag.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Moment } from '../panel/time.tsx'
import { CONTESTS_PATH, contestPath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** All contests, the latest start first. Authors write them in the studio. */
export default function Contests() {
  const { t } = useScreenText()
  const columns = useColumns()
  const [search, change] = useListSearch(CONTESTS_PATH, readContestSearch)
  const { q, status, page = 1 } = search
  const query = { page, limit: PAGE_ROWS, ...(q ? { search: q } : {}), ...(status ? { status } : {}) }
  const contests = useApi('GET /admin/contests', { query }, { keepPrevious: true })
  return (
    <>
      <ListTitle text={t('nav.contests')} total={contests.data?.meta.total} />
      <Filters>
        <TextFilter label={t('contests.filter')} value={q} onChange={(typed) => change({ q: typed })} />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...CONTEST_STATUSES.map((id) => ({ id, text: t(`contests.status.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={contests}
          empty={{ title: t('contests.none'), text: t('contests.noneText') }}
          isFiltered={Boolean(q || status || search.page)}
          onClear={() => change({ q: '', status: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.contests')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
              opens={({ id }) => ({ to: contestPath(id) })}
            />
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.Contest>[] {
  const { t, number } = useScreenText()
  return [
    {
      title: t('subject.contest'),
      cell: ({ title, type }) => (
        <>
          <span dir="auto" className="block break-words font-bold leading-snug">
            {title}
          </span>
          {type === 'PRIVATE' && <span className="text-sm text-ink-2">{t('contests.private')}</span>}
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <ContestTag status={status} /> },
    {
      title: t('contests.participants'),
      isNumber: true,
      isWide: true,
      cell: ({ participantCount }) => number(participantCount),
    },
    { title: t('contests.pool'), isNumber: true, cell: ({ prizePoolGems }) => number(prizePoolGems) },
    {
      title: t('contests.starts'),
      isNumber: true,
      isWide: true,
      cell: ({ startsAt }) => <Moment at={startsAt} />,
    },
  ]
}
