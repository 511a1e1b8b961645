import { ChevronLeft, CircleAlert, CircleCheck, Lightbulb, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { StudioLink, useStudioNavigate } from '../frame/studio-link.tsx'
import { CONTESTS_PATH, contestPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { cachedPlan, reloadContests, reloadPlan, storePlan } from './plan-query.ts'

interface Given {
  plan: Api.ContestPlan
  /** Saves what is typed; false if that failed. Undefined for a plan that is published. */
  save?: () => Promise<boolean>
}

const TONES = { DRAFT: 'gold', RUNNING: 'good', DONE: 'plain', STOPPED: 'plain' } as const

/** The title, the status, and what can be done with a plan. */
export function PlanHeader({ plan, save }: Given) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const [open, setOpen] = useState<'publish' | 'delete' | 'stop'>()
  const submit = useSubmit()
  const { id, status } = plan
  const close = () => setOpen(undefined)
  const remove = async () => {
    await lyceum.call('DELETE /admin/contest-plans/{id}', { path: { id } })
    void reloadContests()
    showToast(t('plan.deleted'))
    await navigate({ to: CONTESTS_PATH })
  }
  const stop = async () => {
    const { data } = await lyceum.call('POST /admin/contest-plans/{id}/stop', { path: { id } })
    storePlan(data)
    showToast(t('plan.stopped'))
    close()
  }
  return (
    <header>
      <StudioLink
        to={CONTESTS_PATH}
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.contests')}
      </StudioLink>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 dir="auto" className="break-words text-[27px] lg:text-[32px]">
            {plan.title}
          </h1>
          <div className="mt-2">
            <Pill tone={TONES[status]} size="small">
              {t(`plan.status.${status}`)}
            </Pill>
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          {status === 'DRAFT' && (
            <>
              <Button
                variant="secondary"
                aria-label={t('plan.delete')}
                title={t('plan.delete')}
                onClick={() => setOpen('delete')}
              >
                <Trash2 size={20} aria-hidden="true" />
              </Button>
              <Button
                variant="good"
                onClick={async () => {
                  if (!save || (await save())) setOpen('publish')
                }}
              >
                {t('plan.publishOpen')}
              </Button>
            </>
          )}
          {status === 'RUNNING' && (
            <Button variant="bad" onClick={() => setOpen('stop')}>
              {t('plan.stop')}
            </Button>
          )}
        </div>
      </div>
      <Sheet isOpen={open === 'publish'} onClose={close} title={t('plan.publishTitle')}>
        <PublishPlan planId={id} onDone={close} />
      </Sheet>
      <Dialog
        isOpen={open === 'delete' || open === 'stop'}
        onClose={close}
        title={open === 'stop' ? t('plan.stopTitle') : t('plan.deleteTitle')}
        role="alertdialog"
      >
        <p className="mt-3 text-ink-2">{open === 'stop' ? t('plan.stopText') : t('plan.deleteText')}</p>
        <div className="mt-5 grid gap-4">
          <FormError text={submit.error} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button
              variant="bad"
              isPending={submit.isPending}
              onClick={() => void submit.run(open === 'stop' ? stop : remove)}
            >
              {open === 'stop' ? t('plan.stop') : t('plan.delete')}
            </Button>
          </div>
        </div>
      </Dialog>
    </header>
  )
}

/** The checklist of the service. Nothing is promised before the author confirms. */
function PublishPlan({ planId, onDone }: { planId: string; onDone: () => void }) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const submit = useSubmit()
  const plan = cachedPlan(planId)!
  const isBlocked = plan.checklist.some(({ isBlocking }) => isBlocking)
  const publish = async () => {
    try {
      const { data } = await lyceum.call('POST /admin/contest-plans/{id}/publish', {
        path: { id: planId },
        headers: { 'if-match': `"${cachedPlan(planId)!.version}"` },
      })
      storePlan(data)
      showToast(t('plan.published'))
      onDone()
      const [first] = data.contests
      if (first && data.runs === 1) await navigate({ to: contestPath(first.id) })
    } catch (fault) {
      await reloadPlan(planId)
      throw fault
    }
  }
  return (
    <div className="grid gap-4">
      {plan.checklist.length === 0 && (
        <p className="flex items-center gap-3 rounded-2xl bg-good-soft p-4 font-bold text-good">
          <CircleCheck size={22} aria-hidden="true" />
          {t('publish.ready')}
        </p>
      )}
      <ul className="grid gap-2">
        {plan.checklist.map(({ code, isBlocking, count }) => (
          <li
            key={code}
            className={`flex min-h-14 items-start gap-3 rounded-2xl p-3.5 font-bold ${isBlocking ? 'bg-bad-soft text-bad' : 'bg-gold-soft text-gold-text'}`}
          >
            {isBlocking ? (
              <CircleAlert size={21} aria-hidden="true" className="mt-0.5 flex-none" />
            ) : (
              <Lightbulb size={21} aria-hidden="true" className="mt-0.5 flex-none" />
            )}
            <span>
              <span className="sr-only">{t(isBlocking ? 'publish.error' : 'publish.hint')}: </span>
              {t(`planProblem.${code}`, { count: count ?? 0 })}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {plan.prizePoolGems > 0
          ? t('plan.publishPromise', { gems: plan.prizePoolGems })
          : t('plan.publishFree')}
      </p>
      <FormError text={submit.error} />
      <Button
        variant="good"
        isWide
        isPending={submit.isPending}
        disabled={isBlocked}
        onClick={() => void submit.run(publish)}
      >
        {t('plan.publish')}
      </Button>
    </div>
  )
}
