import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import { topicRoutes } from './topic-routes.ts'

/** The question bank of an author: import, export, tags, duplicates, changes of many questions, and topics. */
export function questionBankRoutes(platform: Platform): Endpoint[] {
  return [...importRoutes(), ...exportRoutes(platform), ...bulkRoutes(platform), ...topicRoutes()]
}
