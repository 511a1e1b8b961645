import { useState } from 'react'
import type { Answer, Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useText } from '../use-text.ts'

const ASSETS = ['GEM', 'XP'] as const
type Asset = (typeof ASSETS)[number]

export interface UserActionGiven {
  user: Api.AdminUser
  isOpen: boolean
  onClose: () => void
}

/** Gives gems or XP to a user, or takes them. States the balance before and after. */
export function GrantDialog({ user, isOpen, onClose }: UserActionGiven) {
  const { t, number } = useText()
  const [asset, setAsset] = useState<Asset>('GEM')
  const [typed, setTyped] = useState('')
  const amount = /^-?\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0
  const before = asset === 'GEM' ? user.totalGems : user.totalXP
  const after = before + amount
  const isPossible = amount !== 0 && after >= 0
  const limits = useApi('GET /admin/runtime-settings', undefined, { enabled: isOpen }).data?.data.grantLimits
    .value
  const limit = (asset === 'GEM' ? limits?.gems : limits?.xp) ?? 0
  const effect = t(amount > 0 ? 'grant.gives' : 'grant.takes', {
    name: user.username,
    asset: t(`asset.${asset}`),
    amount: Math.abs(amount),
    before,
    after,
  })
  const close = () => {
    setTyped('')
    onClose()
  }
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={close}
      title={t('grant.title', { name: user.username })}
      effect={
        amount === 0
          ? t('grant.noAmount')
          : after < 0
            ? t('grant.tooMuch', { asset: t(`asset.${asset}`), before })
            : amount > 0 && limit > 0
              ? `${effect} ${t(amount > limit ? 'grant.needsApproval' : 'grant.mayNeedApproval', { limit: number(limit) })}`
              : effect
      }
      label={amount < 0 ? t('grant.take') : t('grant.give')}
      done={(response) => t(isRequest(response) ? 'grant.requested' : 'grant.done')}
      isDangerous={amount < 0}
      input={isPossible ? { asset, amount } : undefined}
      fields={(submit) => (
        <>
          <ChipChoice
            label={t('ledger.asset')}
            choices={ASSETS.map((value) => ({ value, content: t(`asset.${value}`) }))}
            chosen={asset}
            onChoose={setAsset}
          />
          <TextField
            label={t('ledger.amount')}
            hint={t('grant.amountHint')}
            error={submit.errorOf('amount')}
            value={typed}
            dir="ltr"
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
      send={(reason, idempotencyKey) =>
        lyceum.call('POST /admin/users/{id}/grants', {
          path: { id: user.id },
          body: { asset, amount, reason },
          idempotencyKey,
        })
      }
    />
  )
}

/** True if another administrator must approve the grant first. */
function isRequest(response: unknown): boolean {
  return (response as Answer<'POST /admin/users/{id}/grants'>).data.approval !== null
}
