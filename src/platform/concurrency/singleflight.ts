/**
 * Shares reads between concurrent calls with the same key. Calls that arrive during a read share the next read, so
 * no caller gets data from a read that started before its call.
 */
export function createSingleflight<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const inProgress = new Map<string, Promise<Value>>()
  const next = new Map<string, Promise<Value>>()

  function start(key: string, read: () => Promise<Value>): Promise<Value> {
    next.delete(key)
    const reading = read().finally(() => {
      if (inProgress.get(key) === reading) inProgress.delete(key)
    })
    inProgress.set(key, reading)
    return reading
  }

  return (key, read) => {
    const before = inProgress.get(key)
    if (!before) return start(key, read)
    const planned = next.get(key)
    if (planned) return planned
    const startNext = () => start(key, read)
    const following = before.then(startNext, startNext)
    next.set(key, following)
    return following
  }
}
