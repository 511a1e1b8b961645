import type { Api } from '../../../packages/client/src/lyceum.ts'

type Question = Api.QuizSlide['question']

/** The lesson with the options of its single-choice questions in a random order. Their order carries no meaning. */
export function shuffleOptions(
  lesson: Api.LessonContent,
  random: () => number = Math.random,
): Api.LessonContent {
  const slides = lesson.slides.map((slide) =>
    slide.type === 'QUIZ' ? { ...slide, question: inOrder(slide.question, random) } : slide,
  )
  return { ...lesson, slides }
}

function inOrder(question: Question, random: () => number): Question {
  const order = question.options.map((_, index) => index)
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return {
    ...question,
    options: order.map((index) => question.options[index]!),
    optionsHtml: order.map((index) => question.optionsHtml[index]!),
    correctIndex: order.indexOf(question.correctIndex),
  }
}

interface ChosenOption {
  /** As the service sent it. */
  lesson: Api.LessonContent
  /** As the learner saw them. */
  slides: Api.Slide[]
  questionId: string
  position: number
}

/** The index by which the service knows an option that was shown at a position. The options of a question differ. */
export function optionOfService({ lesson, slides, questionId, position }: ChosenOption): number {
  const shown = findQuestion(slides, questionId)?.options[position]
  const index = findQuestion(lesson.slides, questionId)?.options.indexOf(shown ?? '') ?? -1
  return index === -1 ? position : index
}

function findQuestion(slides: Api.Slide[], questionId: string): Question | undefined {
  const slide = slides.find((each) => each.type === 'QUIZ' && each.question.id === questionId)
  return slide?.type === 'QUIZ' ? slide.question : undefined
}
