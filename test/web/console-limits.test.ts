import { expect, test } from 'bun:test'
import { SEARCHED_SIGN_UPS } from '../../src/modules/admin/users/user-read-routes.ts'
import { SEARCHED_BATTLES } from '../../src/modules/battle-records/public/list-battles.ts'
import { SEARCHED_TRANSFERS } from '../../src/modules/ledger/public/list-transfers.ts'
import { AUDIT_ACTIONS } from '../../src/modules/staff-access/public/audit-actions.ts'
import { SEARCHED_ACTIVITIES } from '../../src/modules/streaks/public/list-active-learners.ts'
import { ACTS } from '../../web/console/audit/acts.ts'
import * as limits from '../../web/console/list/search-limits.ts'

test('the console names the limits of the service', () => {
  expect<Record<string, number>>({ ...limits }).toEqual({
    SEARCHED_TRANSFERS,
    SEARCHED_ACTIVITIES,
    SEARCHED_SIGN_UPS,
    SEARCHED_BATTLES,
    SHORTEST_SEARCH: 3,
  })
})

test('the audit log can be filtered by every action of the service', () => {
  expect<readonly string[]>(ACTS).toEqual(AUDIT_ACTIONS)
})
