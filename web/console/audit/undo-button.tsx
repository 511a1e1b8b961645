import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionButton } from '../action/action-button.tsx'
import { storedValues } from '../runtime/settings-model.ts'
import { useScreenText } from '../use-text.ts'
import { DifferenceList } from './difference-list.tsx'
import { type Undo, undoOf } from './undo.ts'

type Entry = Pick<Api.AuditEntry, 'act' | 'at' | 'userId' | 'before' | 'after'>

/** Undoes an action by its opposite, which asks for the same role. Nothing is shown for actions without an opposite. */
export function UndoButton({ entry }: { entry: Entry }) {
  const { role } = useUser()
  const undo = undoOf(entry)
  if (!undo) return null
  if (undo.kind === 'suspend' || undo.kind === 'unsuspend')
    return role === 'ADMIN' || role === 'MODERATOR' ? <UndoOfUser entry={entry} undo={undo} /> : null
  if (role !== 'ADMIN') return null
  if (undo.kind === 'role') return <UndoOfUser entry={entry} undo={undo} />
  return undo.kind === 'settings' ? (
    <UndoOfSettings entry={entry} undo={undo} />
  ) : (
    <UndoOfSite entry={entry} undo={undo} />
  )
}

interface Given<Kind extends Undo['kind']> {
  entry: Entry
  undo: Extract<Undo, { kind: Kind }>
}

function UndoOfUser({ entry, undo }: Given<'suspend' | 'unsuspend' | 'role'>) {
  const { t } = useScreenText()
  const path = { id: undo.userId }
  const user = useApi('GET /admin/users/{id}', { path }).data?.data
  if (!user) return null
  const name = user.username
  if (undo.kind === 'role')
    return (
      <Undoing
        entry={entry}
        isUnchanged={user.role === undo.from}
        typedName={undo.to === 'ADMIN' ? name : undefined}
        isDangerous={undo.to === 'ADMIN'}
        effect={t('changeRole.effect', {
          name,
          before: t(`role.${undo.from}`),
          after: t(`role.${undo.to}`),
          rights: t(`rights.${undo.to}`),
        })}
        send={(reason, idempotencyKey) =>
          lyceum.call('PATCH /admin/users/{id}/role', {
            path,
            body: { role: undo.to, ifRole: undo.from, reason },
            idempotencyKey,
          })
        }
      />
    )
  const ifSuspendedAt = undo.kind === 'unsuspend' ? undo.suspendedAt : null
  return (
    <Undoing
      entry={entry}
      isUnchanged={user.suspendedAt === ifSuspendedAt}
      isDangerous={undo.kind === 'suspend'}
      effect={t(undo.kind === 'suspend' ? 'suspend.effectPlain' : 'suspend.endEffect', { name })}
      send={(reason, idempotencyKey) =>
        lyceum.call(
          undo.kind === 'suspend' ? 'POST /admin/users/{id}/suspend' : 'POST /admin/users/{id}/unsuspend',
          { path, body: { reason, ifSuspendedAt }, idempotencyKey },
        )
      }
    />
  )
}

function UndoOfSettings({ entry, undo: { before, version } }: Given<'settings'>) {
  const settings = useApi('GET /admin/runtime-settings').data?.data
  if (!settings) return null
  return (
    <Undoing
      entry={entry}
      isUnchanged={settings.version === version}
      effect={<FormerValues entry={entry} />}
      send={(reason, idempotencyKey) =>
        lyceum.call('PUT /admin/runtime-settings', {
          body: { ...storedValues(settings), ...before, version, reason } as never,
          idempotencyKey,
        })
      }
    />
  )
}

function UndoOfSite({ entry, undo: { before, updatedAt } }: Given<'site'>) {
  const site = useApi('GET /admin/site-settings').data?.data
  if (!site) return null
  const { name, language, accent } = site
  return (
    <Undoing
      entry={entry}
      isUnchanged={site.updatedAt === updatedAt}
      effect={<FormerValues entry={entry} />}
      send={(reason, idempotencyKey) =>
        lyceum.call('PUT /admin/site-settings', {
          body: { name, language, accent, ...before, reason, ifUpdatedAt: updatedAt } as never,
          idempotencyKey,
        })
      }
    />
  )
}

function FormerValues({ entry: { before, after } }: { entry: Entry }) {
  const { t } = useScreenText()
  return (
    <>
      <p className="mb-2">{t('undo.settings')}</p>
      <DifferenceList before={after} after={before} />
    </>
  )
}

interface Action {
  entry: Entry
  /** Whether the state is still the one that the action has left. The service checks it again. */
  isUnchanged: boolean
  isDangerous?: boolean
  typedName?: string | undefined
  effect: ReactNode
  send: (reason: string, idempotencyKey: string) => Promise<unknown>
}

function Undoing({ entry, isUnchanged, ...action }: Action) {
  const { t, date } = useScreenText()
  if (!isUnchanged) return <p className="text-sm text-ink-2">{t('undo.changed')}</p>
  const act = t(`act.${entry.act}`)
  const at = date(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div>
      <ActionButton
        {...action}
        opener={t('undo.undo')}
        icon={<Undo2 size={17} className="rtl:-scale-x-100" aria-hidden="true" />}
        title={t('undo.title', { act })}
        label={t('undo.undo')}
        done={t('undo.done')}
        suggestedReason={t('undo.reason', { act, at })}
        input={entry.after}
      />
    </div>
  )
}
