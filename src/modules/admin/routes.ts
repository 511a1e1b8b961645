import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { courseFigureRoutes } from '../course-figures/public/routes.ts'
import { auditRoutes } from './audit-log/routes.ts'
import { badgeEditingRoutes } from './content/badge-routes.ts'
import { capstoneEditingRoutes } from './content/capstone-routes.ts'
import { contestPlanningRoutes } from './content/contest-routes.ts'
import { copyRoutes } from './content/copy-routes.ts'
import { courseAuthorRoutes } from './content/course-author-routes.ts'
import { courseRoutes } from './content/course-routes.ts'
import { lessonRoutes } from './content/lesson-routes.ts'
import { mediaRoutes } from './content/media-routes.ts'
import { pathRoutes } from './content/path-routes.ts'
import { promotionPlanningRoutes } from './content/promotion-routes.ts'
import { questionRoutes } from './content/question-routes.ts'
import { ledgerRoutes } from './ledger-audits/routes.ts'
import { certificateAdminRoutes } from './operations/certificate-routes.ts'
import { jobRoutes } from './operations/job-routes.ts'
import { orderAdminRoutes } from './operations/order-routes.ts'
import { siteSettingsAdminRoutes } from './operations/site-settings-routes.ts'
import { submissionRoutes } from './operations/submission-routes.ts'
import { webhookEventRoutes } from './operations/webhook-event-routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { premiumRoutes } from './users/premium-routes.ts'
import { userActionRoutes } from './users/user-action-routes.ts'
import { userReadRoutes } from './users/user-read-routes.ts'

export function adminRoutes(platform: Platform): Endpoint[] {
  return [
    ...statsRoutes(platform),
    ...auditRoutes(platform),
    ...userReadRoutes(platform),
    ...userActionRoutes(),
    ...premiumRoutes(),
    ...courseRoutes(platform),
    ...courseAuthorRoutes(platform),
    ...courseFigureRoutes(platform),
    ...lessonRoutes(platform),
    ...copyRoutes(platform),
    ...questionRoutes(platform),
    ...pathRoutes(platform),
    ...capstoneEditingRoutes(platform),
    ...contestPlanningRoutes(platform),
    ...promotionPlanningRoutes(platform),
    ...badgeEditingRoutes(platform),
    ...mediaRoutes(platform),
    ...submissionRoutes(platform),
    ...orderAdminRoutes(platform),
    ...certificateAdminRoutes(platform),
    ...webhookEventRoutes(platform),
    ...jobRoutes(platform),
    ...ledgerRoutes(platform),
    ...siteSettingsAdminRoutes(platform),
  ]
}
