import { ORDER_STATUSES, type OrderId } from '../../events/payment-orders.ts'
import { chainErrors } from '../../platform/chain/errors.ts'
import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { errors as providerErrors } from '../payment-providers/errors.ts'
import { PAYMENT_METHODS } from '../payment-providers/public/payment-method.ts'
import { errors as walletErrors } from '../wallet/errors.ts'
import { pinAttemptLimit } from '../wallet/public/pin-attempt-limit.ts'
import { PinTokenHeader, PinTokenSchema, pinTokenOf } from '../wallet/public/pin-token.ts'
import { cancelOrder } from './cancel-order.ts'
import { type PaymentDeps, TAG } from './deps.ts'
import { errors } from './errors.ts'
import { EXAMPLES } from './examples.ts'
import { initiateOffRamp } from './initiate-off-ramp.ts'
import { initiateOnRamp } from './initiate-on-ramp.ts'
import { getOrder, listOwnOrders } from './public/list-orders.ts'
import * as view from './public/order-view.ts'
import type { QuoteId } from './quotes/quote-pricing.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { reconcileOrder } from './reconciliation/reconcile-order.ts'

const Method = z.enum(PAYMENT_METHODS)
const Text = z.string().trim().min(1).max(100)
const QUOTES = [errors.quote_expired, errors.quote_already_used, commonErrors.not_found]

export function paymentRoutes(deps: PaymentDeps): Endpoint[] {
  return [...quoteRoutes(deps), ...initiateRoutes(deps), ...ownOrderRoutes(deps)]
}

function initiateRoutes(deps: PaymentDeps): Endpoint[] {
  return [
    endpoint({
      method: 'post',
      path: '/payment/on-ramp/initiate',
      tag: TAG,
      summary: 'Create a purchase from a quote',
      description: 'Mobile money needs `phoneNumber`, a mobile number of the country of the currency.',
      access: 'user',
      body: z.object({ quoteId: z.uuid(), paymentMethod: Method, phoneNumber: Text.optional() }),
      bodyExample: {
        quoteId: EXAMPLES.quoteId,
        paymentMethod: 'BANK_TRANSFER',
        phoneNumber: '+2348012345678',
      },
      response: { status: 201, data: view.OnRampOrderSchema, example: EXAMPLES.onRampOrder },
      refusals: [
        ...QUOTES,
        providerErrors.method_not_supported,
        errors.phone_number_invalid,
        errors.payment_refused,
        errors.provider_unavailable,
      ],
      handle: async ({
        caller: { userId },
        body: { quoteId, paymentMethod, phoneNumber },
        isRetry,
        respondAfterCommit,
        now,
      }) => {
        const order = await initiateOnRamp(deps, {
          userId,
          quoteId: quoteId as QuoteId,
          method: paymentMethod,
          phoneNumber,
          isRetry,
          now,
        })
        // The provider is called between the order and this response. A retry continues with the order.
        return respondAfterCommit(view.onRampOrderView(order))
      },
    }),

    endpoint({
      method: 'post',
      path: '/payment/off-ramp/initiate',
      tag: TAG,
      summary: 'Create a sale of tokens from a quote',
      description:
        'Needs the wallet PIN: `walletPin`, or a `pinToken` in the body or the header `x-pin-token`. Mobile money and airtime need `recipientPhoneNumber`; a bank transfer needs `bankCode`, `accountNumber` and `accountName`.',
      access: 'user',
      headers: PinTokenHeader,
      body: z.object({
        quoteId: z.uuid(),
        paymentMethod: Method,
        recipientPhoneNumber: Text.optional(),
        bankCode: Text.optional(),
        accountNumber: Text.optional(),
        accountName: Text.optional(),
        walletPin: z.string().min(1).max(20).optional(),
        pinToken: PinTokenSchema,
      }),
      bodyExample: {
        quoteId: EXAMPLES.quoteId,
        paymentMethod: 'MPESA',
        recipientPhoneNumber: '+254712345678',
        walletPin: '739164',
      },
      response: {
        status: 201,
        data: view.OffRampOrderSchema,
        example: EXAMPLES.offRampOrder,
        message: 'The pay-out has started',
      },
      refusals: [
        ...QUOTES,
        providerErrors.method_not_supported,
        errors.phone_number_invalid,
        errors.recipient_invalid,
        ledgerErrors.insufficient_balance,
        walletErrors.pin_required,
        walletErrors.pin_invalid,
        walletErrors.pin_locked,
        walletErrors.pin_not_set,
        walletErrors.off_ramp_blocked,
        chainErrors.provider_unavailable,
        commonErrors.provider_unavailable,
      ],
      handle: async ({ caller, headers, body, write, now }) => {
        const { quoteId, paymentMethod, pinToken: _, ...others } = body
        const pinToken = pinTokenOf(headers, body)
        const request = {
          caller,
          quoteId: quoteId as QuoteId,
          method: paymentMethod,
          ...others,
          pinToken,
          now,
        }
        const initiate = () =>
          initiateOffRamp(deps, request, (openOrder) =>
            write(async (tx) => view.offRampOrderView(await openOrder(tx))),
          )
        const checksPin = others.walletPin !== undefined
        return checksPin ? pinAttemptLimit(deps.platform, caller.userId).run(now, initiate) : initiate()
      },
    }),
  ]
}

function ownOrderRoutes(deps: PaymentDeps): Endpoint[] {
  const { platform } = deps
  return [
    endpoint({
      method: 'get',
      path: '/payment/orders',
      tag: TAG,
      summary: 'List my orders, the newest first',
      access: 'user',
      query: pagingQuery(20).extend({ status: z.enum(ORDER_STATUSES).optional() }),
      response: { data: z.array(view.OrderSchema), meta: PagingMeta, example: [EXAMPLES.order] },
      handle: async ({ caller: { userId }, query: { status, page, limit } }) => {
        const { orders, total } = await listOwnOrders(platform.db, userId, { status, page, limit })
        return new Reply(orders.map(view.orderView), { meta: { total, page, limit } })
      },
    }),

    endpoint({
      method: 'get',
      path: '/payment/orders/:id',
      tag: TAG,
      summary: 'Read an order and its history',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { data: view.OrderWithHistorySchema, example: EXAMPLES.orderWithHistory },
      refusals: [commonErrors.not_found],
      handle: async ({ caller: { userId }, params }) => {
        const { order, history } = await getOrder(platform.db, params.id as OrderId, userId)
        return { ...view.orderView(order), history: view.historyView(history) }
      },
    }),

    endpoint({
      method: 'post',
      path: '/payment/orders/:id/cancel',
      tag: TAG,
      summary: 'Cancel an unpaid order',
      description: 'Polls the provider first, so that a payment that has just arrived is not cancelled.',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: {
        data: view.OrderSchema,
        example: EXAMPLES.cancelledOrder,
        message: 'The order is cancelled',
      },
      refusals: [commonErrors.not_found, errors.order_not_cancellable, commonErrors.provider_unavailable],
      handle: async ({ caller: { userId }, params, write, now }) => {
        const id = params.id as OrderId
        const { order } = await getOrder(platform.db, id, userId)
        if (order.status === 'PENDING_PAYMENT') await reconcileOrder(deps, id)
        const cause = 'cancelled by the user'
        return write(async (tx) => view.orderView(await cancelOrder(tx, { id, userId, cause, now })))
      },
    }),
  ]
}
