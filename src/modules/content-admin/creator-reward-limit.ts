import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { addCourseAuthor } from '../authoring/public/course-authors.ts'
import { getCourseRewards } from '../authoring/public/get-course-rewards.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { getRuntimeSettings, type SettingsDeps } from '../site-settings/public/runtime-settings-cache.ts'
import type { PrizeBudget } from './contest-plan.ts'
import { errors } from './errors.ts'

/** Whose rewards are limited. */
export type RewardingAuthor = Pick<Caller, 'userId' | 'role'>

export const REWARD_REFUSALS = [errors.reward_needs_admin, errors.daily_reward_budget_spent]

interface CourseChange<Result> {
  courseId: CourseId
  change: () => Promise<Result>
  now: Date
}

/**
 * Limits the rewards that a CREATOR may set, per course, per contest and per day; an ADMIN may exceed them. A CREATOR may
 * still edit texts above the limit.
 */
export class CreatorRewardLimit {
  readonly #deps: SettingsDeps

  constructor(deps: SettingsDeps) {
    this.#deps = deps
  }

  /** Runs a change that writes a part of a course: the caller becomes an author of it. */
  async writeCourse<Result>(tx: Tx, caller: RewardingAuthor, change: CourseChange<Result>): Promise<Result> {
    const result = await this.checkCourse(tx, caller, change)
    await addCourseAuthor(tx, change.courseId, caller.userId)
    return result
  }

  /** Runs a change of a course, its lessons or its project, and throws if it raises the rewards above a limit. */
  async checkCourse<Result>(
    tx: Tx,
    caller: RewardingAuthor,
    { courseId, change, now }: CourseChange<Result>,
  ): Promise<Result> {
    if (caller.role === 'ADMIN') return change()
    const before = await getCourseRewards(tx, courseId)
    const result = await change()
    const after = await getCourseRewards(tx, courseId)
    const { creatorLimits: limits } = await getRuntimeSettings(this.#deps, tx)
    this.#check('XP', before.xp, after.xp, limits.courseXp)
    this.#check('gems', before.gems, after.gems, limits.courseGems)
    const promised = { xp: after.xp - before.xp, gems: after.gems - before.gems }
    await spendAuthorBudget(tx, caller, { promised, limit: dailyLimit(limits), now })
    return result
  }

  /**
   * Checks the guaranteed prize pool of a contest. The caller holds the lock of the contest, unless it is new. A plan has the
   * limits of its owner also if an ADMIN publishes it, so its refusals do not send the author to one.
   */
  async checkPrizePool(
    tx: Tx,
    caller: RewardingAuthor,
    {
      before,
      after,
      isOfPlan = false,
      now,
    }: { before: number; after: number; isOfPlan?: boolean; now: Date },
  ): Promise<void> {
    if (caller.role === 'ADMIN') return
    const { creatorLimits: limits } = await getRuntimeSettings(this.#deps, tx)
    this.#check('gems', before, after, limits.poolGems, isOfPlan)
    const promised = { xp: 0, gems: after - before }
    await spendAuthorBudget(tx, caller, { promised, limit: dailyLimit(limits), isOfPlan, now })
  }

  /** How many gems the caller may still promise today; null without a limit. */
  async getPrizeBudget(db: Db, caller: RewardingAuthor, now: Date): Promise<PrizeBudget | null> {
    if (caller.role === 'ADMIN') return null
    const { creatorLimits: limits } = await getRuntimeSettings(this.#deps, db)
    const used = await findPromised(db, caller, now)
    const leftToday = Math.max(0, limits.dailyGems - (used?.gems ?? 0))
    return { poolLimit: limits.poolGems, dailyLimit: limits.dailyGems, leftToday }
  }

  #check(asset: string, before: number, after: number, limit: number, isOfPlan = false): void {
    if (after <= before || after <= limit) return
    throw errors.reward_needs_admin({
      message: isOfPlan
        ? `A contest of yours may promise ${limit} ${asset}; this one would promise ${after}. Lower its prizes.`
        : `Only an admin may offer more than ${limit} ${asset}; this change would offer ${after}.`,
      extra: { most: limit, wanted: after },
    })
  }
}

interface PromisedRewards {
  xp: number
  gems: number
}

function dailyLimit({ dailyXp, dailyGems }: { dailyXp: number; dailyGems: number }): PromisedRewards {
  return { xp: dailyXp, gems: dailyGems }
}

/**
 * Counts promised rewards against the daily budget (UTC) of the caller, and throws if they exceed it. Archiving or
 * cancelling gives nothing back: learners may have earned the rewards before.
 */
async function spendAuthorBudget(
  tx: Tx,
  { userId }: RewardingAuthor,
  {
    promised,
    limit,
    isOfPlan = false,
    now,
  }: { promised: PromisedRewards; limit: PromisedRewards; isOfPlan?: boolean; now: Date },
): Promise<void> {
  if (promised.xp <= 0 && promised.gems <= 0) return
  const [xp, gems] = [Math.max(0, promised.xp), Math.max(0, promised.gems)]
  const day = now.toISOString().slice(0, 10)
  // Checks and counts in one statement: concurrent promises wait for the row and see the new sum.
  const spent = await tx`
    insert into author_daily_promise as existing (user_id, day, xp, gems)
    select ${userId}::uuid, ${day}::date, ${xp}::bigint, ${gems}::bigint
    where ${xp}::bigint <= ${limit.xp}::bigint and ${gems}::bigint <= ${limit.gems}::bigint
    on conflict (user_id, day) do update set xp = existing.xp + excluded.xp, gems = existing.gems + excluded.gems
    where existing.xp + excluded.xp <= ${limit.xp}::bigint and existing.gems + excluded.gems <= ${limit.gems}::bigint
    returning day`
  if (spent.length > 0) return
  const used = await findPromised(tx, { userId }, now)
  const left = { xp: limit.xp - (used?.xp ?? 0), gems: limit.gems - (used?.gems ?? 0) }
  const advice = isOfPlan ? 'lower the prizes' : 'ask an admin'
  throw errors.daily_reward_budget_spent({
    message: `You may promise ${limit.gems} gems and ${limit.xp} XP a day. Left today: ${left.gems} gems and ${left.xp} XP; this change promises ${gems} gems and ${xp} XP more. Continue tomorrow (UTC), or ${advice}.`,
    extra: { left, wanted: { xp, gems } },
  })
}

/** What an author has promised on the day (UTC) of `now`. */
async function findPromised(
  db: Db,
  { userId }: Pick<RewardingAuthor, 'userId'>,
  now: Date,
): Promise<PromisedRewards | undefined> {
  const [used] = await db<PromisedRewards>`
    select xp::float8 as xp, gems::float8 as gems from author_daily_promise
    where user_id = ${userId} and day = ${now.toISOString().slice(0, 10)}::date`
  return used
}
