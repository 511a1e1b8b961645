import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { CertificateTag } from '../certificates/certificate-tag.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { OrderTag } from '../orders/order-tag.tsx'
import { useMoney } from '../orders/use-money.ts'
import { Ago } from '../panel/time.tsx'
import { CERTIFICATES_PATH, ORDERS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import type { Overview } from './overview.ts'
import { ListLink, Nothing, ROW, Section } from './section.tsx'
import { SectionPages } from './section-pages.tsx'

/** The newest orders of a user. */
export function OrdersSection({ overview: { user, orders } }: { overview: Overview }) {
  const { t } = useText()
  const money = useMoney()
  return (
    <Section
      title={t('nav.orders')}
      end={<ListLink to={ORDERS_PATH} search={{ user: user.id }} text={t('section.all')} />}
    >
      {orders.length === 0 ? (
        <Nothing>{t('orders.noneOfUser')}</Nothing>
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order.orderId} className={`flex items-center justify-between gap-3 ${ROW}`}>
              <span className="min-w-0">
                <ConsoleLink
                  to={ORDERS_PATH}
                  search={{ user: user.id, open: order.orderId }}
                  className="block font-semibold text-primary underline underline-offset-3"
                >
                  {t(`orderType.${order.type}`)} · {money(order.fiatAmount, order.fiatCurrency)}
                </ConsoleLink>
                <span className="text-sm text-ink-2">
                  <Ago at={order.createdAt} />
                </span>
              </span>
              <OrderTag status={order.status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const CERTIFICATES = 10

/** The certificates of a user, newest first. */
export function CertificatesSection({ overview: { user, certificates } }: { overview: Overview }) {
  const { t } = useText()
  const [page, setPage] = useState(1)
  const more = useApi(
    'GET /admin/users/{id}/certificates',
    { path: { id: user.id }, query: { page, limit: CERTIFICATES } },
    { enabled: page > 1, keepPrevious: true },
  )
  return (
    <Section title={t('nav.certificates')}>
      <SectionPages
        first={certificates}
        limit={CERTIFICATES}
        page={page}
        onPage={setPage}
        more={more}
        none={t('certificates.noneOfUser')}
      >
        {(rows) => (
          <ul>
            {rows.map((certificate) => (
              <li key={certificate.id} className={`flex items-center justify-between gap-3 ${ROW}`}>
                <span className="min-w-0">
                  <ConsoleLink
                    to={CERTIFICATES_PATH}
                    search={{ number: certificate.certificateNumber, open: certificate.id }}
                    dir="auto"
                    className="block break-words font-semibold text-primary underline underline-offset-3"
                  >
                    {certificate.courseTitle}
                  </ConsoleLink>
                  <code dir="ltr" className="text-[13px] text-ink-2">
                    {certificate.certificateNumber}
                  </code>
                </span>
                <CertificateTag status={certificate.status} />
              </li>
            ))}
          </ul>
        )}
      </SectionPages>
    </Section>
  )
}
