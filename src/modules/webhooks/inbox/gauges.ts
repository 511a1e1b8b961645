import { COUNTED_AT_MOST, stateGauges } from '../../../platform/state-gauges.ts'

/** Due next comes first in the index, and who failed before is due later: the oldest is among the first of them. */
const LOOKED_AT = 1_000

export const inboxGauges = stateGauges(
  {
    lyceum_inbox_events: `Events from outside that are not applied, by state; counted to ${COUNTED_AT_MOST}`,
    lyceum_inbox_oldest_seconds: 'How long ago the oldest event came that is still to be applied',
  },
  async (db) => {
    const [row] = await db<{ pending: number; waiting: number; dead: number; oldest: number }>`
      select
        (select count(*) from (
          select from inbox_event where state = 'PENDING' order by due_at limit ${COUNTED_AT_MOST}
        ) row)::integer as pending,
        (select count(*) from (
          select from inbox_event where state = 'WAITING' order by waits_for limit ${COUNTED_AT_MOST}
        ) row)::integer as waiting,
        (select count(*) from (
          select from inbox_event where state = 'DEAD' order by id limit ${COUNTED_AT_MOST}
        ) row)::integer as dead,
        coalesce((select extract(epoch from now() - min(received_at)) from (
          select received_at from inbox_event where state = 'PENDING' order by due_at limit ${LOOKED_AT}
        ) next), 0)::float8 as oldest`
    const { pending, waiting, dead, oldest } = row!
    return {
      lyceum_inbox_events: { label: 'state', values: { PENDING: pending, WAITING: waiting, DEAD: dead } },
      lyceum_inbox_oldest_seconds: Math.max(0, oldest),
    }
  },
)
