import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Premium } from '../premium/premium.tsx'
import { Refer } from '../refer/refer.tsx'
import { OrderPage } from '../wallet/orders/order.tsx'
import { Orders } from '../wallet/orders/orders.tsx'
import { Overview } from '../wallet/overview.tsx'
import { Buy } from '../wallet/trade/buy.tsx'
import { Sell } from '../wallet/trade/sell.tsx'

const PAGES: Readonly<Record<string, () => ReactNode>> = {
  '/wallet': Overview,
  '/wallet/buy': Buy,
  '/wallet/sell': Sell,
  '/wallet/orders': Orders,
  '/wallet/orders/$orderId': OrderPage,
  '/premium': Premium,
  '/refer': Refer,
}

/**
 * The wallet and what is about money and rewards. One file for all of these pages, because the first view contains the
 * list of files that the app can load.
 */
export default function Wallet() {
  const Page = PAGES[useMatch({ strict: false }).fullPath]!
  return <Page />
}
