/** The lists count up to here, so that a long one costs no more than a short one. */
const COUNTED = 10_000

/** The number of rows of a list, as far as they are counted. */
export function totalText(total: number, number: (value: number) => string): string {
  return total === COUNTED ? `${number(total)}+` : number(total)
}
