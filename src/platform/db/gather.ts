/** A read of a few rows for many askers at once: one value for each key, in the keys' order. */
type Load<Key, Value> = (keys: Key[]) => Promise<Value[]>

interface Question<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (fault: unknown) => void
}

/** So that one statement never grows beyond what is quick. */
const MOST_AT_ONCE = 100

/**
 * Asks together what is asked at the same time. The first question goes out at once; those that come while it is
 * under way go out together when it is answered. So every answer is read after its question was put, as it would be
 * without this, and the more is asked, the less each question costs.
 */
export function gather<Key, Value>(load: Load<Key, Value>): (key: Key) => Promise<Value> {
  let waiting: Question<Key, Value>[] = []
  let isUnderWay = false

  async function answerAll(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      const asked = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await answer(load, asked)
    }
    isUnderWay = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) void answerAll()
    })
}

async function answer<Key, Value>(load: Load<Key, Value>, asked: Question<Key, Value>[]): Promise<void> {
  try {
    const values = await load(asked.map(({ key }) => key))
    asked.forEach(({ resolve }, index) => {
      resolve(values[index]!)
    })
  } catch (fault) {
    for (const { reject } of asked) reject(fault)
  }
}
