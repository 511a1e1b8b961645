import { nowMs, SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { errors } from '../../battle-game/errors.ts'
import { type ChallengeTopic, listChallengeTopics } from '../../questions/public/list-topics.ts'
import type { TopicId } from '../../questions/public/question.ts'

const CACHE_TTL_MS = 5 * SECOND_MS

/** Caches the topics that have enough questions for a battle, for a few seconds. */
export class TopicCache {
  readonly #minQuestions: number
  #cached: { at: number; topics: ChallengeTopic[] } | undefined
  #loading: Promise<ChallengeTopic[]> | undefined

  constructor(questionCount: number) {
    this.#minQuestions = questionCount
  }

  /** Of all who ask while somebody looks, none looks a second time. */
  list(db: Db): Promise<ChallengeTopic[]> | ChallengeTopic[] {
    const cached = this.#cached
    if (cached && nowMs() - cached.at <= CACHE_TTL_MS && nowMs() >= cached.at) return cached.topics
    this.#loading ??= this.#load(db).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(db: Db): Promise<ChallengeTopic[]> {
    const topics = await listChallengeTopics(db, this.#minQuestions)
    this.#cached = { at: nowMs(), topics }
    return topics
  }

  /** Refuses a topic that is none, and any at all while there is nothing to ask. */
  async requireTopic(db: Db, topicId: string | undefined): Promise<TopicId | null> {
    const topics = await this.list(db)
    if (topics.length === 0) throw errors.nothing_to_ask()
    if (topicId === undefined) return null
    const found = topics.find(({ id }) => id === topicId)
    if (!found) throw errors.unknown_topic()
    return found.id
  }
}
