/** The listeners of the program, by frame type. */
export class LiveListeners<Frame extends { type: string; data: unknown }> {
  readonly #byType = new Map<string, Set<(data: never, frame: Frame) => void>>()

  /** Returns a function that removes the listener. */
  add(type: string, listener: (data: never, frame: Frame) => void): () => void {
    const listeners = this.#byType.get(type) ?? new Set()
    this.#byType.set(type, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  has(type: string): boolean {
    return (this.#byType.get(type)?.size ?? 0) > 0
  }

  call(frame: Frame): void {
    for (const listener of [...(this.#byType.get(frame.type) ?? [])]) {
      try {
        listener(frame.data as never, frame)
      } catch (error) {
        // The error is reported to the program, and the other listeners still receive the frame.
        setTimeout(() => {
          throw error
        })
      }
    }
  }
}
