import type { BattleFrameData } from '../../modules/battle-game/public/protocol.ts'
import { nowMs } from '../../platform/clock.ts'

const CLOCK_EVERY_MS = 100
const BAR_WIDTH = 30
/** The width of the indent and the seconds around the bar. */
const CLOCK_WIDTH = 12

/** The output for the player: with colours and a running clock on a terminal, plain lines elsewhere. */
export class Screen {
  readonly #isTerminal: boolean
  #clock: Timer | undefined
  #hasClockLine = false
  #columns = 80

  constructor(isTerminal: boolean) {
    this.#isTerminal = isTerminal
    if (!isTerminal) return
    this.#columns = process.stdout.columns
    // The runtime updates `columns` only while there is a listener.
    process.stdout.on('resize', () => {
      this.#columns = process.stdout.columns
    })
  }

  line(text = ''): void {
    this.#clearClockLine()
    console.log(text)
  }

  title(text: string): void {
    this.line(`\n${this.#paint(1, text)}`)
  }

  quiet(text: string): void {
    this.line(this.#paint(2, text))
  }

  question({ index, prompt, options, endsAt }: BattleFrameData<'battle.question'>): void {
    this.title(`${index + 1}. ${prompt}`)
    for (const [position, option] of options.entries())
      this.line(`   ${this.#paint(36, `${position + 1}`)}  ${option}`)
    this.#runClock(Date.parse(endsAt))
  }

  round(data: BattleFrameData<'battle.roundResult'>, options: readonly string[], rival: string): void {
    this.stopClock()
    const { yourAnswer, correctIndex, yourPoints, opponentPoints, scores } = data
    const outcome =
      yourAnswer === correctIndex
        ? this.#paint(32, `Right, ${yourPoints} points.`)
        : this.#paint(31, yourAnswer === null ? 'Time is up.' : 'Wrong.')
    this.line(`   ${outcome} The answer is: ${options[correctIndex] ?? correctIndex + 1}`)
    this.quiet(`   ${data.explanation}`)
    this.line(
      `   you ${this.#paint(1, String(scores.you))}   ${rival} ${this.#paint(1, String(scores.opponent))}  (+${opponentPoints})`,
    )
  }

  end({ result, reason, scores, gemsDelta, xpEarned, ratingDelta }: BattleFrameData<'battle.end'>): void {
    this.stopClock()
    const titles = { WIN: this.#paint(32, 'You win!'), LOSS: this.#paint(31, 'You lose.'), DRAW: 'A draw.' }
    this.title(titles[result])
    const signed = (amount: number, unit: string) =>
      amount === 0 ? [] : [`${amount > 0 ? '+' : ''}${amount} ${unit}`]
    const changes = [
      ...signed(gemsDelta, 'gems'),
      ...signed(xpEarned, 'XP'),
      ...signed(ratingDelta, 'rating'),
    ]
    this.line(`${scores.you} : ${scores.opponent}   ${reason.toLowerCase()}   ${changes.join(', ')}`)
  }

  stopClock(): void {
    clearInterval(this.#clock)
    this.#clearClockLine()
  }

  #runClock(endsAt: number): void {
    this.stopClock()
    if (!this.#isTerminal) return
    const startedAt = nowMs()
    this.#clock = setInterval(() => {
      const left = Math.max(0, endsAt - nowMs())
      // A wrapped line cannot be overwritten.
      const width = Math.max(1, Math.min(BAR_WIDTH, this.#columns - CLOCK_WIDTH))
      const filled = Math.min(width, Math.round((width * left) / Math.max(1, endsAt - startedAt)))
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      process.stdout.write(
        `\r\x1b[K   ${this.#paint(left < 3_000 ? 31 : 33, bar)} ${(left / 1000).toFixed(1)} s`,
      )
      this.#hasClockLine = true
    }, CLOCK_EVERY_MS)
  }

  #clearClockLine(): void {
    if (!this.#hasClockLine) return
    process.stdout.write('\r\x1b[K')
    this.#hasClockLine = false
  }

  #paint(code: number, text: string): string {
    return this.#isTerminal ? `\x1b[${code}m${text}\x1b[0m` : text
  }
}
