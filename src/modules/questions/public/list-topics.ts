import type { Db } from '../../../platform/db/database.ts'
import type { TopicId } from './question.ts'

export interface Topic {
  id: TopicId
  key: string
  title: string
}

export async function listTopics(db: Db): Promise<Topic[]> {
  return db<Topic>`select id, key, title from topic order by key`
}

export interface ChallengeTopic {
  id: TopicId
  title: string
  questionCount: number
}

/** Returns the topics that have at least `minimum` challenge questions for battles, which are single choice. */
export async function listChallengeTopics(db: Db, minimum: number): Promise<ChallengeTopic[]> {
  return db<ChallengeTopic>`
    select topic.id, title, count(*)::integer as "questionCount"
    from topic join question on topic_id = topic.id
    where use = 'CHALLENGE' and archived_at is null and type = 'SINGLE_CHOICE'
    group by topic.id having count(*) >= ${minimum} order by title`
}
