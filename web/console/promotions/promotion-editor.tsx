import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useSave } from '../action/use-save.ts'
import { useConsoleNavigate } from '../frame/console-link.tsx'
import { useEdits } from '../frame/use-edits.ts'
import { promotionPath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import { PromotionAudience } from './promotion-audience.tsx'
import {
  bodyOf,
  CTA_ACTIONS,
  EMPTY_PROMOTION,
  formOf,
  type PromotionForm,
  patchOf,
  TARGET_FIELDS,
} from './promotion-form.ts'
import { PromotionPreview } from './promotion-preview.tsx'
import { PROMOTION_KINDS } from './promotion-search.ts'

export const CARD = 'grid gap-5 rounded-card border border-line bg-surface p-5 shadow-card'

/** A new promotion, which is stored without being shown, or a stored one. */
export function PromotionEditor({ stored }: { stored: Api.Promotion | undefined }) {
  const { t } = useScreenText()
  const submit = useSubmit()
  const navigate = useConsoleNavigate()
  const send = useSave()
  const { form, change, clear } = useEdits<PromotionForm>(stored ? formOf(stored) : EMPTY_PROMOTION)
  const body = bodyOf(form)
  // Another administrator may change other fields.
  const patch = stored && body && patchOf(body, bodyOf(formOf(stored)))
  const isSaved = patch !== undefined && Object.keys(patch).length === 0
  const save = async () => {
    if (!body) return
    const saved = await send(patch ?? body, (idempotencyKey) =>
      stored
        ? lyceum.call('PATCH /admin/promotions/{id}', {
            path: { id: stored.id },
            body: patch!,
            idempotencyKey,
          })
        : lyceum.call('POST /admin/promotions', { body: { ...body, isEnabled: false }, idempotencyKey }),
    )
    showToast(t('promotions.saved'))
    clear()
    if (!stored) await navigate({ to: promotionPath(saved.data.id), replace: true })
  }
  const target = TARGET_FIELDS[form.ctaAction]
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
      <form
        data-saves=""
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (body && !isSaved && !submit.isPending) void submit.run(save)
        }}
      >
        <section className={CARD}>
          <h2 className="text-[19px]">{t('promotions.message')}</h2>
          <ChipChoice
            label={t('promotions.kind')}
            chosen={form.kind}
            onChoose={(kind) => change({ kind })}
            choices={PROMOTION_KINDS.map((kind) => ({ value: kind, content: t(`promotions.kind.${kind}`) }))}
          />
          <TextField
            label={t('promotions.title')}
            error={submit.errorOf('title')}
            value={form.title}
            maxLength={120}
            required
            dir="auto"
            onChange={({ target: { value } }) => change({ title: value })}
          />
          <TextField
            label={t('promotions.subtitle')}
            error={submit.errorOf('subtitle')}
            value={form.subtitle}
            maxLength={200}
            dir="auto"
            onChange={({ target: { value } }) => change({ subtitle: value })}
          />
          {form.kind === 'POPUP' && (
            <>
              <TextArea
                label={t('promotions.bodyText')}
                error={submit.errorOf('bodyText')}
                value={form.bodyText}
                maxLength={2_000}
                dir="auto"
                onChange={({ target: { value } }) => change({ bodyText: value })}
              />
              <Switch
                label={t('promotions.dismissible')}
                isOn={form.dismissible}
                onChange={(dismissible) => change({ dismissible })}
              />
            </>
          )}
          <TextField
            label={t('promotions.imageUrl')}
            hint={t('promotions.imageHint')}
            error={submit.errorOf('imageUrl')}
            value={form.imageUrl}
            maxLength={2_000}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target: { value } }) => change({ imageUrl: value })}
          />
        </section>
        <section className={CARD}>
          <h2 className="text-[19px]">{t('promotions.button')}</h2>
          <SelectField
            label={t('promotions.action')}
            value={form.ctaAction}
            onChange={({ target: { value } }) =>
              change({ ctaAction: value as PromotionForm['ctaAction'], target: '' })
            }
            options={CTA_ACTIONS.map((id) => ({ id, text: t(`promotions.action.${id}`) }))}
          />
          {form.ctaAction !== 'NONE' && (
            <TextField
              label={t('promotions.ctaText')}
              error={submit.errorOf('ctaText')}
              value={form.ctaText}
              maxLength={60}
              dir="auto"
              onChange={({ target: { value } }) => change({ ctaText: value })}
            />
          )}
          {target && (
            <TextField
              label={t(`promotions.target.${target}`)}
              error={submit.errorOf(`ctaPayload.${target}`)}
              value={form.target}
              maxLength={2_000}
              required
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target: { value } }) => change({ target: value })}
            />
          )}
        </section>
        <PromotionAudience form={form} submit={submit} onChange={change} />
        <FormError text={submit.error} />
        <Button
          type="submit"
          isPending={submit.isPending}
          aria-disabled={!body || isSaved}
          className="justify-self-end"
        >
          {t('promotions.save')}
        </Button>
      </form>
      <div className="lg:sticky lg:top-20">
        <PromotionPreview form={form} />
      </div>
    </div>
  )
}
