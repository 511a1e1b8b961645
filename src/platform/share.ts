/**
 * Reads once for all who ask for the same thing at the same time. Whoever comes while a reading is under way waits for
 * the next one, and shares that with all who wait too: nobody is given what was read before they asked.
 */
export function share<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>()
  const next = new Map<string, Promise<Value>>()

  function start(key: string, read: () => Promise<Value>): Promise<Value> {
    next.delete(key)
    const reading = read().finally(() => {
      if (underWay.get(key) === reading) underWay.delete(key)
    })
    underWay.set(key, reading)
    return reading
  }

  return (key, read) => {
    const before = underWay.get(key)
    if (!before) return start(key, read)
    const planned = next.get(key)
    if (planned) return planned
    const begin = () => start(key, read)
    const following = before.then(begin, begin)
    next.set(key, following)
    return following
  }
}
