import type { Notice } from '../notification.ts'
import type { HeardFacts } from './heard-facts.ts'

/** Words of those who run the service, as they wrote them. */
export function systemMessage({ userId, title, body, link }: HeardFacts['admin.message_sent']): Notice[] {
  return [{ userId, type: 'SYSTEM', template: 'SYSTEM', values: { title, body }, link }]
}
