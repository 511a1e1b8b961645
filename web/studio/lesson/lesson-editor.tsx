import { ArrowLeft, ChevronDown, ChevronUp, CopyPlus, PanelLeft, Settings2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { DiscardDialog } from '../courses/discard-dialog.tsx'
import { ChangesPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { DraftSlides } from '../model-drafts/draft-slides.tsx'
import { DroppedItems } from '../model-drafts/dropped-items.tsx'
import { ModelMarks } from '../model-drafts/model-marks.tsx'
import { useModel } from '../model-drafts/use-model.ts'
import { coursePath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ConflictView } from './conflict-view.tsx'
import { type DraftSlide, draftedSlideOf, emptySlide, MAX_SLIDES } from './draft.ts'
import { HistorySheet } from './history-sheet.tsx'
import { IconButton } from './icon-button.tsx'
import { usePastedQuestions } from './paste/use-pasted-questions.ts'
import { PictureProvider } from './pictures.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { SaveNote } from './save-note.tsx'
import { SettingsSheet } from './settings-sheet.tsx'
import { SlideEditor } from './slide-editor.tsx'
import { SlideList } from './slide-list.tsx'
import { type OpenedLesson, useLessonDraft } from './use-lesson-draft.ts'
import { useLessonStatus } from './use-lesson-status.ts'
import { type SlideActions, useSlides } from './use-slides.ts'
import { ViewSwitch } from './view-switch.tsx'

const PastedQuestionsDialog = lazy(async () => ({
  default: (await import('./paste/pasted-questions-dialog.tsx')).PastedQuestionsDialog,
}))

interface Given {
  lesson: Api.EditedLesson
  opened: OpenedLesson
}

/** The editor of a lesson: its slides, the fields of the selected one, and its preview. */
export function LessonEditor({ lesson, opened }: Given) {
  const { t } = useText()
  const editing = useLessonDraft(lesson.id, opened)
  const slides = useSlides(editing)
  const status = useLessonStatus(lesson, editing, {
    onIncomplete: (slide) => {
      slides.visitAll()
      slides.actions.select(slide.key)
    },
  })
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const [sheet, setSheet] = useState<'slides' | 'settings' | 'archive' | 'discard' | 'history'>()
  const shown = useDeferredValue(editing.draft)
  const { draft, conflict, save, hasChanges } = editing
  const { canEdit } = lesson
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  const { pasted, close: closePasted } = usePastedQuestions({
    isEnabled: canEdit && !conflict,
    isCode: slides.selected?.type === 'CODE',
    onPasteBeside: (text) =>
      slides.actions.insert([{ ...emptySlide('TEXT_WITH_IMAGE'), content: text } as DraftSlide]),
  })
  const pane = useRef<HTMLDivElement>(null)
  /** A button that disappears leaves the focus to the slide. */
  const inPane = (act: () => void) => () => {
    act()
    pane.current?.focus()
  }
  const model = useModel(canEdit ? { lessonId: lesson.id } : {})
  const [drafted, setDrafted] = useState<{ added: number; dropped: Api.DroppedModelItem[] }>()
  const list = (
    <SlideList
      slides={draft.slides}
      selected={slides.selected?.key}
      canEdit={canEdit}
      notice={slides.notice}
      actions={sheet === 'slides' ? closing(slides.actions, () => setSheet(undefined)) : slides.actions}
    >
      {model.isAvailable && !conflict && (
        <DraftSlides
          lessonId={lesson.id}
          onDrafted={({ slides: added, dropped }) => {
            const drafts = added.map(draftedSlideOf)
            editing.change((before) => ({ ...before, slides: [...before.slides, ...drafts] }))
            slides.actions.select(drafts[0]!.key)
            setDrafted({ added: drafts.length, dropped })
            setSheet(undefined)
          }}
        />
      )}
    </SlideList>
  )
  return (
    <PictureProvider>
      <div className="flex h-dvh flex-col bg-bg">
        <header className="flex flex-wrap items-center gap-x-2 gap-y-2 border-line border-b bg-surface px-3 pt-[max(8px,env(safe-area-inset-top))] pb-2 lg:px-5">
          <StudioLink
            to={coursePath(lesson.courseId)}
            aria-label={t('lesson.back')}
            className="grid size-11 flex-none place-items-center rounded-xl text-ink-2 hover:bg-sunken"
          >
            <ArrowLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
          </StudioLink>
          <h1 className="sr-only">{t('lesson.heading', { title: draft.title })}</h1>
          <input
            aria-label={t('lesson.title')}
            dir="auto"
            value={draft.title}
            maxLength={200}
            readOnly={!canEdit || conflict !== undefined}
            placeholder={t('lesson.title')}
            onChange={(event) => editing.change((before) => ({ ...before, title: event.target.value }))}
            className="min-h-11 min-w-0 flex-1 basis-32 rounded-lg bg-transparent px-2 text-[19px] font-extrabold hover:bg-sunken focus:bg-sunken"
          />
          <span className="hidden items-center gap-2 xl:flex">
            <StatusPill status={status.status} />
            {hasChanges && <ChangesPill />}
          </span>
          <IconButton
            label={t('lesson.settings')}
            disabled={conflict !== undefined}
            onClick={() => setSheet('settings')}
          >
            <Settings2 size={21} aria-hidden="true" />
          </IconButton>
          {canEdit && !conflict && (status.status !== 'PUBLISHED' || hasChanges) && (
            <Button
              size="small"
              className="min-h-11"
              isPending={status.isPending}
              onClick={() => void status.publish()}
            >
              {status.status === 'PUBLISHED' ? (
                <>
                  <span className="max-sm:sr-only">{t('changes.publish')}</span>
                  <span className="sm:hidden" aria-hidden="true">
                    {t('lesson.publish')}
                  </span>
                </>
              ) : (
                t('lesson.publish')
              )}
            </Button>
          )}
          <div className="flex min-w-0 flex-wrap items-center gap-2.5 basis-full xl:hidden">
            <span className={`flex flex-wrap gap-2 ${hasChanges ? 'max-sm:basis-full' : ''}`}>
              <StatusPill status={status.status} />
              {hasChanges && <ChangesPill />}
            </span>
            <div className="min-w-0 flex-1">
              <SaveNote state={editing.state} fault={editing.fault} />
            </div>
            <ViewSwitch view={view} onView={setView} />
          </div>
          <div className="hidden w-44 xl:block">
            <SaveNote state={editing.state} fault={editing.fault} />
          </div>
        </header>
        <FormError text={status.error} />
        {conflict ? (
          <main className="min-h-0 flex-1 overflow-y-auto">
            <ConflictView conflict={conflict} onDecide={editing.decide} />
          </main>
        ) : (
          <main className="grid min-h-0 flex-1 grid-rows-1 lg:grid-cols-[280px_minmax(0,1fr)] xl:grid-cols-[280px_minmax(0,1fr)_440px]">
            <div className="hidden min-h-0 flex-col border-line border-e bg-surface lg:flex">{list}</div>
            <div
              ref={pane}
              tabIndex={-1}
              className={`min-h-0 overflow-y-auto outline-none ${view === 'preview' ? 'hidden xl:block' : ''}`}
            >
              <div className="mx-auto max-w-2xl px-4 pt-4 pb-24 lg:px-8">
                {slides.removed && (
                  <UndoBar
                    text={t('slide.deleted')}
                    onUndo={inPane(slides.actions.undoRemove)}
                    onForget={inPane(slides.forgetRemoved)}
                  />
                )}
                {slides.insertedCount > 0 && (
                  <UndoBar
                    text={t('paste.inserted', { count: slides.insertedCount })}
                    onUndo={inPane(slides.actions.undoInsert)}
                    onForget={inPane(slides.forgetInserted)}
                  />
                )}
                {drafted && <DroppedItems {...drafted} kind="slides" onClose={() => setDrafted(undefined)} />}
                <ModelMarks marks={model.marks} className="mb-4" />
                {!canEdit && <p className="mb-4 rounded-card bg-sunken p-4">{t('lesson.readOnly')}</p>}
                {slides.selected ? (
                  <>
                    <SlideBar
                      slide={slides.selected}
                      at={slides.at}
                      count={draft.slides.length}
                      canEdit={canEdit}
                      actions={slides.actions}
                      onList={() => setSheet('slides')}
                    />
                    <fieldset disabled={!canEdit} className="min-w-0">
                      <SlideEditor
                        key={slides.selected.key}
                        slide={slides.selected}
                        onChange={slides.actions.edit}
                        showsAll={slides.isVisited(slides.selected.key)}
                        takesFocus={slides.isAdded(slides.selected.key)}
                      />
                    </fieldset>
                  </>
                ) : (
                  <EmptyState
                    title={t('lesson.noSlides')}
                    action={
                      <Button className="lg:hidden" onClick={() => setSheet('slides')}>
                        {t('lesson.add')}
                      </Button>
                    }
                  >
                    {t('lesson.noSlidesText')}
                  </EmptyState>
                )}
              </div>
            </div>
            <div
              className={`min-h-0 overflow-y-auto border-line bg-sunken p-4 xl:block xl:border-s ${view === 'preview' ? '' : 'hidden'}`}
            >
              <PreviewPane
                lessonId={lesson.id}
                draft={shown}
                at={Math.min(slides.at, Math.max(0, shown.slides.length - 1))}
                savedCount={editing.savedCount}
                onSelect={(at) => {
                  const slide = editing.draft.slides[at]
                  if (slide) slides.actions.select(slide.key)
                }}
              />
            </div>
          </main>
        )}
      </div>
      <Sheet isOpen={sheet === 'slides'} onClose={() => setSheet(undefined)} title={t('lesson.slides')}>
        {list}
      </Sheet>
      {pasted && (
        <Suspense fallback={null}>
          <PastedQuestionsDialog
            pasted={pasted}
            room={MAX_SLIDES - draft.slides.length}
            onInsert={slides.actions.insert}
            onClose={closePasted}
          />
        </Suspense>
      )}
      <SettingsSheet
        isOpen={sheet === 'settings'}
        onClose={() => setSheet(undefined)}
        lessonId={lesson.id}
        canEdit={canEdit}
        editing={editing}
        onDuplicate={status.duplicate}
        onHistory={() => setSheet('history')}
        onDiscard={hasChanges && canEdit ? () => setSheet('discard') : undefined}
        onArchive={status.status === 'ARCHIVED' ? undefined : () => setSheet('archive')}
      />
      <ArchiveDialog
        isOpen={sheet === 'archive'}
        onClose={() => setSheet(undefined)}
        onArchive={status.archive}
      />
      <HistorySheet
        isOpen={sheet === 'history'}
        onClose={() => setSheet(undefined)}
        lesson={lesson}
        onRestore={status.restore}
      />
      <DiscardDialog
        isOpen={sheet === 'discard'}
        onClose={() => setSheet(undefined)}
        text={t('changes.discardLesson')}
        onDiscard={status.discard}
      />
    </PictureProvider>
  )
}

/** On a phone the list is left after a slide is chosen. */
function closing(actions: SlideActions, close: () => void): SlideActions {
  const then =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      act(...given)
      close()
    }
  return { ...actions, select: then(actions.select), add: then(actions.add) }
}

function StatusPill({ status }: { status: Api.EditedLesson['status'] }) {
  const { t } = useText()
  return (
    <Pill tone={status === 'PUBLISHED' ? 'good' : 'plain'} size="small">
      {t(`lesson.status.${status}`)}
    </Pill>
  )
}

interface BarGiven {
  slide: DraftSlide
  at: number
  count: number
  canEdit: boolean
  actions: SlideActions
  onList: () => void
}

/** What is done with the selected slide. */
function SlideBar({ slide: { key, type }, at, count, canEdit, actions, onList }: BarGiven) {
  const { t } = useText()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-1">
      <button
        type="button"
        onClick={onList}
        className="flex min-h-11 items-center gap-2 rounded-control border-2 border-line bg-surface px-3 text-[15px] font-bold lg:hidden"
      >
        <PanelLeft size={18} className="rtl:rotate-180" aria-hidden="true" />
        {t('lesson.position', { position: at + 1, count })}
      </button>
      <h2 className="me-auto hidden text-[20px] lg:block">{t(`slide.type.${type}`)}</h2>
      {canEdit && (
        <div className="ms-auto flex">
          <IconButton
            label={t('slide.up')}
            disabled={at === 0}
            onClick={() => actions.move(key, (from) => from - 1)}
          >
            <ChevronUp size={20} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('slide.down')}
            disabled={at === count - 1}
            onClick={() => actions.move(key, (from) => from + 1)}
          >
            <ChevronDown size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('slide.duplicate')} onClick={() => actions.duplicate(key)}>
            <CopyPlus size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('slide.delete')} onClick={() => actions.remove(key)}>
            <Trash2 size={20} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

interface UndoGiven {
  text: string
  onUndo: () => void
  onForget: () => void
}

function UndoBar({ text, onUndo, onForget }: UndoGiven) {
  const { t } = useText()
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-2 rounded-card bg-ink px-4 py-2 font-semibold text-bg"
    >
      <span className="me-auto">{text}</span>
      <button type="button" onClick={onUndo} className="min-h-11 rounded-lg px-3 font-extrabold underline">
        {t('slide.undo')}
      </button>
      <button type="button" onClick={onForget} className="min-h-11 rounded-lg px-3">
        {t('action.close')}
      </button>
    </div>
  )
}
