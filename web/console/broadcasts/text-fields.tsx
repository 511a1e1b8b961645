import { useState } from 'react'
import type { Submit } from '../../ui/api/use-submit.ts'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { LOCALES } from '../../ui/i18n/locales.ts'
import { useText } from '../use-text.ts'
import type { DraftForm } from './draft-form.ts'
import { languageName } from './language-name.ts'

interface Given {
  form: DraftForm
  submit: Submit
  onChange: (changes: Partial<DraftForm>) => void
}

/** The message, one language at a time, and the language for all other users. */
export function TextFields({ form, submit, onChange }: Given) {
  const { t, locale } = useText()
  const [language, setLanguage] = useState(form.fallbackLanguage)
  const languages = [...new Set([...Object.keys(LOCALES), ...Object.keys(form.texts)])]
  const text = form.texts[language] ?? { title: '', body: '' }
  const write = (changes: Partial<typeof text>) =>
    onChange({ texts: { ...form.texts, [language]: { ...text, ...changes } } })
  const isWritten = (id: string) => Boolean(form.texts[id]?.title.trim() && form.texts[id].body.trim())
  const written = languages.filter((id) => isWritten(id) || id === form.fallbackLanguage)
  return (
    <>
      <ChipChoice
        label={t('broadcasts.textLanguage')}
        chosen={language}
        onChoose={setLanguage}
        choices={languages.map((id) => ({
          value: id,
          content: `${languageName(id, locale)}${isWritten(id) ? ' ✓' : ''}`,
        }))}
      />
      <TextField
        label={t('message.subject')}
        error={submit.errorOf(`texts.${language}.title`)}
        value={text.title}
        maxLength={120}
        dir="auto"
        onChange={({ target }) => write({ title: target.value })}
      />
      <TextArea
        label={t('message.text')}
        hint={t('broadcasts.textHint')}
        error={submit.errorOf(`texts.${language}.body`)}
        value={text.body}
        maxLength={1_000}
        dir="auto"
        onChange={({ target }) => write({ body: target.value })}
      />
      <SelectField
        label={t('broadcasts.fallback')}
        hint={t('broadcasts.fallbackHint')}
        value={form.fallbackLanguage}
        onChange={({ target }) => onChange({ fallbackLanguage: target.value })}
        options={written.map((id) => ({ id, text: languageName(id, locale) }))}
      />
    </>
  )
}
