import { useApi } from '../../ui/api/use-api.ts'
import type { StaffRole } from './settings-model.ts'

/** As many as the list of users has on a page. */
const LIMIT = 100

/** How many users of each role have no two-factor sign-in, among the newest hundred of the role. */
export function useWithoutTwoFactor(enabled: boolean): Record<StaffRole, number> {
  return {
    ADMIN: useWithout('ADMIN', enabled),
    SUPPORT: useWithout('SUPPORT', enabled),
    MODERATOR: useWithout('MODERATOR', enabled),
    CREATOR: useWithout('CREATOR', enabled),
  }
}

function useWithout(role: StaffRole, enabled: boolean): number {
  const { data } = useApi('GET /admin/users', { query: { page: 1, limit: LIMIT, role } }, { enabled })
  return data?.data.filter(({ isTwoFactorEnabled }) => !isTwoFactorEnabled).length ?? 0
}
