import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { CertificatePanel } from '../certificates/certificate-panel.tsx'
import { CERTIFICATE_STATUSES, readCertificateSearch } from '../certificates/certificate-search.ts'
import { CertificateTag } from '../certificates/certificate-tag.tsx'
import { Chip, Chips, DayText, startOfDay } from '../list/chips.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { CERTIFICATES_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** LYC-2026-7Q4ZK0VX without its hyphens. */
const NUMBER_LENGTH = 15

/** All certificates. One is found by its number. */
export default function Certificates() {
  const { t } = useText()
  const columns = useColumns()
  const [search, change] = useListSearch(CERTIFICATES_PATH, readCertificateSearch)
  const { number, status, open, page = 1 } = search
  const [from, to] = [startOfDay(search.from), startOfDay(search.to)]
  // The service reads over wrong letters, but not over missing ones.
  const isNumber = !number || number.replace(/[^0-9a-z]/gi, '').length === NUMBER_LENGTH
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(number ? { number } : {}),
    ...(status ? { status } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const certificates = useApi('GET /admin/certificates', { query }, { keepPrevious: true, enabled: isNumber })
  return (
    <>
      <ListTitle text={t('nav.certificates')} total={certificates.data?.meta.total} />
      <Filters>
        <TextFilter
          label={t('certificates.number')}
          value={number}
          onChange={(typed) => change({ number: typed })}
        />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...CERTIFICATE_STATUSES.map((id) => ({ id, text: t(`certificate.${id}`) })),
          ]}
        />
      </Filters>
      {(from || to) && (
        <Chips>
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
      <div className="mt-4">
        <ListBody
          query={isNumber ? certificates : NO_ROWS}
          empty={{ title: t('certificates.none') }}
          isFiltered={Boolean(number || status || from || to || search.page)}
          onClear={() => change({ number: '', status: '', from: '', to: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('nav.certificates')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({
                  to: CERTIFICATES_PATH,
                  search: { ...search, open: id },
                  resetScroll: false,
                })}
              />
              <CertificatePanel
                certificate={rows.find(({ id }) => id === open)}
                onClose={() => change({ open: '' })}
              />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.AdminCertificate>[] {
  const { t } = useText()
  return [
    {
      title: t('subject.certificate'),
      cell: (certificate) => (
        <>
          <span dir="auto" className="block break-words font-bold leading-snug">
            {certificate.studentName ?? '–'}
          </span>
          <code dir="ltr" className="text-[13px] text-ink-2">
            {certificate.certificateNumber}
          </code>
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <CertificateTag status={status} /> },
    {
      title: t('subject.course'),
      isWide: true,
      cell: ({ courseTitle }) => (
        <span dir="auto" className="line-clamp-2">
          {courseTitle}
        </span>
      ),
    },
    {
      title: t('certificates.issued'),
      isWide: true,
      isNumber: true,
      cell: ({ issuedAt }) => <Ago at={issuedAt} />,
    },
  ]
}
