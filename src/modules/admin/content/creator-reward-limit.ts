import type { Config } from '../../../platform/config/config.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { getCourseRewards } from '../../authoring/public/get-course-rewards.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { errors } from '../errors.ts'

/** Limits the rewards that a CREATOR may set; an ADMIN may exceed them. A CREATOR may still edit texts above the limit. */
export class CreatorRewardLimit {
  readonly #limits: Config['creators']

  constructor({ creators }: Pick<Config, 'creators'>) {
    this.#limits = creators
  }

  /** Runs a change of a course, its lessons or its project, and throws if it raises the rewards above the limit. */
  async checkCourse<Result>(
    tx: Tx,
    { role }: Caller,
    courseId: CourseId,
    change: () => Promise<Result>,
  ): Promise<Result> {
    if (role === 'ADMIN') return change()
    const before = await getCourseRewards(tx, courseId)
    const result = await change()
    const after = await getCourseRewards(tx, courseId)
    this.#check('XP', before.xp, after.xp, this.#limits.courseXp)
    this.#check('gems', before.gems, after.gems, this.#limits.courseGems)
    return result
  }

  /** Checks the guaranteed prize pool of a contest. */
  checkPrizePool({ role }: Caller, before: number, after: number): void {
    if (role !== 'ADMIN') this.#check('gems', before, after, this.#limits.poolGems)
  }

  #check(asset: string, before: number, after: number, limit: number): void {
    if (after <= before || after <= limit) return
    throw errors.reward_needs_admin({
      message: `Only an admin may offer more than ${limit} ${asset}; this change would offer ${after}.`,
      extra: { most: limit, wanted: after },
    })
  }
}
