import { useState } from 'react'
import type { Submit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'

/** The limits of the service. */
const MIN_LENGTH = 200
const MAX_LENGTH = 20_000
const COUNTS = [4, 8, 12, 16]
/** Longer than the service waits for the model. */
export const DRAFT_TIMEOUT_MS = 100_000

export interface ModelSource {
  sourceText: string
  sourceTitle: string
  sourceUrl: string | null
  count: number
}

interface Given {
  isOpen: boolean
  onClose: () => void
  kind: 'slides' | 'questions'
  submit: Submit
  onSend: (source: ModelSource) => void
}

/** Asks for a text from which a model drafts slides or questions. The form stays as it is if the model fails. */
export function ModelDialog({ isOpen, onClose, kind, submit, onSend }: Given) {
  const { t } = useText()
  return (
    <Dialog isOpen={isOpen} onClose={() => !submit.isPending && onClose()} title={t(`model.title.${kind}`)}>
      <ModelForm kind={kind} submit={submit} onSend={onSend} onClose={onClose} />
    </Dialog>
  )
}

function ModelForm({ kind, submit, onSend, onClose }: Omit<Given, 'isOpen'>) {
  const { t, number } = useText()
  const [fields, setFields] = useState({ text: '', title: '', url: '', count: 8 })
  const [isChecked, setChecked] = useState(false)
  const change = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }))
  const length = fields.text.trim().length
  const isLong = length >= MIN_LENGTH && length <= MAX_LENGTH
  const isTitled = fields.title.trim() !== ''
  return (
    <form
      className="mt-3 grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!isLong || !isTitled || submit.isPending) return
        const { text, title, url, count } = fields
        onSend({
          sourceText: text.trim(),
          sourceTitle: title.trim(),
          sourceUrl: url.trim() || null,
          count,
        })
      }}
    >
      <p className="text-ink-2">{t(`model.text.${kind}`)}</p>
      <TextArea
        label={t('model.source')}
        hint={t('model.sourceHint', {
          length: number(length),
          min: number(MIN_LENGTH),
          max: number(MAX_LENGTH),
        })}
        error={
          isChecked && !isLong
            ? t('model.sourceLength', { min: number(MIN_LENGTH), max: number(MAX_LENGTH) })
            : submit.errorOf('sourceText')
        }
        value={fields.text}
        rows={5}
        required
        autoFocus
        dir="auto"
        onChange={({ target }) => change({ text: target.value })}
      />
      <TextField
        label={t('model.sourceTitle')}
        error={isChecked && !isTitled ? t('model.titleMissing') : submit.errorOf('sourceTitle')}
        value={fields.title}
        maxLength={200}
        required
        dir="auto"
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label={t('model.sourceUrl')}
        error={submit.errorOf('sourceUrl')}
        value={fields.url}
        type="url"
        inputMode="url"
        maxLength={2_000}
        dir="ltr"
        onChange={({ target }) => change({ url: target.value })}
      />
      <SelectField
        label={t(`model.count.${kind}`)}
        value={fields.count}
        options={COUNTS.map((count) => ({ id: `${count}`, text: number(count) }))}
        onChange={({ target }) => change({ count: Number(target.value) })}
      />
      <FormError text={submit.error} />
      {submit.isPending && (
        <p role="status" className="font-semibold text-ink-2">
          {t('model.waiting')}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={submit.isPending} onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending}>
          {t('model.send')}
        </Button>
      </div>
    </form>
  )
}
