import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { UserParams } from '../users/user-read-routes.ts'
import { getUserOverview } from './get-user-overview.ts'
import { OVERVIEW_EXAMPLE, OverviewSchema } from './overview-view.ts'

export function overviewRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/users/:id/overview', {
      summary: 'Read everything about a user that staff need first',
      description:
        'The account, and the newest items of each section. Sessions, ledger entries, certificates and notes have lists of their own; orders and audit entries are lists with a filter by user.',
      params: UserParams,
      response: { status: 200, data: OverviewSchema, example: OVERVIEW_EXAMPLE },
      handle: ({ params, now }) => getUserOverview(db, params.id as UserId, now),
    }),
  ]
}
