import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextProvider } from '../../i18n/text-provider.tsx'
import messages from '../../messages/screens/en.ts'
import { startDraft } from './draft.ts'
import { OrderInput } from './order-input.tsx'

const question = {
  id: 'q',
  type: 'ORDER' as const,
  prompt: 'Sort.',
  promptHtml: '<p>Sort.</p>',
  hasHint: false,
  items: ['a **bold** word', '$x^2$'],
  itemsHtml: ['a <strong>bold</strong> word', '<math><msup><mi>x</mi><mn>2</mn></msup></math>'],
}
const show = (solution?: { type: 'ORDER'; order: number[]; explanation: string; explanationHtml: string }) =>
  renderToStaticMarkup(
    <TextProvider locale="en" catalogue={messages}>
      <OrderInput
        question={question}
        draft={startDraft(question)}
        solution={solution}
        onDraft={() => undefined}
      />
    </TextProvider>,
  )

test('the controls of an item are named by its plain text', () => {
  const names = Array.from(show().matchAll(/aria-label="([^"]*)"/g), ([, name]) => name)
  expect(names).toEqual([
    'a bold word, position 1. Move it with the arrow keys.',
    'Move up: a bold word',
    'Move down: a bold word',
    'x^2, position 2. Move it with the arrow keys.',
    'Move up: x^2',
    'Move down: x^2',
  ])
})

test('a graded item says in words whether its position is right', () => {
  const graded = show({ type: 'ORDER', order: [0, 1], explanation: '', explanationHtml: '' })
  expect(graded.split('This part is right')).toHaveLength(3)
  const other = show({ type: 'ORDER', order: [1, 0], explanation: '', explanationHtml: '' })
  expect(other.split('This part is wrong')).toHaveLength(3)
})
