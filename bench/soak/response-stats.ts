/** All responses since the last reset, with the latency of the successful ones. */
export class ResponseStats {
  #times: number[] = []
  #good = 0
  readonly bad = new Map<string, number>()

  record(route: string, status: number, milliseconds: number, code: string | undefined): void {
    if (status === 200) {
      this.#good++
      this.#times.push(milliseconds)
    } else {
      const what = `${route}: ${status || 'no answer'}${code ? ` ${code}` : ''}`
      this.bad.set(what, (this.bad.get(what) ?? 0) + 1)
    }
  }

  /** Returns the stats since the last call; failures stay counted. */
  take(): { good: number; p50Milliseconds: number; p99Milliseconds: number } {
    const sorted = Float64Array.from(this.#times).sort()
    const percentile = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    const stats = { good: this.#good, p50Milliseconds: percentile(0.5), p99Milliseconds: percentile(0.99) }
    this.#times = []
    this.#good = 0
    return stats
  }
}
