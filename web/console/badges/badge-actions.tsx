import { Archive, Rocket } from 'lucide-react'
import { useState } from 'react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { ActionButton } from '../action/action-button.tsx'
import { useScreenText } from '../use-text.ts'
import { MintConfirmation } from './mint-confirmation.tsx'

/** Publishing and archiving. A badge of a pack is changed in its pack. */
export function BadgeActions({ badge }: { badge: Api.EditedBadge }) {
  const { t } = useScreenText()
  const [isOpen, setOpen] = useState(false)
  if (badge.origin === 'PACK') return null
  if (badge.status === 'PUBLISHED') return <Archiving badge={badge} />
  return (
    <>
      <Button
        size="small"
        className="min-h-11"
        icon={<Rocket size={17} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('badges.publish')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('badges.publishTitle', { name: badge.name })}
      >
        <Publishing badge={badge} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** The service names the number of mints, and publishes only after it was confirmed. */
function Publishing({ badge, onClose }: { badge: Api.EditedBadge; onClose: () => void }) {
  const { t } = useScreenText()
  const submit = useSubmit()
  const publish = async (confirmMints?: number) => {
    await lyceum.call('POST /admin/badges/{badgeType}/publish', {
      path: { badgeType: badge.badgeType },
      body: confirmMints === undefined ? {} : { confirmMints },
      idempotencyKey: newKey(),
    })
    showToast(t('badges.published'))
    await queryClient.invalidateQueries()
    onClose()
  }
  const isLarge = submit.code === 'BADGE_MINTS_UNCONFIRMED'
  return (
    <div className="mt-3 grid gap-4">
      <p className="rounded-control bg-primary-soft p-3.5 text-[15px] font-semibold text-primary">
        {t('badges.publishEffect', { count: badge.requiredProgress })}
      </p>
      {isLarge ? (
        <MintConfirmation
          count={Number(submit.extra.mintCount)}
          name={badge.name}
          isPending={submit.isPending}
          onConfirm={(count) => void submit.run(() => publish(count))}
        />
      ) : (
        <FormError text={submit.error} />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        {!isLarge && (
          <Button isPending={submit.isPending} onClick={() => void submit.run(() => publish())}>
            {t('badges.publish')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Archiving({ badge: { badgeType, name } }: { badge: Api.EditedBadge }) {
  const { t } = useScreenText()
  return (
    <ActionButton
      opener={t('badges.archive')}
      icon={<Archive size={17} aria-hidden="true" />}
      title={t('badges.archiveTitle', { name })}
      effect={t('badges.archiveEffect')}
      label={t('badges.archive')}
      done={t('badges.archived')}
      needsReason={false}
      isDangerous
      input={{ badgeType }}
      send={(_, idempotencyKey) =>
        lyceum.call('POST /admin/badges/{badgeType}/archive', { path: { badgeType }, idempotencyKey })
      }
    />
  )
}
