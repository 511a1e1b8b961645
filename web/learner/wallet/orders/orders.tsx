import { useState } from 'react'
import { BackLink } from '../../frame/back-link.tsx'
import { useScreenText } from '../../use-text.ts'
import { OrdersPage } from './orders-page.tsx'

export function Orders() {
  const { t } = useScreenText()
  const [pages, setPages] = useState([1])
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackLink to="/wallet" text={t('wallet.title')} />
      <h1 className="mt-1 mb-5 text-[27px] lg:text-[34px]">{t('orders.title')}</h1>
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {pages.map((page) => (
          <OrdersPage
            key={page}
            page={page}
            isLast={page === pages.length}
            onMore={() => setPages([...pages, page + 1])}
          />
        ))}
      </div>
    </div>
  )
}
