import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditRoutes } from './audit/routes.ts'
import { badgeEditingRoutes } from './content/badge-routes.ts'
import { capstoneEditingRoutes } from './content/capstone-routes.ts'
import { contestPlanningRoutes } from './content/contest-routes.ts'
import { courseRoutes, lessonRoutes } from './content/course-routes.ts'
import { pathRoutes } from './content/path-routes.ts'
import { promotionPlanningRoutes } from './content/promotion-routes.ts'
import { questionRoutes } from './content/question-routes.ts'
import { statsRoutes } from './figures/routes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { certificateKeepingRoutes } from './operations/certificate-routes.ts'
import { inboxRoutes, jobRoutes } from './operations/machinery-routes.ts'
import { orderKeepingRoutes } from './operations/order-routes.ts'
import { submissionRoutes } from './operations/submission-routes.ts'
import { userActingRoutes } from './users/acting-routes.ts'
import { userReadingRoutes } from './users/reading-routes.ts'
import { subscriptionGrantRoutes } from './users/subscription-routes.ts'

export function adminRoutes(platform: Platform): Endpoint[] {
  return [
    ...statsRoutes(platform),
    ...auditRoutes(platform),
    ...userReadingRoutes(platform),
    ...userActingRoutes(platform),
    ...subscriptionGrantRoutes(platform),
    ...courseRoutes(platform),
    ...lessonRoutes(platform),
    ...questionRoutes(platform),
    ...pathRoutes(platform),
    ...capstoneEditingRoutes(platform),
    ...contestPlanningRoutes(platform),
    ...promotionPlanningRoutes(platform),
    ...badgeEditingRoutes(platform),
    ...submissionRoutes(platform),
    ...orderKeepingRoutes(platform),
    ...certificateKeepingRoutes(platform),
    ...inboxRoutes(platform),
    ...jobRoutes(platform),
    ...ledgerRoutes(platform),
  ]
}
