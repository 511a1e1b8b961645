import { z } from '@hono/zod-openapi'
import { chainRefusals } from '../../../platform/chain/errors.ts'
import { refusals } from '../../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import { errors as ledgerErrors } from '../../rewards/errors.ts'
import { errors as walletErrors } from '../../wallet/errors.ts'
import { PinTokenHeader, PinTokenSchema, pinTokenOf } from '../../wallet/pin/pin-token.ts'
import { pinTries } from '../../wallet/pin/pin-tries.ts'
import { errors } from '../errors.ts'
import { EXAMPLES } from '../examples.ts'
import { PAYMENT_METHODS } from '../method.ts'
import * as view from '../order-view.ts'
import { type PaymentParts, TAG } from '../parts.ts'
import { advanceOrder } from '../reconcile/advance-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { initiateOffRamp } from './initiate-off-ramp.ts'
import { initiateOnRamp } from './initiate-on-ramp.ts'
import { getOrder, listOwnOrders } from './list-orders.ts'
import { ORDER_STATUSES, type OrderId, type QuoteId } from './order.ts'

const Method = z.enum(PAYMENT_METHODS)
const Text = z.string().trim().min(1).max(100)
const QUOTES = [errors.quote_expired, errors.quote_already_used, refusals.not_found]

export function orderRoutes(parts: PaymentParts): Endpoint[] {
  return [...initiateRoutes(parts), ...ownOrderRoutes(parts)]
}

function initiateRoutes(parts: PaymentParts): Endpoint[] {
  return [
    endpoint({
      method: 'post',
      path: '/payment/on-ramp/initiate',
      tag: TAG,
      summary: 'Order what a quote offers, and pay',
      description: 'Mobile money needs `phoneNumber`, a mobile number of the country of the currency.',
      access: 'user',
      body: z.object({ quoteId: z.uuid(), paymentMethod: Method, phoneNumber: Text.optional() }),
      bodyExample: {
        quoteId: EXAMPLES.quoteId,
        paymentMethod: 'BANK_TRANSFER',
        phoneNumber: '+2348012345678',
      },
      answer: { status: 201, data: view.OnRampOrderSchema, example: EXAMPLES.onRampOrder },
      refusals: [
        ...QUOTES,
        errors.method_not_supported,
        errors.phone_number_invalid,
        errors.payment_refused,
        errors.provider_unavailable,
      ],
      handle: async ({ caller: { userId }, body: { quoteId, paymentMethod, phoneNumber }, goesOn, now }) =>
        view.onRampOrderView(
          await initiateOnRamp(parts, {
            userId,
            quoteId: quoteId as QuoteId,
            method: paymentMethod,
            phoneNumber,
            goesOn,
            now,
          }),
        ),
    }),

    endpoint({
      method: 'post',
      path: '/payment/off-ramp/initiate',
      tag: TAG,
      summary: 'Sell tokens as a quote offers',
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
      answer: {
        status: 201,
        data: view.OffRampOrderSchema,
        example: EXAMPLES.offRampOrder,
        message: 'The pay-out is under way',
      },
      refusals: [
        ...QUOTES,
        errors.method_not_supported,
        errors.phone_number_invalid,
        errors.recipient_invalid,
        ledgerErrors.insufficient_balance,
        walletErrors.pin_required,
        walletErrors.pin_invalid,
        walletErrors.pin_locked,
        walletErrors.pin_not_set,
        walletErrors.off_ramp_blocked,
        chainRefusals.provider_unavailable,
        refusals.provider_unavailable,
      ],
      handle: async ({ caller, headers, body, keepAnswer, now }) => {
        const { quoteId, paymentMethod, pinToken: _, ...others } = body
        const pinToken = pinTokenOf(headers, body)
        const initiate = () =>
          initiateOffRamp(parts, {
            caller,
            quoteId: quoteId as QuoteId,
            method: paymentMethod,
            ...others,
            pinToken,
            keep: (tx, opened) => keepAnswer(tx, view.offRampOrderView(opened)),
            now,
          })
        const comparesPin = others.walletPin !== undefined
        const order = await (comparesPin
          ? pinTries(parts.platform, caller.userId).bound(now, initiate)
          : initiate())
        return view.offRampOrderView(order)
      },
    }),
  ]
}

function ownOrderRoutes(parts: PaymentParts): Endpoint[] {
  const { platform } = parts
  return [
    endpoint({
      method: 'get',
      path: '/payment/orders',
      tag: TAG,
      summary: 'List my orders, the newest first',
      access: 'user',
      query: pagingQuery(20).extend({ status: z.enum(ORDER_STATUSES).optional() }),
      answer: { status: 200, data: z.array(view.OrderSchema), meta: PagingMeta, example: [EXAMPLES.order] },
      handle: async ({ caller: { userId }, query: { status, page, limit } }) => {
        const { orders, total } = await listOwnOrders(platform.db, userId, { status, page, limit })
        return new Reply(orders.map(view.orderView), { meta: { total, page, limit } })
      },
    }),

    endpoint({
      method: 'get',
      path: '/payment/orders/:id',
      tag: TAG,
      summary: 'Read an order and every move it made',
      access: 'user',
      params: z.object({ id: IdParam }),
      answer: { status: 200, data: view.OrderWithHistorySchema, example: EXAMPLES.orderWithHistory },
      refusals: [refusals.not_found],
      handle: async ({ caller: { userId }, params }) => {
        const { order, history } = await getOrder(platform.db, params.id as OrderId, userId)
        return { ...view.orderView(order), history: view.historyView(history) }
      },
    }),

    endpoint({
      method: 'post',
      path: '/payment/orders/:id/cancel',
      tag: TAG,
      summary: 'Call off an order that is not paid',
      description: 'The provider is asked first, so that nobody calls off what they have just paid.',
      access: 'user',
      params: z.object({ id: IdParam }),
      answer: {
        status: 200,
        data: view.OrderSchema,
        example: EXAMPLES.cancelledOrder,
        message: 'The order is cancelled',
      },
      refusals: [refusals.not_found, errors.order_not_cancellable, refusals.provider_unavailable],
      handle: async ({ caller: { userId }, params, keepAnswer, now }) => {
        const id = params.id as OrderId
        const { order } = await getOrder(platform.db, id, userId)
        if (order.status === 'PENDING_PAYMENT') await advanceOrder(parts, id)
        const cause = 'cancelled by the user'
        return platform.write(async (tx) =>
          keepAnswer(tx, view.orderView(await cancelOrder(tx, { id, userId, cause, now }))),
        )
      },
    }),
  ]
}
