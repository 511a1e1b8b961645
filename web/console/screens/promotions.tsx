import { Plus } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { PROMOTIONS_PATH, promotionPath } from '../paths.ts'
import { PROMOTION_KINDS, PROMOTION_STATES, readPromotionSearch } from '../promotions/promotion-search.ts'
import { PromotionTag } from '../promotions/promotion-tag.tsx'
import { useScreenText } from '../use-text.ts'

/** What the site shows to learners beside their own things. */
export default function Promotions() {
  const { t } = useScreenText()
  const columns = useColumns()
  const [search, change] = useListSearch(PROMOTIONS_PATH, readPromotionSearch)
  const { kind, state, page = 1 } = search
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(kind ? { kind } : {}),
    ...(state ? { isEnabled: state === 'shown' ? ('true' as const) : ('false' as const) } : {}),
  }
  const promotions = useApi('GET /admin/promotions', { query }, { keepPrevious: true })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListTitle text={t('nav.promotions')} total={promotions.data?.meta.total} />
        <ConsoleLink to={promotionPath('new')} className={`${buttonClass({ size: 'small' })} min-h-11`}>
          <Plus size={18} aria-hidden="true" />
          {t('promotions.new')}
        </ConsoleLink>
      </div>
      <Filters>
        <SelectFilter
          label={t('promotions.kind')}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
          options={[
            { id: '', text: t('promotions.anyKind') },
            ...PROMOTION_KINDS.map((id) => ({ id, text: t(`promotions.kind.${id}`) })),
          ]}
        />
        <SelectFilter
          label={t('orders.status')}
          value={state}
          onChange={(chosen) => change({ state: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...PROMOTION_STATES.map((id) => ({ id, text: t(`promotions.state.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={promotions}
          empty={{ title: t('promotions.none'), text: t('promotions.noneText') }}
          isFiltered={Boolean(kind || state || search.page)}
          onClear={() => change({ kind: '', state: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.promotions')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
              opens={({ id }) => ({ to: promotionPath(id) })}
            />
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.Promotion>[] {
  const { t, number } = useScreenText()
  return [
    {
      title: t('promotions.title'),
      cell: ({ title, kind }) => (
        <>
          <span dir="auto" className="block break-words font-bold leading-snug">
            {title}
          </span>
          <span className="text-sm text-ink-2">{t(`promotions.kind.${kind}`)}</span>
        </>
      ),
    },
    { title: t('orders.status'), cell: (promotion) => <PromotionTag promotion={promotion} /> },
    {
      title: t('promotions.audience'),
      isWide: true,
      cell: ({ languages, countries }) => (
        <span dir="ltr" className="text-sm">
          {[...languages, ...countries].join(', ') || t('promotions.everybody')}
        </span>
      ),
    },
    {
      title: t('promotions.priority'),
      isWide: true,
      isNumber: true,
      cell: ({ priority }) => number(priority),
    },
    {
      title: t('promotions.changed'),
      isWide: true,
      isNumber: true,
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
    },
  ]
}
