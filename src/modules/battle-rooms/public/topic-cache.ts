import { monotonicMs, SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type ChallengeTopic, listChallengeTopics } from '../../questions/public/list-topics.ts'
import type { TopicId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'

const CACHE_TTL_MS = 5 * SECOND_MS

/** Caches the topics that have enough questions for a battle. */
export class TopicCache {
  readonly #minQuestions: number
  #cached: { at: number; topics: ChallengeTopic[] } | undefined
  #loading: Promise<ChallengeTopic[]> | undefined

  constructor(questionCount: number) {
    this.#minQuestions = questionCount
  }

  /** Concurrent callers share one load. */
  list(db: Db): Promise<ChallengeTopic[]> | ChallengeTopic[] {
    const cached = this.#cached
    if (cached && monotonicMs() - cached.at <= CACHE_TTL_MS) return cached.topics
    this.#loading ??= this.#load(db).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(db: Db): Promise<ChallengeTopic[]> {
    const topics = await listChallengeTopics(db, this.#minQuestions)
    this.#cached = { at: monotonicMs(), topics }
    return topics
  }

  /** Null for no topic. Throws `unknown_topic`, or `nothing_to_ask` if no topic has enough questions. */
  async requireTopic(db: Db, topicId: string | undefined): Promise<TopicId | null> {
    const topics = await this.list(db)
    if (topics.length === 0) throw errors.nothing_to_ask()
    if (topicId === undefined) return null
    const found = topics.find(({ id }) => id === topicId)
    if (!found) throw errors.unknown_topic()
    return found.id
  }
}
