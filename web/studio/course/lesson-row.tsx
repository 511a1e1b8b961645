import { EllipsisVertical } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { ChangesPill, ScheduledPill, StatusPill } from '../courses/status-pill.tsx'
import { ICON_BUTTON, type RowParts } from '../frame/sortable-list.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { reloadLessons } from './course-query.ts'
import { actionsFor, type LessonAction, runLessonAction } from './lesson-actions.ts'

interface Given {
  lesson: Api.EditedLesson
  parts: RowParts
}

/** A lesson of the outline. Its title leads to the editor. */
export function LessonRow({ lesson, parts: { number, handle, moves } }: Given) {
  return (
    <div className="flex items-center gap-1 p-1.5 max-sm:gap-0">
      {handle}
      <StudioLink
        to={lessonPath(lesson.courseId, lesson.id)}
        data-list-item=""
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-xl px-2 hover:bg-sunken"
      >
        <LessonTitle lesson={lesson} number={number} />
      </StudioLink>
      {moves}
      <LessonMenu lesson={lesson} />
    </div>
  )
}

function LessonMenu({ lesson }: { lesson: Api.EditedLesson }) {
  const { t } = useText()
  const run = async (action: LessonAction) => {
    try {
      await runLessonAction(action, lesson)
      showToast(t(`lessonDone.${action}`))
    } catch (fault) {
      const { kind, message } = describeFault(fault)
      showToast((kind === 'offline' ? t('error.offlineText') : message) ?? t('error.text'), 'bad')
    }
    await reloadLessons(lesson.courseId)
  }
  return (
    <MenuTrigger>
      <Button aria-label={t('outline.more', { lesson: lesson.title })} className={ICON_BUTTON}>
        <EllipsisVertical size={20} aria-hidden="true" />
      </Button>
      <Popover
        placement="bottom end"
        className="min-w-52 rounded-2xl border border-line bg-surface p-1.5 shadow-float"
      >
        <Menu
          aria-label={t('outline.more', { lesson: lesson.title })}
          onAction={(key) => void run(key as LessonAction)}
          className="outline-none"
        >
          {actionsFor(lesson).map((action) => (
            <MenuItem
              key={action}
              id={action}
              className="flex min-h-11 cursor-pointer items-center rounded-xl px-3 font-semibold outline-none data-[focused]:bg-sunken"
            >
              {t(`lessonAction.${action}`)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** A lesson of a course that the author may not change. */
export function ReadOnlyRow({ lesson, number }: { lesson: Api.EditedLesson; number: number }) {
  return (
    <li className="flex min-h-16 items-center gap-3 rounded-2xl border border-line px-4 py-2">
      <LessonTitle lesson={lesson} number={number} />
    </li>
  )
}

function LessonTitle({ lesson, number }: { lesson: Api.EditedLesson; number: number }) {
  const { t } = useText()
  return (
    <>
      <span className="w-6 flex-none text-center font-extrabold text-ink-3 max-[359px]:hidden">{number}</span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 font-bold leading-snug">
          {lesson.title}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
          {lesson.status !== 'PUBLISHED' && <StatusPill status={lesson.status} />}
          {lesson.hasUnpublishedChanges && <ChangesPill />}
          {lesson.schedule && <ScheduledPill />}
          {t('outline.slides', { count: lesson.slides.length })}
        </span>
      </span>
    </>
  )
}
