import type { ReactNode } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { useQuestionText } from '../../i18n/use-text.ts'
import { Html } from '../../markdown/html.tsx'
import type { Question } from './draft.ts'

interface Given {
  question: Question
  solution: Api.Solution
}

/** The right answer in words, for types whose controls do not show it. */
export function SolutionText({ question, solution }: Given) {
  const { t, number } = useQuestionText()
  const content = contentOf(question, solution, number)
  if (content === undefined) return null
  return (
    <div className="mt-3">
      <p className="text-[15px] font-bold">{t('question.correct')}</p>
      <div className="mt-1 font-semibold">{content}</div>
    </div>
  )
}

function contentOf(question: Question, solution: Api.Solution, number: (value: number) => string): ReactNode {
  switch (solution.type) {
    case 'NUMBER':
      return <bdi>{[number(solution.value), solution.unit].filter(Boolean).join(' ')}</bdi>
    case 'SHORT_TEXT':
      return <bdi>{solution.text}</bdi>
    case 'GAP':
      return <bdi>{solution.gaps.join(' · ')}</bdi>
    case 'ORDER':
      if (question.type !== 'ORDER') return undefined
      return (
        <ol className="list-decimal ps-6">
          {solution.order.map((item) => (
            <li key={item}>
              <Html html={question.itemsHtml[item]!} className="slide-inline" />
            </li>
          ))}
        </ol>
      )
    case 'MATCH':
      if (question.type !== 'MATCH') return undefined
      return (
        <ul className="grid gap-1">
          {solution.matches.map((right, left) => (
            <li key={right}>
              <Html html={question.leftHtml[left]!} className="slide-inline" />
              {' – '}
              <Html html={question.rightHtml[right]!} className="slide-inline" />
            </li>
          ))}
        </ul>
      )
    default:
      return undefined
  }
}
