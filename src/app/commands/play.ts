import { createLyceum, type Live, type LiveState, LyceumError } from '../../../packages/client/src/lyceum.ts'
import type { BattleFrameData } from '../../modules/battle-game/public/protocol.ts'
import { DEMO_USERS } from '../demo/demo-users.ts'
import { PlayError } from '../play/play-error.ts'
import { Screen } from '../play/screen.ts'

export interface PlayOptions {
  url: string
  as: string
  email?: string
  password?: string
  match?: boolean
  difficulty: string
  stake: string
  auto?: boolean
}

/** The delay of `--auto` before an answer, so that a viewer can follow. */
const AUTO_MS = 400
/** A connection that does not come back within this time is lost. */
const RECONNECT_MS = 20_000

/** Plays one battle in the terminal, against a bot or a matched player. */
export async function runPlay(options: PlayOptions): Promise<void> {
  if (!options.auto && !process.stdin.isTTY)
    throw new PlayError('The standard input is not a terminal. Use --auto, or run the command in a terminal.')
  const url = options.url.replace(/\/+$/, '')
  const lyceum = createLyceum({ url, retries: 0 })
  const screen = new Screen(process.stdout.isTTY === true)
  try {
    const { user } = (await lyceum.call('POST /auth/login', { body: credentialsOf(options) })).data
    screen.title(`You are ${user.username}, with ${user.totalGems} gems.`)
    const difficulty = options.difficulty.toUpperCase() as 'EASY' | 'MEDIUM' | 'HARD'
    if (!options.match) await lyceum.call('POST /quiz-battles/bot/start', { body: { difficulty } })
  } catch (error) {
    if (!(error instanceof LyceumError)) throw error
    throw new PlayError(explainFailedCall(error, url))
  }
  // The server sends the state of an open battle after the connection.
  const player = new TerminalPlayer(lyceum.live(), screen, options.auto === true)
  try {
    await player.play(options)
  } finally {
    player.close()
  }
}

export function explainFailedCall({ code, message }: LyceumError, url: string): string {
  return code === 'UNREACHABLE' ? `No service responds at ${url}. Start one with: bun start` : message
}

function credentialsOf({ as, email, password }: PlayOptions) {
  if (email) return { email, password: password ?? '' }
  const demo = DEMO_USERS.find(({ username }) => username === as)
  if (!demo)
    throw new PlayError('--as must be learner or rival. For another account use --email and --password.')
  return { email: demo.email, password: demo.password }
}

/** Whether to give up. A connection that is being opened is not lost: it may be the one that works. */
export function isLost(state: LiveState, lostForMs: number): boolean {
  return state === 'closed' || (state === 'waiting' && lostForMs > RECONNECT_MS)
}

class TerminalPlayer {
  readonly #screen: Screen
  readonly #isAuto: boolean
  readonly #live: Live
  readonly #over = Promise.withResolvers<void>()
  #roomId: string | undefined
  #lostAt: number | undefined
  #rival = 'opponent'
  /** The question that waits for an answer. */
  #question: BattleFrameData<'battle.question'> | undefined
  #options: readonly string[] = []
  #hasBegun = false
  #hasGivenUp = false

  constructor(live: Live, screen: Screen, isAuto: boolean) {
    this.#live = live
    this.#screen = screen
    this.#isAuto = isAuto
    this.#listen()
  }

