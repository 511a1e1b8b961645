import { Archive, ChevronLeft, Eye, History } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { PATHS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { PathHistory } from './path-history.tsx'
import { cachedPath, reloadPath, storePath } from './path-query.ts'

interface Given {
  path: Api.EditedLearningPath
  /** Saves what is typed; false if that failed. Undefined for a path that the author may not change. */
  save?: () => Promise<boolean>
}

/** The title, the status and what can be done with the path. */
export function PathHeader({ path, save }: Given) {
  const { t } = useText()
  const [open, setOpen] = useState<'archive' | 'history'>()
  const submit = useSubmit()
  const { id, status, canEdit } = path
  const close = () => setOpen(undefined)
  const send = async (verb: 'publish' | 'archive') => {
    try {
      const { data } = await lyceum.call(`POST /admin/learning-paths/{id}/${verb}`, {
        path: { id },
        headers: { 'if-match': `"${cachedPath(id)!.version}"` },
      })
      storePath(data)
    } catch (fault) {
      await reloadPath(id)
      throw fault
    }
    showToast(verb === 'publish' ? t('path.published') : t('path.archived'))
  }
  const publish = async () => {
    if (save && !(await save())) return
    await submit.run(() => send('publish'))
  }
  return (
    <header>
      <StudioLink
        to={PATHS_PATH}
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.paths')}
      </StudioLink>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 dir="auto" className="break-words text-[27px] lg:text-[32px]">
            {path.title}
          </h1>
          <div className="mt-2">
            <StatusPill status={status} />
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          {status === 'PUBLISHED' && (
            <a href={`/learn/paths/${id}`} className={buttonClass({ variant: 'secondary' })}>
              <Eye size={20} aria-hidden="true" />
              {t('course.view')}
            </a>
          )}
          {canEdit && (
            <>
              <Button
                variant="secondary"
                aria-label={t('history.title')}
                title={t('history.title')}
                onClick={() => setOpen('history')}
              >
                <History size={20} aria-hidden="true" />
              </Button>
              {status !== 'ARCHIVED' && (
                <Button
                  variant="secondary"
                  aria-label={t('archive.archive')}
                  title={t('archive.archive')}
                  onClick={() => setOpen('archive')}
                >
                  <Archive size={20} aria-hidden="true" />
                </Button>
              )}
              {status !== 'PUBLISHED' && (
                <Button variant="good" isPending={submit.isPending} onClick={() => void publish()}>
                  {t('path.publish')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      <FormError text={submit.error} />
      {!canEdit && (
        <p className="mt-5 rounded-card bg-primary-soft p-5 font-semibold">
          {path.origin === 'PACK' ? t('path.shippedText') : t('path.ofOthersText')}
        </p>
      )}
      <Dialog isOpen={open === 'archive'} onClose={close} title={t('path.archiveTitle')} role="alertdialog">
        <p className="mt-3 text-ink-2">{t('path.archiveText')}</p>
        <div className="mt-5 grid gap-4">
          <FormError text={submit.error} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button
              variant="bad"
              isPending={submit.isPending}
              onClick={async () => {
                if (await submit.run(() => send('archive'))) close()
              }}
            >
              {t('archive.archive')}
            </Button>
          </div>
        </div>
      </Dialog>
      <PathHistory path={path} isOpen={open === 'history'} onClose={close} />
    </header>
  )
}
