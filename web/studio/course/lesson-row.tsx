import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { ChangesPill, ScheduledPill, StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { reloadLessons } from './course-query.ts'
import { actionsFor, type LessonAction, runLessonAction } from './lesson-actions.ts'

const ICON_BUTTON =
  'grid size-11 flex-none cursor-pointer place-items-center rounded-xl text-ink-2 outline-none hover:bg-sunken data-[disabled]:opacity-35 data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary'

interface Given {
  lesson: Api.EditedLesson
  number: number
  isLast: boolean
  onMove: (by: 1 | -1) => void
}

/** A lesson of the outline. Its title leads to the editor. */
export function LessonRow({ lesson, number, isLast, onMove }: Given) {
  const { t } = useText()
  return (
    <div className="flex items-center gap-1 p-1.5 max-sm:gap-0">
      <Button slot="drag" className={`max-sm:!hidden ${ICON_BUTTON}`}>
        <GripVertical size={20} aria-hidden="true" />
      </Button>
      <StudioLink
        to={lessonPath(lesson.courseId, lesson.id)}
        data-list-item=""
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-xl px-2 hover:bg-sunken"
      >
        <LessonTitle lesson={lesson} number={number} />
      </StudioLink>
      <Button
        aria-label={t('outline.up', { lesson: lesson.title })}
        data-moves={lesson.id}
        onPress={() => onMove(-1)}
        className={`${ICON_BUTTON} ${number === 1 ? 'opacity-35' : ''}`}
      >
        <ArrowUp size={19} aria-hidden="true" />
      </Button>
      <Button
        aria-label={t('outline.down', { lesson: lesson.title })}
        data-moves={lesson.id}
        onPress={() => onMove(1)}
        className={`${ICON_BUTTON} ${isLast ? 'opacity-35' : ''}`}
      >
        <ArrowDown size={19} aria-hidden="true" />
      </Button>
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
