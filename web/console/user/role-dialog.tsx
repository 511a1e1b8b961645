import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { SelectField } from '../../ui/components/select-field.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useText } from '../use-text.ts'
import { ROLES } from '../users/user-search.ts'
import type { UserActionGiven } from './grant-dialog.tsx'

type Role = Api.AdminUser['role']

/** Changes the role of a user. An administrator can do everything, so that role needs the name typed. */
export function RoleDialog({ user, isOpen, onClose }: UserActionGiven) {
  const { t } = useText()
  const [chosen, setChosen] = useState<Role>()
  const role = chosen ?? user.role
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={close}
      title={t('changeRole.title', { name: user.username })}
      effect={
        role === user.role
          ? t('changeRole.same', { role: t(`role.${role}`) })
          : t('changeRole.effect', {
              name: user.username,
              before: t(`role.${user.role}`),
              after: t(`role.${role}`),
              rights: t(`rights.${role}`),
            })
      }
      label={t('changeRole.change')}
      done={t('changeRole.done')}
      isDangerous={role === 'ADMIN'}
      typedName={role === 'ADMIN' && user.role !== 'ADMIN' ? user.username : undefined}
      input={role === user.role ? undefined : { role, before: user.role }}
      fields={(submit) => (
        <SelectField
          label={t('users.role')}
          error={submit.errorOf('role')}
          value={role}
          autoFocus
          onChange={({ target }) => setChosen(target.value as Role)}
          options={ROLES.map((id) => ({ id, text: t(`role.${id}`) }))}
        />
      )}
      send={(reason, idempotencyKey) =>
        lyceum.call('PATCH /admin/users/{id}/role', {
          path: { id: user.id },
          // The effect names the role before: another administrator may have changed it since.
          body: { role, ifRole: user.role, reason },
          idempotencyKey,
        })
      }
    />
  )
}
