import { AsyncLocalStorage } from 'node:async_hooks'
import { paced } from './pace.ts'

/** Does for many at once what each has asked for: one outcome for each item, in the items' order. */
type Work<Item, Outcome> = (items: Item[]) => Promise<Outcome[]>

interface GatherOptions {
  /** So that one piece of work never grows beyond what is quick. */
  most?: number
  /** How many groups may be under way at once; beyond the first only when so many wait that it is worth it. */
  lanes?: number
  worthALane?: number
  /** Groups begin at least so far apart: what comes alone waits for nobody, and where much comes, more goes together. */
  paceMs?: number
  /** What fails together is tried one by one, so that one's fault is not another's. Such work is all or nothing. */
  triesAlone?: boolean
}

interface Asked<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (fault: unknown) => void
  /** As what the asker is known to the log and to traces. */
  asAsker: <Result>(work: () => Result) => Result
}

/**
 * Does together what is asked for at the same time. The first goes at once; those that come while it is under way go
 * together when it is done. So everybody's work begins after they asked, as it would without this, nobody who is alone
 * waits, and the more is asked, the less each costs.
 */
export function gather<Item, Outcome>(
  work: Work<Item, Outcome>,
  { most = 100, lanes = 1, worthALane = 1, paceMs = 0, triesAlone = false }: GatherOptions = {},
): (item: Item) => Promise<Outcome> {
  const waiting: Asked<Item, Outcome>[] = []
  const turn = paceMs > 0 ? paced(paceMs) : undefined
  let underWay = 0

  async function workOff(): Promise<void> {
    underWay++
    // What else this very moment brings goes along.
    await Promise.resolve()
    while (waiting.length > 0) {
      // A group that is full waits for nobody either.
      if (turn && waiting.length < most) await turn()
      const group = waiting.splice(0, most)
      if (group.length > 0) await workOn(work, group, triesAlone)
    }
    underWay--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, asAsker: AsyncLocalStorage.snapshot() })
      if (underWay === 0 || (underWay < lanes && waiting.length >= worthALane)) void workOff()
    })
}

async function workOn<Item, Outcome>(
  work: Work<Item, Outcome>,
  group: Asked<Item, Outcome>[],
  triesAlone: boolean,
): Promise<void> {
  try {
    // As one of those who wait for it: whoever happened to be first has long been answered.
    const outcomes = await group[0]!.asAsker(() => work(group.map(({ item }) => item)))
    group.forEach(({ resolve }, place) => {
      resolve(outcomes[place]!)
    })
  } catch (fault) {
    if (triesAlone && group.length > 1) await Promise.all(group.map((alone) => workOn(work, [alone], false)))
    else for (const { reject } of group) reject(fault)
  }
}
