/** What a play adds to the stats of the lesson. */
export interface PlayReport {
  /** The slides that were shown, from 1. */
  seen: number[]
  /** The slides from which the learner went on. */
  read: { slide: number; seconds: number }[]
}

/** Measures the time on each slide while the page is visible. Each slide is reported once as seen and once as read. */
export class PlayTimer {
  readonly #seen = new Set<number>()
  readonly #read = new Set<number>()
  #report: PlayReport = { seen: [], read: [] }
  #slide: number | undefined
  #elapsedMs = 0
  /** Undefined while the page is hidden. */
  #since: number | undefined

  /** The slide that is shown now; undefined for one that does not count. */
  show(slide: number | undefined, now: number): void {
    this.#goOn(now)
    this.#slide = slide
    this.#elapsedMs = 0
    this.#since = now
    if (slide === undefined || this.#seen.has(slide)) return
    this.#seen.add(slide)
    this.#report.seen.push(slide)
  }

  hide(now: number): void {
    this.#elapsedMs = this.#elapsed(now)
    this.#since = undefined
  }

  unhide(now: number): void {
    this.#since ??= now
  }

  /** The time on the slide until now, to a tenth of a second. */
  seconds(now: number): number {
    return Math.min(86_400, Math.round(this.#elapsed(now) / 100) / 10)
  }

  /** The learner has gone on from the last slide. */
  finish(now: number): void {
    this.#goOn(now)
    this.#slide = undefined
  }

  /** What has happened since the last report; undefined for nothing. */
  takeReport(): PlayReport | undefined {
    const report = this.#report
    if (report.seen.length + report.read.length === 0) return undefined
    this.#report = { seen: [], read: [] }
    return report
  }

  #goOn(now: number): void {
    const slide = this.#slide
    if (slide === undefined || this.#read.has(slide)) return
    this.#read.add(slide)
    this.#report.read.push({ slide, seconds: this.seconds(now) })
  }

  #elapsed(now: number): number {
    return this.#elapsedMs + (this.#since === undefined ? 0 : Math.max(0, now - this.#since))
  }
}
