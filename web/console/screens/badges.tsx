import { Plus } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { BADGE_STATUSES, readBadgeSearch } from '../badges/badge-search.ts'
import { BadgeTag } from '../badges/badge-tag.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { BADGES_PATH, badgePath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** All badges: drafts, those that learners can get, and archived ones. */
export default function Badges() {
  const { t } = useScreenText()
  const columns = useColumns()
  const [search, change] = useListSearch(BADGES_PATH, readBadgeSearch)
  const { status, q, page = 1 } = search
  const query = { page, limit: PAGE_ROWS, ...(status ? { status } : {}), ...(q ? { search: q } : {}) }
  const badges = useApi('GET /admin/badges', { query }, { keepPrevious: true })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListTitle text={t('nav.badges')} total={badges.data?.meta.total} />
        <ConsoleLink to={badgePath('new')} className={`${buttonClass({ size: 'small' })} min-h-11`}>
          <Plus size={18} aria-hidden="true" />
          {t('badges.new')}
        </ConsoleLink>
      </div>
      <Filters>
        <TextFilter label={t('badges.filter')} value={q} onChange={(typed) => change({ q: typed })} />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...BADGE_STATUSES.map((id) => ({ id, text: t(`badges.status.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={badges}
          empty={{ title: t('badges.none') }}
          isFiltered={Boolean(status || q || search.page)}
          onClear={() => change({ status: '', q: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.badges')}
              rows={rows}
              keyOf={({ badgeType }) => badgeType}
              columns={columns}
              opens={({ badgeType }) => ({ to: badgePath(badgeType) })}
            />
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.EditedBadge>[] {
  const { t, number } = useScreenText()
  return [
    {
      title: t('subject.badge'),
      cell: ({ name, badgeType, imageUrl }) => (
        <span className="flex items-center gap-3">
          <img src={ownFile(imageUrl)} alt="" loading="lazy" className="size-10 flex-none object-contain" />
          <span className="min-w-0">
            <span dir="auto" className="block break-words font-bold leading-snug">
              {name}
            </span>
            <code dir="ltr" className="break-all text-[13px] text-ink-2">
              {badgeType}
            </code>
          </span>
        </span>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <BadgeTag status={status} /> },
    {
      title: t('badges.rule'),
      isWide: true,
      cell: ({ ruleKind, requiredProgress }) => (
        <span className="text-sm">
          {t(`badges.rule.${ruleKind as 'STREAK_DAYS'}`)}: {number(requiredProgress)}
        </span>
      ),
    },
    { title: t('badges.origin'), isWide: true, cell: ({ origin }) => t(`badges.origin.${origin}`) },
    {
      title: t('promotions.changed'),
      isWide: true,
      isNumber: true,
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
    },
  ]
}
