/** The frame of a part of an answer: not graded yet, right or wrong. */
export function partLook(isRight: boolean | undefined): string {
  if (isRight === undefined) return 'border-line bg-surface'
  return isRight ? 'border-good bg-good-soft' : 'border-bad bg-bad-soft'
}
