import { useCallback, useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { Pager } from '../frame/pager.tsx'
import { SearchField } from '../frame/search-field.tsx'
import { type StudioSearch, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { fileSize } from '../media/file-size.ts'
import { KINDS, type Kind, type MediaSearch, readMediaSearch } from '../media/media-search.ts'
import { MediumCard } from '../media/medium-card.tsx'
import { MediumSheet } from '../media/medium-sheet.tsx'
import { UploadButton } from '../media/upload-button.tsx'
import { MEDIA_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

const LIMIT = 24
const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4'

/** The library of the author: pictures, sound and captions. */
export default function Media() {
  const { t } = useText()
  const search = useStudioSearch<MediaSearch>()
  const navigate = useStudioNavigate()
  const [openId, setOpenId] = useState<string>()
  const { q, kind, page = 1 } = search
  const query = { page, limit: LIMIT, ...(q ? { search: q } : {}), ...(kind ? { kind } : {}) }
  const { data, error, refetch } = useApi('GET /admin/media', { query }, { keepPrevious: true })
  const change = useCallback(
    (next: MediaSearch) =>
      void navigate({
        to: MEDIA_PATH,
        search: readMediaSearch({ ...next }) as StudioSearch,
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('nav.media')}</h1>
        <UploadButton />
      </div>
      <div className="mt-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SearchField
          label={t('media.search')}
          value={q ?? ''}
          onChange={(typed) => change({ ...search, q: typed, page: 1 })}
        />
        <SelectField
          label={t('media.kind')}
          isLabelHidden
          value={kind ?? ''}
          onChange={({ target }) => change({ ...search, kind: target.value as Kind, page: 1 })}
          options={[
            { id: '', text: t('media.anyKind') },
            ...KINDS.map((id) => ({ id, text: t(`kind.${id}`) })),
          ]}
        />
      </div>
      {data && <Quota {...data.meta} />}
      <div className="mt-5">
        {error && !data ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading />
        ) : data.data.length === 0 ? (
          <Nothing isFiltered={Boolean(q || kind || search.page)} onClear={() => change({})} />
        ) : (
          <>
            <ul className={GRID}>
              {data.data.map((medium) => (
                <MediumCard key={medium.id} medium={medium} onOpen={() => setOpenId(medium.id)} />
              ))}
            </ul>
            <Pager
              page={page}
              limit={LIMIT}
              total={data.meta.total}
              onPage={(next) => change({ ...search, page: next })}
            />
          </>
        )}
      </div>
      <MediumSheet medium={data?.data.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
    </>
  )
}

function Quota({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }) {
  const { t, locale } = useText()
  const text = t('media.quota', { used: fileSize(locale, usedBytes), quota: fileSize(locale, quotaBytes) })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ProgressBar
        size="thin"
        value={(usedBytes / quotaBytes) * 100}
        label={t('media.quotaLabel')}
        className="w-full max-w-60"
      />
      <p className="text-sm text-ink-2">{text}</p>
    </div>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useText()
  if (isFiltered)
    return (
      <EmptyState
        mood="lost"
        title={t('media.nothing')}
        action={<Button onClick={onClear}>{t('courses.clear')}</Button>}
      />
    )
  return (
    <EmptyState mood="calm" title={t('media.none')}>
      {t('media.noneText')}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className={GRID}>
      <LoadingNote />
      {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
        <Skeleton key={card} className="h-52" />
      ))}
    </div>
  )
}
