import { ArrowRight } from 'lucide-react'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useText } from '../../use-text.ts'
import { useFault } from '../fault-scope.tsx'
import { AddRow, LinesField, ListGroup, RemoveRow, useFocusAdded } from './list-parts.tsx'
import type { QuestionGiven } from './question-editor.tsx'

const MAX_PAIRS = 10
const SIDES = ['left', 'right'] as const

/** Pairs that belong together, and right sides that belong to none. */
export function MatchEditor({ question: { pairs, distractors }, change }: QuestionGiven) {
  const { t } = useText()
  const faultOf = useFault()
  const { list, onAdded } = useFocusAdded(pairs.length)
  const set = (index: number, side: (typeof SIDES)[number], text: string) =>
    change({ pairs: pairs.map((pair, at) => (at === index ? { ...pair, [side]: text } : pair)) })
  return (
    <>
      <ListGroup label={t('quiz.pairs')} hint={t('quiz.pairsHint')} field="pairs">
        <div ref={list} className="grid grid-cols-1 gap-2.5">
          {pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs are known by their position.
            <div key={index} data-row className="flex items-start gap-1.5">
              {SIDES.map((side) => (
                <div key={side} className="flex min-w-0 flex-1 items-start gap-1.5">
                  {side === 'right' && (
                    <ArrowRight
                      size={18}
                      aria-hidden="true"
                      className="mt-4 flex-none text-ink-3 rtl:rotate-180"
                    />
                  )}
                  <TextField
                    label={t(`quiz.${side}`, { number: index + 1 })}
                    isLabelHidden
                    className="min-w-0 flex-1"
                    name={`pairs.${index}.${side}`}
                    placeholder={t(`quiz.${side}`, { number: index + 1 })}
                    dir="auto"
                    value={pair[side]}
                    error={faultOf(`pairs.${index}.${side}`)}
                    onChange={(event) => set(index, side, event.target.value)}
                  />
                </div>
              ))}
              <RemoveRow
                label={t('quiz.removePair', { number: index + 1 })}
                isDisabled={pairs.length <= 2}
                onRemove={() => change({ pairs: pairs.toSpliced(index, 1) })}
              />
            </div>
          ))}
        </div>
        {pairs.length < MAX_PAIRS && (
          <AddRow
            label={t('quiz.addPair')}
            onAdd={() => {
              onAdded()
              change({ pairs: [...pairs, { left: '', right: '' }] })
            }}
          />
        )}
      </ListGroup>
      <LinesField
        label={t('quiz.distractors')}
        name="distractors"
        hint={t('quiz.distractorsHint')}
        value={distractors}
        onChange={(text) => change({ distractors: text })}
      />
    </>
  )
}
