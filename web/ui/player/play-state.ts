import type { Api } from '../../../packages/client/src/lyceum.ts'

export type Slide = Api.Slide

/** One step of the lesson: the same question may be repeated in a later step. */
export interface Step {
  key: string
  slide: Slide
  isRepeat: boolean
}

export interface PlayState {
  steps: Step[]
  at: number
  /** The chosen option by step. */
  chosen: Record<string, number>
  /** The grade of a QUESTION slide by step. */
  graded: Record<string, Api.AnsweredQuestion>
  isFinished: boolean
}

export type PlayAction =
  | { type: 'choose'; option: number }
  /** The step is named, because the grade arrives later. */
  | { type: 'grade'; key: string; result: Api.AnsweredQuestion }
  | { type: 'next' }
  | { type: 'back' }

/** A QUESTION slide has no solution, so it is left out if nobody grades it. */
export function startPlay(slides: Slide[], canGrade = false): PlayState {
  const shown = slides.filter(({ type }) => canGrade || type !== 'QUESTION')
  const steps = shown.map((slide) => ({ key: slide.id, slide, isRepeat: false }))
  return { steps, at: 0, chosen: {}, graded: {}, isFinished: shown.length === 0 }
}

/** Moves through a lesson. A wrongly answered question is repeated once at the end. */
export function play(state: PlayState, action: PlayAction): PlayState {
  const step = state.steps[state.at]
  if (!step || state.isFinished) return state
  switch (action.type) {
    case 'choose': {
      if (step.slide.type !== 'QUIZ' || step.key in state.chosen) return state
      if (!(action.option in step.slide.question.options)) return state
      const chosen = { ...state.chosen, [step.key]: action.option }
      const isRight = action.option === step.slide.question.correctIndex
      return { ...state, chosen, steps: stepsAfter(state, step, isRight) }
    }
    case 'grade': {
      const answered = state.steps.find(({ key }) => key === action.key)
      if (answered?.slide.type !== 'QUESTION' || action.key in state.graded) return state
      const graded = { ...state.graded, [action.key]: action.result }
      return { ...state, graded, steps: stepsAfter(state, answered, action.result.isCorrect) }
    }
    case 'next':
      if (!mayGoOn(state)) return state
      return state.at === state.steps.length - 1
        ? { ...state, isFinished: true }
        : { ...state, at: state.at + 1 }
    case 'back':
      return { ...state, at: Math.max(0, state.at - 1) }
  }
}

function stepsAfter({ steps }: PlayState, step: Step, isRight: boolean): Step[] {
  if (isRight || step.isRepeat) return steps
  return [...steps, { key: `${step.key}:again`, slide: step.slide, isRepeat: true }]
}

export function isQuestion({ slide }: Step): boolean {
  return slide.type === 'QUIZ' || slide.type === 'QUESTION'
}

/** A question must be answered before the next slide. */
export function mayGoOn({ steps, at, chosen, graded }: PlayState): boolean {
  const step = steps[at]
  return step !== undefined && (!isQuestion(step) || step.key in chosen || step.key in graded)
}

/** Counts the correct first answers; undefined if the lesson has no question. */
export function scoreOf({ steps, chosen, graded }: PlayState): { right: number; total: number } | undefined {
  const questions = steps.filter((step) => isQuestion(step) && !step.isRepeat)
  if (questions.length === 0) return undefined
  const right = questions.filter(({ key, slide }) =>
    slide.type === 'QUIZ' ? chosen[key] === slide.question.correctIndex : graded[key]?.isCorrect,
  )
  return { right: right.length, total: questions.length }
}
