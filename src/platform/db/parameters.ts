/** A fraction for a `double precision` column. All other bound numbers are integers. */
export class Double {
  readonly value: number
  constructor(value: number) {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be stored`)
    this.value = value
  }
}

export function double(value: number): Double {
  return new Double(value)
}

/**
 * The driver silently rounds a fraction for a bigint column, turns undefined into NULL, and an uncalled
 * function into its source text. All are rejected before anything is sent.
 */
export function checkParameters(values: unknown[]): unknown[] {
  let unwrapped: unknown[] | undefined
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    checkPresent(value, index)
    if (typeof value === 'number') checkInteger(value, index)
    else if (value instanceof Double) {
      unwrapped ??= [...values]
      unwrapped[index] = value.value
    } else if (Array.isArray(value)) {
      for (const item of value) {
        checkPresent(item, index)
        if (typeof item === 'number') checkInteger(item, index)
      }
    }
  }
  return unwrapped ?? values
}

function checkPresent(value: unknown, index: number): void {
  if (value === undefined) throw new TypeError(`parameter ${index + 1} is undefined; bind null to store NULL`)
  if (typeof value === 'function')
    throw new TypeError(`parameter ${index + 1} is a function that was not called`)
}

function checkInteger(value: number, index: number): void {
  if (!Number.isSafeInteger(value)) {
    throw new TypeError(
      `parameter ${index + 1} is ${value}: whole numbers only (bigint for amounts, double(x) for a fraction)`,
    )
  }
}
