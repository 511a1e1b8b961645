import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useSave } from '../action/use-save.ts'
import { useConsoleNavigate } from '../frame/console-link.tsx'
import { useEdits } from '../frame/use-edits.ts'
import { badgePath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import { type BadgeForm, draftOf, EMPTY_BADGE, formOf, patchOf, RULE_KINDS, typeFrom } from './badge-form.ts'
import { BadgePicture } from './badge-picture.tsx'
import { MintConfirmation } from './mint-confirmation.tsx'

/** A new badge, which is a draft, or a stored one. */
export function BadgeEditor({ stored }: { stored: Api.EditedBadge | undefined }) {
  const { t } = useScreenText()
  const submit = useSubmit({ BADGE_EXISTS: 'badgeType' })
  const navigate = useConsoleNavigate()
  const send = useSave()
  const { form, change, clear } = useEdits<BadgeForm>(stored ? formOf(stored) : EMPTY_BADGE)
  const [isTypeTyped, setTypeTyped] = useState(false)
  const isOfPack = stored?.origin === 'PACK'
  const body = stored ? patchOf(form, stored) : draftOf(form)
  const save = async (confirmMints?: number) => {
    if (!body) return
    const sent = { ...body, ...(confirmMints === undefined ? {} : { confirmMints }) }
    const saved = await send(sent, (idempotencyKey) =>
      stored
        ? lyceum.call('PATCH /admin/badges/{badgeType}', {
            path: { badgeType: stored.badgeType },
            body: sent as Api.BadgePatch,
            idempotencyKey,
          })
        : lyceum.call('POST /admin/badges', { body: sent as Api.BadgeDraft, idempotencyKey }),
    )
    showToast(t('badges.saved'))
    clear()
    if (!stored) await navigate({ to: badgePath(saved.data.badgeType), replace: true })
  }
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <form
        data-saves=""
        className="grid gap-5 rounded-card border border-line bg-surface p-5 shadow-card"
        onSubmit={(event) => {
          event.preventDefault()
          if (body && !submit.isPending) void submit.run(() => save())
        }}
      >
        {isOfPack && (
          <p className="rounded-control bg-primary-soft p-3.5 font-semibold text-primary">
            {t('badges.ofPack')}
          </p>
        )}
        <TextField
          label={t('badges.name')}
          error={submit.errorOf('name')}
          value={form.name}
          maxLength={80}
          required
          disabled={isOfPack}
          dir="auto"
          onChange={({ target }) =>
            change({
              name: target.value,
              ...(stored || isTypeTyped ? {} : { badgeType: typeFrom(target.value) }),
            })
          }
        />
        {!stored && (
          <TextField
            label={t('badges.type')}
            hint={t('badges.typeHint')}
            error={submit.errorOf('badgeType')}
            value={form.badgeType}
            maxLength={40}
            required
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTypeTyped(true)
              change({ badgeType: target.value })
            }}
          />
        )}
        <TextArea
          label={t('badges.description')}
          hint={t('badges.descriptionHint')}
          error={submit.errorOf('description')}
          value={form.description}
          maxLength={300}
          rows={2}
          required
          disabled={isOfPack}
          dir="auto"
          onChange={({ target }) => change({ description: target.value })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label={t('badges.rule')}
            hint={t('badges.ruleHint')}
            error={submit.errorOf('ruleKind')}
            value={form.ruleKind}
            disabled={isOfPack || (stored !== undefined && stored.status !== 'DRAFT')}
            onChange={({ target }) => change({ ruleKind: target.value as BadgeForm['ruleKind'] })}
            options={RULE_KINDS.map((id) => ({ id, text: t(`badges.rule.${id}`) }))}
          />
          <TextField
            label={t('badges.required')}
            hint={t('badges.requiredHint')}
            error={submit.errorOf('requiredProgress')}
            value={form.requiredProgress}
            inputMode="numeric"
            maxLength={7}
            required
            disabled={isOfPack}
            dir="ltr"
            onChange={({ target }) => change({ requiredProgress: target.value })}
          />
        </div>
        {submit.code === 'BADGE_MINTS_UNCONFIRMED' ? (
          <MintConfirmation
            count={Number(submit.extra.mintCount)}
            name={form.name.trim()}
            isPending={submit.isPending}
            onConfirm={(count) => void submit.run(() => save(count))}
          />
        ) : (
          <FormError text={submit.error} />
        )}
        {!isOfPack && (
          <Button
            type="submit"
            isPending={submit.isPending}
            aria-disabled={!body}
            className="justify-self-end"
          >
            {t('badges.save')}
          </Button>
        )}
      </form>
      {stored && <BadgePicture badge={stored} />}
    </div>
  )
}
