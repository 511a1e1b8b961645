import { Cache } from '../../../platform/cache/cache.ts'
import { SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type ChallengeTopic, listChallengeTopics } from '../../questions/public/list-topics.ts'
import type { TopicId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'

/** Caches the topics that have enough questions for a battle. */
export class TopicCache {
  readonly #minQuestions: number
  readonly #cache = new Cache<'all', ChallengeTopic[]>({ maxSize: 1, ttlMs: 5 * SECOND_MS })

  constructor(questionCount: number) {
    this.#minQuestions = questionCount
  }

  list(db: Db): Promise<ChallengeTopic[]> | ChallengeTopic[] {
    return this.#cache.load('all', () => listChallengeTopics(db, this.#minQuestions))
  }

  /** Null for no topic. Throws `unknown_topic`, or `nothing_to_ask` if no topic has enough questions. */
  async requireTopic(db: Db, topicId: string | null | undefined): Promise<TopicId | null> {
    const topics = await this.list(db)
    if (topics.length === 0) throw errors.nothing_to_ask()
    if (topicId === undefined || topicId === null) return null
    const found = topics.find(({ id }) => id === topicId)
    if (!found) throw errors.unknown_topic()
    return found.id
  }
}
