import type { Answer } from '../../../packages/client/src/lyceum.ts'

export type Order = Answer<'GET /payment/orders/{id}'>['data']
export type OrderSummary = Answer<'GET /payment/orders'>['data'][number]
export type OrderStatus = Order['status']
export type FiatCurrency = Order['fiatCurrency']
export type Asset = Order['cryptoCurrency']
export type PaymentMethod = Order['paymentMethod']
export type Direction = Order['type']
export type Market = Answer<'GET /payment/methods'>['data']
export type PurchaseQuote = Answer<'POST /payment/on-ramp/quote'>['data']
export type SaleQuote = Answer<'POST /payment/off-ramp/quote'>['data']
