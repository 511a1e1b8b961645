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
  isFinished: boolean
}

export type PlayAction = { type: 'choose'; option: number } | { type: 'next' } | { type: 'back' }

export function startPlay(slides: Slide[]): PlayState {
  const shown = slides.filter(({ type }) => type !== 'QUESTION')
  const steps = shown.map((slide) => ({ key: slide.id, slide, isRepeat: false }))
  return { steps, at: 0, chosen: {}, isFinished: shown.length === 0 }
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
      const repeat: Step = { key: `${step.key}:again`, slide: step.slide, isRepeat: true }
      const steps = isRight || step.isRepeat ? state.steps : [...state.steps, repeat]
      return { ...state, chosen, steps }
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

/** A question must be answered before the next slide. */
export function mayGoOn({ steps, at, chosen }: PlayState): boolean {
  const step = steps[at]
  return step !== undefined && (step.slide.type !== 'QUIZ' || step.key in chosen)
}

/** Counts the correct first answers; undefined if the lesson has no question. */
export function scoreOf({ steps, chosen }: PlayState): { right: number; total: number } | undefined {
  const questions = steps.filter(({ slide, isRepeat }) => slide.type === 'QUIZ' && !isRepeat)
  if (questions.length === 0) return undefined
  const right = questions.filter(
    ({ key, slide }) => slide.type === 'QUIZ' && chosen[key] === slide.question.correctIndex,
  )
  return { right: right.length, total: questions.length }
}
