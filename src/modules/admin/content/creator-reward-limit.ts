import type { Config } from '../../../platform/config/config.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { getCourseRewards } from '../../authoring/public/get-course-rewards.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { errors } from '../errors.ts'

/**
 * What authors may promise is bounded, because it comes out of nothing and whoever they like may earn it. An admin may
 * promise more; and what one has promised, an author may still correct in its words.
 */
export class CreatorRewardLimit {
  readonly #limits: Config['creators']

  constructor({ creators }: Pick<Config, 'creators'>) {
    this.#limits = creators
  }

  /** Runs a change of a course, of one of its lessons or of its project. */
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

  /** What the house adds to the pool of a contest. */
  checkPrizePool({ role }: Caller, before: number, after: number): void {
    if (role !== 'ADMIN') this.#check('gems', before, after, this.#limits.poolGems)
  }

  #check(asset: string, before: number, after: number, most: number): void {
    if (after <= before || after <= most) return
    throw errors.reward_needs_admin({
      message: `Only an admin may offer more than ${most} ${asset} here; this would be ${after}.`,
      extra: { most, wanted: after },
    })
  }
}
