/** Returns the value with its dates as text: `toMatchObject` treats any two dates as equal. */
export function datesAsText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(datesAsText)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, datesAsText(each)]))
}
