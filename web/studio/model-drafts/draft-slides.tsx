import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { useText } from '../use-text.ts'
import { DRAFT_TIMEOUT_MS, ModelDialog } from './model-dialog.tsx'
import { rereadMarks } from './use-model.ts'

type Drafted = { slides: NonNullable<Api.LessonPatch['slides']>; dropped: Api.DroppedModelItem[] }

/** Below the kinds of slides: a model drafts some from a text. */
export function DraftSlides({
  lessonId,
  onDrafted,
}: {
  lessonId: string
  onDrafted: (drafted: Drafted) => void
}) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const submit = useSubmit()
  return (
    <div className="border-line border-t p-3">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center justify-center gap-2 rounded-control border-2 border-line bg-surface px-3 text-[15px] font-bold text-ink-2 hover:border-primary hover:text-primary"
      >
        <Sparkles size={20} aria-hidden="true" />
        {t('model.open')}
      </button>
      <ModelDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        kind="slides"
        submit={submit}
        onSend={(body) =>
          void submit.run(async () => {
            const given = { path: { id: lessonId }, body, timeoutMs: DRAFT_TIMEOUT_MS }
            const { data } = await lyceum.call('POST /admin/lessons/{id}/model-drafts', given)
            setOpen(false)
            onDrafted(data)
            await rereadMarks()
          })
        }
      />
    </div>
  )
}
