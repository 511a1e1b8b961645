import type { BattleFrameData } from '../../modules/battle-game/public/protocol.ts'
import { DEMO_USERS } from '../demo/demo-users.ts'
import { BattleApi, BattleConnection, type BattleServerFrame } from '../play/battle-client.ts'
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

/** Plays one battle in the terminal, against a bot or a matched player. */
export async function runPlay(options: PlayOptions): Promise<void> {
  if (!options.auto && !process.stdin.isTTY)
    throw new PlayError('The standard input is not a terminal. Use --auto, or run the command in a terminal.')
  const api = new BattleApi(options.url)
  const screen = new Screen(process.stdout.isTTY === true)
  const { username, gems } = await api.signIn(credentialsOf(options))
  screen.title(`You are ${username}, with ${gems} gems.`)
  const player = new TerminalPlayer(api, screen, options.auto === true)
  try {
    await player.play(options)
  } finally {
    player.close()
  }
}

function credentialsOf({ url, as, email, password }: PlayOptions) {
  if (email) return { url, email, password: password ?? '' }
  const demo = DEMO_USERS.find(({ username }) => username === as)
  if (!demo)
    throw new PlayError('--as must be learner or rival. For another account use --email and --password.')
  return { url, email: demo.email, password: demo.password }
}

class TerminalPlayer {
  readonly #screen: Screen
  readonly #api: BattleApi
  readonly #isAuto: boolean
  readonly #connection: BattleConnection
  readonly #over = Promise.withResolvers<void>()
  #rival = 'opponent'
  /** The question that waits for an answer. */
  #question: BattleFrameData<'battle.question'> | undefined
  #options: readonly string[] = []
  #hasBegun = false
  #isMatched = false
  #hasGivenUp = false

  constructor(api: BattleApi, screen: Screen, isAuto: boolean) {
    this.#api = api
    this.#screen = screen
    this.#isAuto = isAuto
    const { reject } = this.#over
    this.#connection = new BattleConnection(api, (frame) => this.#onFrame(frame), reject)
  }

  async play({ match, difficulty, stake }: PlayOptions): Promise<void> {
    if (!match) await this.#api.post('/quiz-battles/bot/start', { difficulty: difficulty.toUpperCase() })
    if (!this.#isAuto) this.#listenToKeys()
    // The server sends the state of an open battle after the connection.
    await Promise.race([this.#connection.connect(), this.#over.promise])
    if (match) this.#connection.send('queue.join', { stakeAmount: Number(stake) })
    await this.#over.promise
  }

  close(): void {
    this.#screen.stopClock()
    this.#connection.close()
    if (!this.#isAuto && process.stdin.isTTY) process.stdin.setRawMode(false)
    process.stdin.pause()
  }

  #onFrame(frame: BattleServerFrame): void {
    const screen = this.#screen
    if (frame.type === 'queue.status')
      screen.quiet(`Looking for an opponent, for at most ${frame.data.matchmakingTimeoutSeconds} s …`)
    else if (frame.type === 'queue.matched') this.#onMatched(frame.data)
    else if (frame.type === 'battle.start') screen.quiet('Both players are ready. The battle starts …')
    else if (frame.type === 'battle.question') this.#onQuestion(frame.data)
    else if (frame.type === 'battle.answered' && frame.data.by === 'opponent')
      screen.quiet(`   ${this.#rival} has answered.`)
    else if (frame.type === 'battle.roundResult') this.#onRoundResult(frame.data)
    else if (frame.type === 'battle.opponentLeft')
      screen.line(
        `   ${this.#rival} is disconnected. You win unless they return within ${frame.data.graceSeconds} s.`,
      )
    else if (frame.type === 'battle.opponentBack') screen.line(`   ${this.#rival} is back.`)
    else if (frame.type === 'queue.timeout') {
      screen.line('No opponent was found. Your stake was refunded.')
      this.#over.resolve()
    } else if (frame.type === 'battle.end') {
      screen.end(frame.data)
      this.#over.resolve()
    } else if (frame.type === 'error') {
      screen.line(`   ${frame.data.message}`)
      if (!this.#hasBegun) this.#over.reject(new PlayError(frame.data.message))
    }
  }

  #onMatched({ roomId, opponent, stakeAmount }: BattleFrameData<'queue.matched'>): void {
    this.#rival = opponent.username
    this.#isMatched = true
    const kind = opponent.isBot ? 'a bot' : 'a person'
    const pot = stakeAmount > 0 ? `, for ${2 * stakeAmount} gems` : ''
    this.#screen.title(`Your opponent: ${opponent.username} (${kind}, rating ${opponent.rating})${pot}`)
    if (!this.#isAuto) this.#screen.quiet('Answer with the keys 1 to 4, or a to d. Ctrl-C gives up.')
    this.#connection.enter(roomId)
    this.#connection.send('battle.ready')
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
    this.#connection.send('battle.answer', { questionId: question.questionId, selectedOption })
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
    this.#connection.send(this.#isMatched ? 'battle.forfeit' : 'queue.cancel')
    if (!this.#hasBegun || this.#hasGivenUp) this.#over.resolve()
    this.#hasGivenUp = true
  }
}
