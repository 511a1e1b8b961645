import { nowMs, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ChallengeTopic, listChallengeTopics } from '../questions/list-challenge-topics.ts'
import type { TopicId } from '../questions/question.ts'
import { errors } from './errors.ts'

const HELD_MS = 5 * SECOND_MS

/** What can be battled about. It changes with the content, so a look a few seconds ago is good enough. */
export class Topics {
  readonly #least: number
  #held: { at: number; topics: ChallengeTopic[] } | undefined
  #looking: Promise<ChallengeTopic[]> | undefined

  constructor(questionCount: number) {
    this.#least = questionCount
  }

  /** Of all who ask while somebody looks, none looks a second time. */
  list(db: Db): Promise<ChallengeTopic[]> | ChallengeTopic[] {
    const held = this.#held
    if (held && nowMs() - held.at <= HELD_MS && nowMs() >= held.at) return held.topics
    this.#looking ??= this.#look(db).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(db: Db): Promise<ChallengeTopic[]> {
    const topics = await listChallengeTopics(db, this.#least)
    this.#held = { at: nowMs(), topics }
    return topics
  }

  /** Refuses a topic that is none, and any at all while there is nothing to ask. */
  async check(db: Db, topicId: string | undefined): Promise<TopicId | null> {
    const topics = await this.list(db)
    if (topics.length === 0) throw errors.nothing_to_ask()
    if (topicId === undefined) return null
    const found = topics.find(({ id }) => id === topicId)
    if (!found) throw errors.unknown_topic()
    return found.id
  }
}
