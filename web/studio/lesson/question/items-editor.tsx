import { ChevronDown, ChevronUp } from 'lucide-react'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useText } from '../../use-text.ts'
import { useFault } from '../fault-scope.tsx'
import { IconButton } from '../icon-button.tsx'
import { AddRow, ListGroup, RemoveRow, useFocusAdded } from './list-parts.tsx'
import type { QuestionGiven } from './question-editor.tsx'

const MAX_ITEMS = 10

/** The items of a question about an order, in the right one. */
export function ItemsEditor({ question: { items }, change }: QuestionGiven) {
  const { t } = useText()
  const faultOf = useFault()
  const { list, onAdded } = useFocusAdded(items.length)
  const add = () => {
    if (items.length >= MAX_ITEMS) return
    onAdded()
    change({ items: [...items, ''] })
  }
  const move = (index: number, to: number) =>
    change({ items: items.toSpliced(index, 1).toSpliced(to, 0, items[index]!) })
  return (
    <ListGroup label={t('quiz.items')} hint={t('quiz.itemsHint')} field="items">
      <div ref={list} className="grid grid-cols-1 gap-2.5">
        {items.map((item, index) => {
          const number = index + 1
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their position.
            <div key={index} data-row className="flex items-start gap-1">
              <TextField
                label={t('quiz.item', { number })}
                isLabelHidden
                className="min-w-0 flex-1"
                name={`items.${index}`}
                placeholder={t('quiz.item', { number })}
                dir="auto"
                value={item}
                error={faultOf(`items.${index}`)}
                onChange={(event) =>
                  change({ items: items.map((each, at) => (at === index ? event.target.value : each)) })
                }
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || number < items.length) return
                  event.preventDefault()
                  add()
                }}
              />
              <IconButton
                label={t('quiz.itemUp', { number })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ChevronUp size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('quiz.itemDown', { number })}
                disabled={number === items.length}
                onClick={() => move(index, number)}
              >
                <ChevronDown size={18} aria-hidden="true" />
              </IconButton>
              <RemoveRow
                label={t('quiz.removeItem', { number })}
                isDisabled={items.length <= 3}
                onRemove={() => change({ items: items.toSpliced(index, 1) })}
              />
            </div>
          )
        })}
      </div>
      {items.length < MAX_ITEMS && <AddRow label={t('quiz.addItem')} onAdd={add} />}
    </ListGroup>
  )
}