  async play({ match, stake }: PlayOptions): Promise<void> {
    if (!this.#isAuto) this.#listenToKeys()
    if (match) void this.#live.send('queue.join', { stakeAmount: Number(stake) })
    await this.#over.promise
  }

  close(): void {
    this.#screen.stopClock()
    this.#live.close()
    if (!this.#isAuto && process.stdin.isTTY) process.stdin.setRawMode(false)
    process.stdin.pause()
  }

  #listen(): void {
    const [live, screen] = [this.#live, this.#screen]
    live.on('queue.status', ({ matchmakingTimeoutSeconds }) =>
      screen.quiet(`Looking for an opponent, for at most ${matchmakingTimeoutSeconds} s …`),
    )
    live.on('queue.matched', (matched) => this.#onMatched(matched))
    live.on('battle.start', () => screen.quiet('Both players are ready. The battle starts …'))
    live.on('battle.question', (question) => this.#onQuestion(question))
    live.on('battle.answered', ({ by }) => {
      if (by === 'opponent') screen.quiet(`   ${this.#rival} has answered.`)
    })
    live.on('battle.roundResult', (result) => this.#onRoundResult(result))
    live.on('battle.opponentLeft', ({ graceSeconds }) =>
      screen.line(`   ${this.#rival} is disconnected. You win unless they return within ${graceSeconds} s.`),
    )
    live.on('battle.opponentBack', () => screen.line(`   ${this.#rival} is back.`))
    live.on('queue.timeout', () => {
      screen.line('No opponent was found. Your stake was refunded.')
      this.#over.resolve()
    })
    live.on('battle.end', (result) => {
      screen.end(result)
      this.#over.resolve()
    })
    live.on('error', ({ message }) => {
      screen.line(`   ${message}`)
      if (!this.#hasBegun) this.#over.reject(new PlayError(message))
    })
    live.onState((state, reason) => {
      if (state === 'open') this.#lostAt = undefined
      if (state === 'waiting') this.#lostAt ??= performance.now()
      const lostForMs = this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt
      if (isLost(state, lostForMs)) this.#over.reject(new PlayError(`The connection is lost. ${reason}`))
    })
  }

  #onMatched({ roomId, opponent, stakeAmount }: BattleFrameData<'queue.matched'>): void {
    this.#rival = opponent.username
    this.#roomId = roomId
    const kind = opponent.isBot ? 'a bot' : 'a person'
    const pot = stakeAmount > 0 ? `, for ${2 * stakeAmount} gems` : ''
    this.#screen.title(`Your opponent: ${opponent.username} (${kind}, rating ${opponent.rating})${pot}`)
    if (!this.#isAuto) this.#screen.quiet('Answer with the keys 1 to 4, or a to d. Ctrl-C gives up.')
    this.#sendReady(roomId)
  }

  /** Sends it again on the next connection if this one is lost before the service answers. */
  #sendReady(roomId: string): void {
    this.#live.send('battle.ready', {}, roomId).catch((error: LyceumError) => {
      if (error.code !== 'UNREACHABLE') return
      const stop = this.#live.onState((state) => {
        if (state !== 'open') return
        stop()
        this.#sendReady(roomId)
      })
    })
  }

  #onQuestion(question: BattleFrameData<'battle.question'>): void {
    this.#question = question
    this.#options = question.options
    this.#hasBegun = true
    this.#screen.question(question)
    if (!this.#isAuto) return
    const option = Math.floor(Math.random() * question.options.length)
    setTimeout(() => this.#answer(option), AUTO_MS)
  }

  #onRoundResult(result: BattleFrameData<'battle.roundResult'>): void {
    this.#question = undefined
    this.#screen.round(result, this.#options, this.#rival)
  }

  /** Ignores keys after the first answer. */
  #answer(selectedOption: number): void {
    const question = this.#question
    if (!question || selectedOption >= question.options.length) return
    this.#question = undefined
    this.#screen.quiet(`   you answer ${selectedOption + 1}`)
    const { questionId } = question
    void this.#live.send('battle.answer', { questionId, selectedOption }, this.#roomId)
  }

  #listenToKeys(): void {
    const { stdin } = process
    stdin.setRawMode(true)
    stdin.setEncoding('utf8')
    stdin.on('data', (keys) => {
      for (const key of String(keys).toLowerCase()) this.#pressed(key)
    })
    // A signal also ends `play`, so that `close` restores the terminal mode.
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => this.#over.resolve())
  }

  #pressed(key: string): void {
    if (key === '\x03' || key === 'q') this.#giveUp()
    else if (/^[1-8]$/.test(key)) this.#answer(Number(key) - 1)
    else if (/^[a-h]$/.test(key)) this.#answer(key.charCodeAt(0) - 'a'.charCodeAt(0))
  }

  /** Waits for the end of the battle after the first call; the second call quits. */
  #giveUp(): void {
    if (this.#roomId) void this.#live.send('battle.forfeit', {}, this.#roomId)
    else void this.#live.send('queue.cancel', {})
    if (!this.#hasBegun || this.#hasGivenUp) this.#over.resolve()
    this.#hasGivenUp = true
  }
}
