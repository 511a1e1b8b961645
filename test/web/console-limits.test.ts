import { expect, test } from 'bun:test'
import { SEARCHED_SIGN_UPS } from '../../src/modules/admin/users/user-read-routes.ts'
import { SEARCHED_TRANSFERS } from '../../src/modules/ledger/public/list-transfers.ts'
import { SEARCHED_ACTIVITIES } from '../../src/modules/streaks/public/list-active-learners.ts'
import * as limits from '../../web/console/list/search-limits.ts'

test('the console names the limits of the service', () => {
  expect<Record<string, number>>({ ...limits }).toEqual({
    SEARCHED_TRANSFERS,
    SEARCHED_ACTIVITIES,
    SEARCHED_SIGN_UPS,
  })
})
