import { useId } from 'react'
import { controlClass, FieldFrame, noteId } from '../../ui/components/field-frame.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import type { SlideOf } from './draft.ts'
import { useFault } from './fault-scope.tsx'
import { type FormGiven, TitleField } from './slide-editor.tsx'

const LANGUAGES = [
  'javascript',
  'typescript',
  'sql',
  'python',
  'html',
  'css',
  'json',
  'solidity',
  'bash',
  'text',
]

export function CodeEditor({ slide, change }: FormGiven<SlideOf<'CODE'>>) {
  const { t } = useText()
  const faultOf = useFault()
  const listId = useId()
  const isSql = slide.language.trim().toLowerCase() === 'sql'
  return (
    <>
      <TitleField value={slide.title} onChange={(title) => change({ title })} />
      <CodeField
        label={t('slide.code')}
        name="content"
        rows={8}
        value={slide.content}
        error={faultOf('content')}
        onChange={(content) => change({ content })}
      />
      <TextField
        label={t('slide.language')}
        name="language"
        list={listId}
        dir="ltr"
        maxLength={40}
        value={slide.language}
        error={faultOf('language')}
        onChange={(event) => change({ language: event.target.value })}
      />
      <datalist id={listId}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} />
        ))}
      </datalist>
      <Switch
        label={t('slide.runnable')}
        hint={t('slide.runnableHint')}
        isOn={slide.isRunnable}
        onChange={(isRunnable) => change({ isRunnable })}
      />
      {slide.isRunnable && isSql && (
        <CodeField
          label={t('slide.setup')}
          name="setup"
          rows={4}
          hint={t('slide.setupHint')}
          value={slide.setup}
          error={faultOf('setup')}
          onChange={(setup) => change({ setup })}
        />
      )}
      {slide.isRunnable && (
        <CodeField
          label={t('slide.expected')}
          name="expectedOutput"
          rows={3}
          hint={t('slide.expectedHint')}
          value={slide.expectedOutput}
          error={faultOf('expectedOutput')}
          onChange={(expectedOutput) => change({ expectedOutput })}
        />
      )}
    </>
  )
}

interface CodeGiven {
  label: string
  name: string
  rows: number
  value: string
  hint?: string
  error: string | undefined
  onChange: (code: string) => void
}

function CodeField({ label, name, rows, value, hint, error, onChange }: CodeGiven) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        name={name}
        dir="ltr"
        rows={rows}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId(id) : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`field-sizing-content block max-h-[60dvh] resize-none py-3 font-mono leading-relaxed sm:text-[14.5px] ${controlClass(error)}`}
      />
    </FieldFrame>
  )
}
