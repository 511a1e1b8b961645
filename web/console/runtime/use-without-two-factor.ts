import { useApi } from '../../ui/api/use-api.ts'
import type { StaffRole } from './settings-model.ts'

/** As many as the list of users has on a page. */
const LIMIT = 100

interface Count {
  count: number
  /** A role has more users than were counted. */
  isCapped: boolean
}

/** Counts the users of roles who have no two-factor sign-in, among the newest hundred of each role; undefined until they are read. */
export function useWithoutTwoFactor(enabled: boolean): (roles: readonly StaffRole[]) => Count | undefined {
  const counts = {
    ADMIN: useWithout('ADMIN', enabled),
    SUPPORT: useWithout('SUPPORT', enabled),
    MODERATOR: useWithout('MODERATOR', enabled),
    CREATOR: useWithout('CREATOR', enabled),
  }
  return (roles) => {
    const chosen = roles.map((role) => counts[role])
    if (!chosen.every((one) => one !== undefined)) return undefined
    return {
      count: chosen.reduce((sum, { count }) => sum + count, 0),
      isCapped: chosen.some(({ isCapped }) => isCapped),
    }
  }
}

function useWithout(role: StaffRole, enabled: boolean): Count | undefined {
  const { data } = useApi('GET /admin/users', { query: { page: 1, limit: LIMIT, role } }, { enabled })
  if (!data) return undefined
  const count = data.data.filter(({ isTwoFactorEnabled }) => !isTwoFactorEnabled).length
  return { count, isCapped: data.meta.total > data.data.length }
}
