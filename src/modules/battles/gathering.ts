interface Asked<Item, Outcome> {
  item: Item
  resolve(outcome: Outcome): void
  reject(fault: unknown): void
}

/**
 * Does for many at once what would cost each of them a transaction: all that is asked for while the last group is
 * under way is the next group. Alone it waits for nobody. What fails together is tried one by one, so that one's fault
 * is not another's.
 */
export class Gathering<Item, Outcome> {
  readonly #work: (items: Item[]) => Promise<Outcome[]>
  readonly #most: number
  #waiting: Asked<Item, Outcome>[] = []
  #isWorking = false

  /** `work` gives the outcomes in the order of the items, or has done nothing when it throws. */
  constructor(work: (items: Item[]) => Promise<Outcome[]>, most: number) {
    this.#work = work
    this.#most = most
  }

  ask(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isWorking) void this.#workOff()
    })
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true
    // What else this turn of the loop brings goes along.
    await Promise.resolve()
    while (this.#waiting.length > 0) await this.#workOn(this.#waiting.splice(0, this.#most))
    this.#isWorking = false
  }

  async #workOn(group: Asked<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#work(group.map(({ item }) => item))
      for (const [place, { resolve }] of group.entries()) resolve(outcomes[place]!)
    } catch (fault) {
      if (group.length === 1) group[0]!.reject(fault)
      else await Promise.all(group.map((alone) => this.#workOn([alone])))
    }
  }
}
