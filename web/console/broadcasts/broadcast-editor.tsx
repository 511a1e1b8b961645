import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useSave } from '../action/use-save.ts'
import { useConsoleNavigate } from '../frame/console-link.tsx'
import { useEdits } from '../frame/use-edits.ts'
import { broadcastPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { bodyOf, type DraftForm, emptyForm, formOf } from './draft-form.ts'
import { PhonePreview } from './phone-preview.tsx'
import { RecipientCount } from './recipient-count.tsx'
import { SegmentFields } from './segment-fields.tsx'
import { TextFields } from './text-fields.tsx'

const CARD = 'grid gap-5 rounded-card border border-line bg-surface p-5 shadow-card'

/** A new draft, or a stored one. What is sent is always the stored draft, so it is saved first. */
export function BroadcastEditor({ stored }: { stored: Api.Broadcast | undefined }) {
  const { t, locale } = useText()
  const submit = useSubmit({
    BROADCAST_WITHOUT_FALLBACK: 'fallbackLanguage',
  })
  const navigate = useConsoleNavigate()
  const send = useSave()
  const { form, change, clear } = useEdits<DraftForm>(stored ? formOf(stored) : emptyForm(locale))
  const body = bodyOf(form)
  const isSaved = stored !== undefined && JSON.stringify(body) === JSON.stringify(bodyOf(formOf(stored)))
  const save = async () => {
    if (!body) return
    const sent = stored ? { ...body, version: stored.version } : body
    const saved = await send(sent, (idempotencyKey) =>
      stored
        ? lyceum.call('PATCH /admin/broadcasts/{id}', {
            path: { id: stored.id },
            body: { ...body, version: stored.version },
            idempotencyKey,
          })
        : lyceum.call('POST /admin/broadcasts', { body, idempotencyKey }),
    )
    showToast(t('broadcasts.saved'))
    clear()
    if (!stored) await navigate({ to: broadcastPath(saved.data.id), replace: true })
  }
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <form
        data-saves=""
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (body && !isSaved && !submit.isPending) void submit.run(save)
        }}
      >
        <section className={CARD}>
          <h2 className="text-[19px]">{t('broadcasts.message')}</h2>
          <TextField
            label={t('broadcasts.name')}
            hint={t('broadcasts.nameHint')}
            error={submit.errorOf('name')}
            value={form.name}
            maxLength={120}
            required
            dir="auto"
            onChange={({ target }) => change({ name: target.value })}
          />
          <TextFields form={form} submit={submit} onChange={change} />
          <TextField
            label={t('broadcasts.link')}
            hint={t('broadcasts.linkHint')}
            error={submit.errorOf('link')}
            value={form.link}
            maxLength={200}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change({ link: target.value })}
          />
        </section>
        <section className={CARD}>
          <h2 className="text-[19px]">{t('broadcasts.segment')}</h2>
          <p className="-mt-3 text-ink-2">{t('broadcasts.segmentHint')}</p>
          <SegmentFields form={form} submit={submit} onChange={change} />
        </section>
        <section className={CARD}>
          <h2 className="text-[19px]">{t('broadcasts.delivery')}</h2>
          <SelectField
            label={t('broadcasts.type')}
            hint={t('broadcasts.typeHint')}
            value={form.type}
            onChange={({ target }) => change({ type: target.value as typeof form.type })}
            options={(['ANNOUNCEMENT', 'SYSTEM'] as const).map((id) => ({
              id,
              text: t(`broadcasts.type.${id}`),
            }))}
          />
          <div>
            {(['inApp', 'push', 'email'] as const).map((channel) => (
              <Switch
                key={channel}
                label={t(`broadcasts.channel.${channel}`)}
                isOn={form.channels[channel]}
                onChange={(isOn) => change({ channels: { ...form.channels, [channel]: isOn } })}
              />
            ))}
          </div>
          <TextField
            label={t('broadcasts.rate')}
            hint={t('broadcasts.rateHint')}
            error={submit.errorOf('messagesPerSecond')}
            inputMode="numeric"
            value={form.messagesPerSecond}
            maxLength={3}
            onChange={({ target }) => change({ messagesPerSecond: target.value })}
          />
        </section>
        <FormError text={submit.error} />
        <Button
          type="submit"
          isPending={submit.isPending}
          aria-disabled={!body || isSaved}
          className="justify-self-end"
        >
          {t('broadcasts.save')}
        </Button>
      </form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-5">
        {isSaved ? (
          <RecipientCount broadcast={stored} />
        ) : (
          <p className="rounded-card bg-primary-soft p-4 font-semibold text-primary">
            {t('broadcasts.saveFirst')}
          </p>
        )}
        <PhonePreview type={form.type} texts={form.texts} fallbackLanguage={form.fallbackLanguage} />
      </div>
    </div>
  )
}
