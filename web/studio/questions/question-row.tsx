import { Lock, Tag } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { ChangesPill, StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { questionPath } from '../paths.ts'
import { useText } from '../use-text.ts'

interface Given {
  question: Api.EditedQuestion
  topic: string | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** A question of the list: chosen by its box, opened by its words. */
export function QuestionRow({ question, topic, isChosen, onChoose }: Given) {
  const { t, percent } = useText()
  const { prompt, type, difficulty, tags, stats } = question
  return (
    <li
      className={`flex items-stretch rounded-card border bg-surface shadow-card ${isChosen ? 'border-primary' : 'border-line'}`}
    >
      <label
        className={`grid w-12 flex-none place-items-center ${question.canEdit ? 'cursor-pointer' : 'opacity-40'}`}
      >
        <input
          type="checkbox"
          aria-label={t('bank.choose', { question: prompt })}
          checked={isChosen}
          disabled={!question.canEdit}
          onChange={({ target }) => onChoose(target.checked)}
          className="size-5 accent-[var(--primary)]"
        />
      </label>
      <StudioLink
        to={questionPath(question.id)}
        data-list-item=""
        className="min-w-0 flex-1 rounded-card py-3 ps-1 pe-4 hover:bg-sunken"
      >
        <span dir="auto" className="line-clamp-2 font-bold leading-snug">
          <InlineMarkdown text={prompt} />
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
          <StatusPill status={question.status} />
          {question.hasUnpublishedChanges && <ChangesPill />}
          <span>{t(`quiz.type.${type}`)}</span>
          {topic && <span dir="auto">{topic}</span>}
          <span>{t(`quiz.difficulty.${difficulty}`)}</span>
          {stats && (
            <span>
              {t('bank.stats', { count: stats.answerCount, share: percent(100 * stats.successRate) })}
            </span>
          )}
          {!question.canEdit && (
            <span className="inline-flex items-center gap-1">
              <Lock size={14} aria-hidden="true" />
              {t('courses.shipped')}
            </span>
          )}
          {tags.length > 0 && (
            <span className="inline-flex min-w-0 items-center gap-1">
              <Tag size={14} className="flex-none" aria-hidden="true" />
              <span dir="auto">{tags.join(', ')}</span>
            </span>
          )}
        </span>
      </StudioLink>
    </li>
  )
}
