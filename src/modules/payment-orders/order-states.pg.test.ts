import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import {
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_DIRECTIONS,
  type PaymentDirection,
} from '../../events/payment-orders.ts'
import { isClosed } from './order-states.ts'

let fixture: TestDatabase
beforeAll(async () => {
  fixture = await createTestDatabase()
})
afterAll(() => fixture.drop())

test('payment_order_is_closed and isClosed agree on every direction and status', async () => {
  const rows = await fixture.database.query<{
    direction: PaymentDirection
    status: OrderStatus
    isClosedInSql: boolean
  }>`
    select direction, status, payment_order_is_closed(direction, status) as "isClosedInSql"
    from unnest(${[...PAYMENT_DIRECTIONS]}::text[]) direction, unnest(${[...ORDER_STATUSES]}::text[]) status`
  expect(rows).toHaveLength(PAYMENT_DIRECTIONS.length * ORDER_STATUSES.length)
  for (const row of rows) expect({ ...row, isClosedInSql: isClosed(row) }).toEqual(row)
})
