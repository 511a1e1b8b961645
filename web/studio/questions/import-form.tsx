import { FileUp, X } from 'lucide-react'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { FileButton } from '../../ui/components/file-button.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { DIFFICULTIES } from '../lesson/question/question-editor.tsx'
import { fileSize } from '../media/file-size.ts'
import { useText } from '../use-text.ts'
import { USES } from './bank-fields.ts'
import { FORMAT_NAMES, type ImportFormat } from './file-formats.ts'
import { type ImportFields, readBegin, recognisedFormat } from './import-file.ts'
import { TopicField } from './question-form.tsx'
import { areTags } from './tags.ts'

const ACCEPTED = '.gift,.txt,.xml,.csv,.tsv,.xlsx,text/plain,text/csv,application/xml'

interface Given {
  fields: ImportFields
  change: (changes: Partial<ImportFields>) => void
}

/** Where the questions come from, and what all of them get. */
export function ImportForm({ fields, change }: Given) {
  const { t } = useText()
  return (
    <div className="grid gap-6">
      <Card className="grid gap-5">
        <Source fields={fields} change={change} />
        <FormatField fields={fields} change={change} />
      </Card>
      <Card as="section" aria-labelledby="for-all" className="grid gap-5">
        <h2 id="for-all" className="text-[21px]">
          {t('import.forAll')}
        </h2>
        <TopicField topicId={fields.topicId} onChange={(topicId) => change({ topicId })} />
        <TextField
          label={t('bank.tags')}
          hint={t('details.skillsHint')}
          error={areTags(fields.tags) ? undefined : t('bank.tagsFault')}
          dir="auto"
          value={fields.tags}
          onChange={({ target }) => change({ tags: target.value })}
        />
        <ChipChoice
          label={t('import.difficulty')}
          choices={DIFFICULTIES.map((value) => ({ value, content: t(`quiz.difficulty.${value}`) }))}
          chosen={fields.difficulty}
          onChoose={(difficulty) => change({ difficulty })}
        />
        <ChipChoice
          label={t('bank.use')}
          choices={USES.map((value) => ({ value, content: t(`bank.use.${value}`) }))}
          chosen={fields.use}
          onChoose={(use) => change({ use })}
        />
      </Card>
    </div>
  )
}

/** A pasted text or a file. */
function Source({ fields: { text, file }, change }: Given) {
  const { t, locale } = useText()
  const choose = async (chosen: File) => change({ file: chosen, begin: await readBegin(chosen) })
  if (file)
    return (
      <div className="flex items-center gap-3 rounded-control bg-sunken p-3 ps-4">
        <p dir="auto" className="me-auto min-w-0 break-words font-bold">
          {t('import.chosen', { name: file.name, size: fileSize(locale, file.size) })}
        </p>
        <Button
          variant="secondary"
          size="small"
          className="min-h-11"
          aria-label={t('import.removeFile')}
          title={t('import.removeFile')}
          onClick={() => change({ file: undefined, begin: '' })}
        >
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3">
      <TextArea
        label={t('import.text')}
        hint={t('import.textHint')}
        name="text"
        rows={12}
        dir="auto"
        spellCheck={false}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const [dropped] = event.dataTransfer.files
          if (!dropped) return
          event.preventDefault()
          void choose(dropped)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <FileButton accept={ACCEPTED} onChoose={(chosen) => void choose(chosen)}>
          <FileUp size={20} aria-hidden="true" />
          {t('import.file')}
        </FileButton>
        <span className="text-sm text-ink-2 max-sm:hidden">{t('import.drop')}</span>
      </div>
    </div>
  )
}

/** The recognised format. The author may know better. */
function FormatField({ fields, change }: Given) {
  const { t } = useText()
  const recognised = recognisedFormat(fields)
  return (
    <SelectField
      label={t('import.format')}
      value={fields.format ?? ''}
      onChange={({ target }) => change({ format: (target.value || undefined) as ImportFormat | undefined })}
      options={[
        {
          id: '',
          text: recognised
            ? t('import.recognised', { format: FORMAT_NAMES[recognised] })
            : t('import.recognise'),
        },
        ...Object.entries(FORMAT_NAMES).map(([id, text]) => ({ id, text })),
      ]}
    />
  )
}
