import { createHash } from 'node:crypto'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { newId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import type { TopicId } from '../questions/public/question.ts'
import { adminAction, idParams } from '../staff-access/public/admin-endpoint.ts'
import { errors } from './errors.ts'
import { insertTopic, lockTopic, updateTopicTitle } from './queries.ts'

const TopicSchema = z.object({ id: z.string(), key: z.string(), title: z.string() })
const EXAMPLE = { id: '019a8b5e-7c1d-7000-8000-0000000000d1', key: 'cryptography', title: 'Cryptography' }
const body = z.strictObject({ title: z.string().trim().min(1).max(100) })
const params = idParams<TopicId>()

/** The key of a topic of an author: the words of its title, and a digest if these are not Latin. */
function keyOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const isLatin = /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]*$/u.test(plain) && words !== ''
  return isLatin ? words : `topic-${createHash('sha256').update(plain).digest('hex').slice(0, 16)}`
}

export function topicRoutes(): Endpoint[] {
  return [
    adminAction('POST /admin/topics', {
      summary: 'Create a topic',
      description: 'Topics belong to the installation: all authors may use them.',
      body,
      bodyExample: { title: EXAMPLE.title },
      response: { status: 201, data: TopicSchema, example: EXAMPLE },
      refusals: [errors.topic_exists],
      perform: async (tx, { body: { title } }) => {
        const topic = { id: newId<'Topic'>(), key: keyOf(title), title }
        if (!(await insertTopic(tx, topic))) throw errors.topic_exists()
        const { id, ...after } = topic
        return {
          data: topic,
          act: { name: 'topic.created', subject: { kind: 'topic', id }, before: null, after },
        }
      },
    }),

    adminAction('PATCH /admin/topics/:id', {
      summary: 'Rename a topic',
      params,
      body,
      bodyExample: { title: EXAMPLE.title },
      response: { data: TopicSchema, example: EXAMPLE },
      refusals: [errors.topic_unknown, authoringErrors.owned_by_pack],
      perform: async (tx, { params: { id }, body: { title } }) => {
        const topic = await lockTopic(tx, id)
        if (!topic) throw errors.topic_unknown()
        if (topic.packId !== null) throw authoringErrors.owned_by_pack()
        const { packId: _, ...before } = topic
        if (before.title === title) return { data: before, act: undefined }
        await updateTopicTitle(tx, id, title)
        return {
          data: { ...before, title },
          act: {
            name: 'topic.renamed',
            subject: { kind: 'topic', id },
            before: { title: before.title },
            after: { title },
          },
        }
      },
    }),
  ]
}
