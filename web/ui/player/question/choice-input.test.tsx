import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextProvider } from '../../i18n/text-provider.tsx'
import messages from '../../messages/en.ts'
import { ChoiceInput } from './choice-input.tsx'
import { startDraft } from './draft.ts'

const options = ['two', 'three', 'four', 'five']
const question = {
  id: 'q',
  type: 'MULTIPLE_CHOICE' as const,
  prompt: 'Which are even?',
  promptHtml: '<p>Which are even?</p>',
  hasHint: false,
  options,
  optionsHtml: options,
}
const solution = {
  type: 'MULTIPLE_CHOICE' as const,
  selectedOptions: [0, 2],
  explanation: '',
  explanationHtml: '',
}

test('graded options tell the own choice from a missed right option in words, and only the own choice is pressed', () => {
  const html = renderToStaticMarkup(
    <TextProvider locale="en" catalogue={messages}>
      <ChoiceInput
        optionsHtml={options}
        draft={{ ...startDraft(question), selected: [0, 1] }}
        solution={solution}
        onChoose={() => undefined}
      />
    </TextProvider>,
  )
  const tiles = html.split('<button ').slice(1)
  expect(tiles.map((tile) => tile.includes('aria-pressed="true"'))).toEqual([true, true, false, false])
  expect(
    tiles.map((tile) =>
      tile
        .replace(/^[^>]*>|<kbd.*<\/kbd>/g, '')
        .replace(/<[^>]*>/g, ' ')
        .trim(),
    ),
  ).toEqual([
    expect.stringMatching(/^two\s+Your answer, right$/),
    expect.stringMatching(/^three\s+Your answer, wrong$/),
    expect.stringMatching(/^four\s+Right answer, not chosen$/),
    'five',
  ])
})
