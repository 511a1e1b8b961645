import type { Api } from '../../../packages/client/src/lyceum.ts'

type Fields = Record<string, unknown>

/** What undoes an entry of the audit log. */
export type Undo =
  | { kind: 'unsuspend'; userId: string; suspendedAt: string }
  | { kind: 'suspend'; userId: string }
  | { kind: 'role'; userId: string; from: Role; to: Role }
  | { kind: 'settings'; before: Fields; version: number }
  | { kind: 'site'; before: Fields; updatedAt: string }

type Role = Api.AdminUser['role']

/** Undefined for actions without an opposite, such as a revoked certificate or a sent message. */
export function undoOf({
  act,
  userId,
  before,
  after,
}: Pick<Api.AuditEntry, 'act' | 'userId' | 'before' | 'after'>): Undo | undefined {
  if (!before || !after) return undefined
  const hasUser = typeof userId === 'string'
  if (act === 'user.suspended' && hasUser && typeof after.suspendedAt === 'string')
    return { kind: 'unsuspend', userId, suspendedAt: after.suspendedAt }
  if (act === 'user.restored' && hasUser) return { kind: 'suspend', userId }
  if (act === 'user.role_changed' && hasUser)
    return { kind: 'role', userId, from: after.role as Role, to: before.role as Role }
  if (act === 'settings.updated' && typeof after.version === 'number')
    return { kind: 'settings', before: without(before, 'version', 'updatedAt'), version: after.version }
  if (act === 'site.updated' && typeof after.updatedAt === 'string')
    return { kind: 'site', before: without(before, 'updatedAt'), updatedAt: after.updatedAt }
  return undefined
}

function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
