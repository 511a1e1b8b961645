import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import type { Database, Db } from '../../src/platform/db/database.ts'
import type { ResponseHistory } from '../cluster/response-history.ts'
import { retryWhileUnavailable } from '../harness/retrying-database.ts'
import { GUARANTEES } from './response-guarantees.ts'

export interface HistoryCheck {
  /** The number of checked responses of each kind. */
  checked: Record<string, number>
  /** The faults, as sentences. */
  faults: string[]
}

/** Checks that no confirmed effect is lost, none exists or is paid twice, and the ledger audit passes. */
export async function checkHistory(database: Database, history: ResponseHistory): Promise<HistoryCheck> {
  const checked: Record<string, number> = {}
  const faults: string[] = []
  for (const { what, route, keyIn, findLost } of GUARANTEES) {
    const effects = history.matching(route).map(({ response, captures: caught }) => ({
      user: response.userId ?? '',
      key: keyIn?.(response) ?? caught[0] ?? '',
    }))
    if (effects.length === 0) continue
    checked[what] = effects.length
    for (const { user, key } of await findLost(database.query, effects))
      faults.push(`Lost: ${what} ${key} of ${user} was answered, and is not there.`)
  }
  faults.push(...(await findDoubled(database.query)))
  faults.push(...(await findWrongRewards(database.query)))
  const audit = await retryWhileUnavailable(() => auditLedger(database, ESCROW_CHECKS))
  faults.push(...audit.faults)
  return { checked, faults }
}

/** Does not rely on the constraints that should prevent this. */
async function findDoubled(db: Db): Promise<string[]> {
  const rows = await db<{ fault: string }>`
    select format('Doubled: lesson %s was completed %s times by %s.', lesson_id, count(*), user_id) as fault
    from lesson_completion group by user_id, lesson_id having count(*) > 1
    union all
    select format('Doubled: lesson %s was paid %s times to %s.', lesson_id, count(*), user_id)
    from lesson_completion join ledger_transfer on source = 'lesson:' || lesson_completion.id
    group by user_id, lesson_id having count(*) > 1
    union all
    select format('Unpaid: lesson %s was completed by %s and not paid.', lesson_id, user_id)
    from lesson_completion join lesson on lesson.id = lesson_id
    where xp_reward + gem_reward > 0
      and not exists (select from ledger_transfer where source = 'lesson:' || lesson_completion.id)
    union all
    select format('Paid for nothing: %s.', source) from ledger_transfer
    where source ^@ 'lesson:'
      and not exists (select from lesson_completion where id::text = substr(source, 8))
    union all
    select format('Doubled: course %s has %s certificates of %s.', course_id, count(*), user_id)
    from certificate group by user_id, course_id having count(*) > 1
    union all
    select format('Doubled: %s was sent to the chain %s times.', reference, count(*))
    from chain_transaction where status = 'confirmed' group by reference having count(*) > 1
    union all
    select format('Doubled: %s joined contest %s %s times.', user_id, contest_id, count(*))
    from contest_participant group by user_id, contest_id having count(*) > 1
    union all
    select format('Unpaid: %s joined contest %s and paid no fee.', user_id, contest_id)
    from contest_participant join contest on contest.id = contest_id
    where entry_fee_gems > 0
      and not exists (select from ledger_transfer where source = 'contest:' || contest_id || ':fee:' || user_id)
    union all
    select format('Paid for nothing: %s.', source) from ledger_transfer
    where source ^@ 'contest:' and split_part(source, ':', 3) = 'fee'
      and not exists (
        select from contest_participant
        where contest_id::text = split_part(source, ':', 2) and user_id::text = split_part(source, ':', 4))
    union all
    select format('Doubled: order %s was paid out %s times.', reference, count(*))
    from sandbox_payment where kind = 'PAYOUT' group by reference having count(*) > 1`
  return rows.map(({ fault }) => fault)
}

/** The effects in the same transaction as a completion: XP, gems, streak and badges of the learner. */
async function findWrongRewards(db: Db): Promise<string[]> {
  const rows = await db<{ fault: string }>`
    with learned as (
      select user_id, sum(xp_reward) as xp, sum(gem_reward) as gems from lesson_completion
      join lesson on lesson.id = lesson_id group by user_id
    ), finished as (
      select user_id, count(*) as courses, sum(bonus_xp) as xp, sum(bonus_gems) as gems from enrollment
      join course on course.id = course_id where completed_at is not null group by user_id
    ), earned as (
      select user_id, learned.xp + coalesce(finished.xp, 0) as xp, learned.gems + coalesce(finished.gems, 0) as gems
      from learned left join finished using (user_id)
    ), paid as (
      select account, coalesce(sum(amount) filter (where asset = 'XP'), 0) as xp,
        coalesce(sum(amount) filter (where asset = 'GEM'), 0) as gems
      from ledger_entry join ledger_transfer on ledger_transfer.id = transfer_id
      where account ^@ 'user:' and (source ^@ 'lesson:' or source ^@ 'course:')
      group by account
    )
    select format('Wrong: %s has learned for %s XP and %s gems, and was paid %s XP and %s gems.', user_id,
      earned.xp, earned.gems, coalesce(paid.xp, 0), coalesce(paid.gems, 0)) as fault
    from earned left join paid on account = 'user:' || user_id
    where (earned.xp, earned.gems) is distinct from (coalesce(paid.xp, 0), coalesce(paid.gems, 0))
    union all
    select format('Missing: %s has learned and has no streak.', user_id)
    from learned left join streak using (user_id) where coalesce(longest_days, 0) < 1
    union all
    select format('Missing: %s has learned and has no first badge.', user_id)
    from learned
    where not exists (
      select from badge_progress as badge
      where badge.user_id = learned.user_id and badge_type = 'FIRST_STEPS' and completed_at is not null)
    union all
    select format('Wrong: %s has finished %s courses, and the badge says %s.', finished.user_id, courses,
      coalesce(badge.current_progress, 0))
    from finished left join badge_progress as badge
      on badge.user_id = finished.user_id and badge_type = 'COURSE_EXPLORER'
    where least(coalesce(current_progress, 0), 3) <> least(courses, 3)`
  return rows.map(({ fault }) => fault)
}
