import { ORDER_STATUSES, type OrderId } from '../../../events/payment-orders.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from '../../payment-orders/errors.ts'
import { getOrder, listAllOrders } from '../../payment-orders/public/list-orders.ts'
import { historyView } from '../../payment-orders/public/order-view.ts'
import {
  acceptPayment,
  markRefunded,
  previewRefund,
  refundOrder,
  retryOrder,
} from '../../payment-orders/public/resolve-order.ts'
import type { ProviderRegistry } from '../../payment-providers/public/provider.ts'
import {
  type ActionResult,
  adminAction,
  adminList,
  adminRead,
  idParams,
  withExample,
} from '../../staff-access/public/admin-endpoint.ts'
import type { AuditAction } from '../../staff-access/public/audit-actions.ts'
import {
  AdminOrderSchema,
  AdminOrderSummarySchema,
  ORDER_SUMMARY_EXAMPLE,
  presentOrderSummary,
  presentRefund,
  presentRefundPreview,
  REFUND_PREVIEW_EXAMPLE,
  RefundPreviewSchema,
} from './order-view.ts'

const Params = idParams<OrderId>()
const EXAMPLE = {
  ...ORDER_SUMMARY_EXAMPLE,
  refund: null,
  history: [
    {
      from: 'PENDING_PAYMENT' as const,
      status: 'UNDER_REVIEW' as const,
      cause: 'another amount was paid',
      at: '2026-11-02T08:05:00.000Z',
    },
  ],
}

const DECIDED_AT = '2026-11-02T09:00:00.000Z'
const REFUNDED_EXAMPLE = {
  status: 'REFUND_PENDING',
  refund: { takenBack: 0, shortfall: 0, method: 'BY_PROVIDER' },
  updatedAt: DECIDED_AT,
  history: [
    ...EXAMPLE.history,
    { from: 'UNDER_REVIEW', status: 'REFUND_PENDING', cause: 'to be refunded, by staff', at: DECIDED_AT },
  ],
}
const ACCEPTED_EXAMPLE = {
  status: 'PROCESSING',
  updatedAt: DECIDED_AT,
  history: [
    ...EXAMPLE.history,
    { from: 'UNDER_REVIEW', status: 'PAYMENT_RECEIVED', cause: 'accepted by staff', at: DECIDED_AT },
    { from: 'PAYMENT_RECEIVED', status: 'PROCESSING', cause: 'being delivered', at: DECIDED_AT },
  ],
}

/** The owner of the order sees its history, but not which administrator acted. */
const BY = 'staff'

export function orderAdminRoutes({ db }: Pick<Platform, 'db'>, providers: ProviderRegistry): Endpoint[] {
  const present = ({ order, history }: OrderWithHistory): OrderDetail => ({
    ...presentOrderSummary(order),
    refund: presentRefund(providers, order),
    history: historyView(history),
  })
  const changeOrder = async (
    tx: Tx,
    name: AuditAction,
    { id, reason }: { id: OrderId; reason?: string },
    change: () => Promise<void>,
  ): Promise<ActionResult<OrderDetail>> => {
    const before = await getOrder(tx, id)
    await change()
    const after = await getOrder(tx, id)
    const data = present(after)
    return {
      data,
      act: {
        name,
        subject: { kind: 'order', id },
        userId: after.order.userId,
        before: { status: before.order.status },
        after: { status: after.order.status, ...data.refund },
        ...(reason ? { personalTexts: { reason } } : {}),
      },
    }
  }
  const response = { data: AdminOrderSchema, example: EXAMPLE } as const
  return [
    adminList('GET /admin/orders', {
      summary: 'List orders',
      description: 'Newest first. `total` is at most 10,000.',
      filters: {
        userId: z.uuid().optional(),
        status: z.enum(ORDER_STATUSES).optional(),
        provider: z.string().min(1).max(40).optional(),
        from: z.iso.datetime().optional().openapi({ description: 'Created at this time or later' }),
        to: z.iso.datetime().optional().openapi({ description: 'Created before this time' }),
      },
      item: AdminOrderSummarySchema,
      example: ORDER_SUMMARY_EXAMPLE,
      list: async ({ query: { userId, from, to, ...filter } }, page) => {
        const time = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
        const wanted = { ...filter, ...time, ...page, userId: userId as UserId | undefined }
        const { orders, total } = await listAllOrders(db, wanted)
        return { items: orders.map(presentOrderSummary), total }
      },
    }),

    adminRead('GET /admin/orders/:id', {
      summary: 'Read an order with its history',
      params: Params,
      response,
      handle: async ({ params }) => present(await getOrder(db, params.id)),
    }),

    adminAction('POST /admin/orders/:id/retry', {
      summary: 'Retry an order',
      description: 'Polls the provider now, and retries a failed return of tokens.',
      params: Params,
      response: withExample(response, REFUNDED_EXAMPLE),
      refusals: [errors.move_not_allowed],
      perform: (tx, { params, now }) =>
        changeOrder(tx, 'order.retried', params, () => retryOrder(tx, { orderId: params.id, by: BY, now })),
    }),

    adminAction('POST /admin/orders/:id/accept', {
      summary: 'Accept the payment of an order under review',
      description: 'Delivers the order although the payment differs from the quote.',
      params: Params,
      response: withExample(response, ACCEPTED_EXAMPLE),
      refusals: [errors.move_not_allowed, commonErrors.provider_unavailable],
      perform: (tx, { params, now }) =>
        changeOrder(tx, 'order.accepted', params, () =>
          acceptPayment(tx, { orderId: params.id, by: BY, now }),
        ),
    }),

    adminRead('GET /admin/orders/:id/refund', {
      summary: 'Preview the refund of an order',
      description:
        'What the order delivered, what a refund would take back, what the user no longer has, what is paid back and by whom, and the ledger entries. For a refunded order: what was done. Amounts of ledger entries are in smallest units.',
      params: Params,
      response: { data: RefundPreviewSchema, example: REFUND_PREVIEW_EXAMPLE },
      handle: async ({ params }) => presentRefundPreview(await previewRefund(db, providers, params.id)),
    }),

    adminAction('POST /admin/orders/:id/refund', {
      summary: 'Refund an order',
      description:
        'Of a completed purchase, what the user still has of the bought gems is taken back, the rest is a loss of the house, and the provider pays the money back. `shortfall` must be that of the preview; another one is 409 `REFUND_CHANGED`. An order under review is refunded by the provider. If `refund.method` is BY_HAND, an operator pays back by other means. `byHand` then marks an order in REFUND_PENDING as refunded.',
      params: Params,
      body: z.object({
        reason: z.string().trim().min(1).max(500),
        shortfall: z
          .number()
          .min(0)
          .optional()
          .openapi({ description: 'For a completed order: the shortfall of the preview.' }),
        byHand: z.boolean().default(false),
      }),
      bodyExample: { reason: 'The user bought twice by mistake.', shortfall: 20, byHand: false },
      response: withExample(response, REFUNDED_EXAMPLE),
      refusals: [errors.move_not_allowed, errors.refund_changed],
      perform: (tx, { params: { id: orderId }, body: { reason, shortfall, byHand }, now }) =>
        changeOrder(tx, 'order.refunded', { id: orderId, reason }, () =>
          byHand
            ? markRefunded(tx, { orderId, by: BY, now })
            : refundOrder(tx, { orderId, shortfall, by: BY, now }),
        ),
    }),
  ]
}

type OrderDetail = z.input<typeof AdminOrderSchema>
type OrderWithHistory = Awaited<ReturnType<typeof getOrder>>
