import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiText } from '../i18n/use-text.ts'

export type TileState = 'idle' | 'chosen' | 'right' | 'wrong' | 'faded'

interface Given {
  /** The keyboard key that selects the tile. */
  number: number
  state: TileState
  /** The learner's own choice, also after the answer is graded. */
  isChosen: boolean
  onPress: () => void
  isLocked: boolean
  children: ReactNode
}

const LOOKS: Record<TileState, string> = {
  idle: 'border-line bg-surface hover:border-ink-3',
  chosen: 'border-primary bg-primary-soft',
  right: 'border-good bg-good-soft animate-pop',
  wrong: 'border-bad bg-bad-soft animate-shake',
  faded: 'border-line bg-surface text-ink-2',
}
const KEY_LOOKS: Record<TileState, string> = {
  idle: 'border-line text-ink-3',
  chosen: 'border-primary bg-primary text-on-primary',
  right: 'border-good bg-good text-on-good',
  wrong: 'border-bad bg-bad text-on-bad',
  faded: 'border-line text-ink-3',
}

/** A large answer button with the keyboard key that selects it. A graded one says in words whose answer it is, and whether it is right. */
export function Tile({ number, state, isChosen, onPress, isLocked, children }: Given) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-pressed={isChosen}
      aria-disabled={isLocked}
      className={`pressable relative flex min-h-16 w-full items-center gap-3.5 rounded-2xl border-2 border-b-[5px] p-4 active:border-b-2 text-start font-semibold leading-snug ${LOOKS[state]}`}
    >
      <kbd
        className={`grid size-8 flex-none place-items-center rounded-[10px] border-2 font-sans text-sm font-bold ${KEY_LOOKS[state]}`}
      >
        <Mark state={state} number={number} />
      </kbd>
      <span className="min-w-0">{children}</span>
      <Grade state={state} isChosen={isChosen} />
    </button>
  )
}

function Mark({ state, number }: { state: TileState; number: number }) {
  if (state === 'right') return <Check size={18} strokeWidth={3.5} aria-hidden="true" />
  if (state === 'wrong') return <X size={18} strokeWidth={3.5} aria-hidden="true" />
  return number
}

/** On the upper edge, so that the options do not move when they are graded. */
function Grade({ state, isChosen }: Pick<Given, 'state' | 'isChosen'>) {
  const { t } = useUiText()
  if (state !== 'right' && state !== 'wrong') return null
  const look =
    state === 'wrong'
      ? 'border-bad bg-bad text-on-bad'
      : isChosen
        ? 'border-good bg-good text-on-good'
        : 'border-good bg-surface text-good'
  return (
    <span
      className={`absolute end-3.5 -top-3 rounded-full border-2 px-2 text-[12.5px] leading-5 font-bold ${look}`}
    >
      {state === 'wrong' ? t('answer.wrong') : isChosen ? t('answer.right') : t('answer.missed')}
    </span>
  )
}
