import { expect, test } from 'bun:test'
import { answerLines } from './answer-lines.ts'
import { type QuestionFields, questionFieldsOf } from './question-fields.ts'

const PARTS: [Partial<QuestionFields>, Partial<QuestionFields>][] = [
  [{ type: 'MATCH', pairs: [{ left: 'A', right: 'B' }] }, { distractors: 'C' }],
  [{ type: 'GAP', text: 'A {{1}}', gaps: ['b'] }, { wordBank: 'b\nc' }],
  [{ type: 'NUMBER', value: '5', tolerance: '10' }, { toleranceType: 'RELATIVE' }],
  [{ type: 'NUMBER', value: '5', unit: 'm' }, { otherUnits: [{ unit: 'km', factor: '1000' }] }],
  [{ type: 'SHORT_TEXT', accepted: 'café' }, { ignoreAccents: false }],
  [{ type: 'GAP', text: 'A {{1}}', gaps: ['b'] }, { ignoreAccents: false }],
  [{ type: 'ORDER', items: ['A', 'B', 'C'] }, { items: ['B', 'A', 'C'] }],
]

test('two versions of a question look different if their answers differ', () => {
  for (const [question, change] of PARTS) {
    const before = { ...questionFieldsOf(undefined), ...question }
    expect(answerLines({ ...before, ...change })).not.toEqual(answerLines(before))
  }
})
