/** A shorter word with one letter more or less is often another word: "plan" and "plant". */
const MIN_LENGTH = 7
/** A word with one other letter is another word even more often: "testing" and "tasting". */
const MIN_LENGTH_REPLACED = 8

/** Whether the words differ by one typing error: a letter too much or missing, another letter, or two letters swapped. */
export function isMisspelling(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (one === other || long.length < MIN_LENGTH || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1)
  if (short.slice(start + 1) === long.slice(start + 1)) return long.length >= MIN_LENGTH_REPLACED
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  )
}
