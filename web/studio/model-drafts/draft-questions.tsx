import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { useText } from '../use-text.ts'
import { DRAFT_TIMEOUT_MS, ModelDialog } from './model-dialog.tsx'
import { useModel } from './use-model.ts'

export type DraftedQuestions = { questionIds: string[]; dropped: Api.DroppedModelItem[] }

/** In the question bank: a model drafts questions from a text. Nothing without a model. */
export function DraftQuestions({ onDrafted }: { onDrafted: (drafted: DraftedQuestions) => void }) {
  const { t } = useText()
  const { isAvailable } = useModel()
  const [isOpen, setOpen] = useState(false)
  const submit = useSubmit()
  if (!isAvailable) return null
  return (
    <>
      <Button
        variant="secondary"
        icon={<Sparkles size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('model.open')}
      </Button>
      <ModelDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        kind="questions"
        submit={submit}
        onSend={(source) =>
          void submit.run(async () => {
            const body = { ...source, tags: [t('model.tag')] }
            const given = { body, timeoutMs: DRAFT_TIMEOUT_MS }
            const { data } = await lyceum.call('POST /admin/questions/model-drafts', given)
            await queryClient.invalidateQueries({ queryKey: ['GET /admin/questions'] })
            setOpen(false)
            onDrafted(data)
          })
        }
      />
    </>
  )
}
