import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DescribeUsers } from '../accounts/public/public-profile.ts'
import { badgeEditingRoutes } from './badge-routes.ts'
import { capstoneEditingRoutes } from './capstone-routes.ts'
import { contestPlanRoutes } from './contest-plan-routes.ts'
import { contestResultRoutes } from './contest-result-routes.ts'
import { contestPlanningRoutes } from './contest-routes.ts'
import { copyRoutes } from './copy-routes.ts'
import { courseAuthorRoutes } from './course-author-routes.ts'
import { courseRoutes } from './course-routes.ts'
import { formulaRoutes } from './formula-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { lessonRoutes } from './lesson-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { pathRoutes } from './path-routes.ts'
import { promotionPlanningRoutes } from './promotion-routes.ts'
import { questionRoutes } from './question-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { testRoutes } from './test-routes.ts'

export function contentAdminRoutes(platform: Platform, describeUsers: DescribeUsers): Endpoint[] {
  return [
    ...courseRoutes(platform),
    ...courseAuthorRoutes(platform),
    ...lessonRoutes(platform),
    ...scheduleRoutes(platform),
    ...reviewRoutes(platform),
    ...historyRoutes(platform),
    ...copyRoutes(platform),
    ...formulaRoutes(),
    ...questionRoutes(platform),
    ...testRoutes(platform),
    ...pathRoutes(platform),
    ...capstoneEditingRoutes(platform),
    ...contestPlanningRoutes(platform),
    ...contestPlanRoutes(platform),
    ...contestResultRoutes(platform, describeUsers),
    ...promotionPlanningRoutes(platform),
    ...badgeEditingRoutes(platform),
    ...mediaRoutes(platform),
  ]
}
