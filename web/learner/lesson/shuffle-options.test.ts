import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { optionOfService, shuffleOptions } from './shuffle-options.ts'

const options = ['a', 'b', 'c', 'd']
const lesson = {
  id: 'lesson',
  slides: [
    { id: 's1', type: 'TEXT_WITH_IMAGE' },
    {
      id: 's2',
      type: 'QUIZ',
      question: {
        id: 'q1',
        options,
        optionsHtml: options.map((option) => `<b>${option}</b>`),
        correctIndex: 2,
      },
    },
  ],
} as unknown as Api.LessonContent
const questionOf = ({ slides }: Api.LessonContent) => (slides[1] as Api.QuizSlide).question

test('the right option, its HTML and the index for the service stay together in every order', () => {
  const seen = new Set<string>()
  for (let play = 0; play < 500; play++) {
    const shown = shuffleOptions(lesson)
    const { options: texts, optionsHtml, correctIndex } = questionOf(shown)
    seen.add(texts.join(''))
    expect(texts[correctIndex]).toBe('c')
    expect(optionsHtml).toEqual(texts.map((text) => `<b>${text}</b>`))
    for (const [position, text] of texts.entries())
      expect(optionOfService({ lesson, slides: shown.slides, questionId: 'q1', position })).toBe(
        options.indexOf(text),
      )
  }
  expect(seen.size).toBe(24)
  expect(questionOf(lesson).options).toEqual(options)
})

test('other slides stay as they are, and an unknown question keeps its position', () => {
  const shown = shuffleOptions(lesson)
  expect(shown.slides[0]).toBe(lesson.slides[0]!)
  expect(optionOfService({ lesson, slides: shown.slides, questionId: 'other', position: 3 })).toBe(3)
})
