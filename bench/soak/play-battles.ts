import { CONNECTORS, type Connect, type OnMessage, type Player } from '../battles/player.ts'

const BATTLE_LIMIT_MS = 60_000

/** Plays one battle after the other with these tokens and the production rules. */
export function playBattles(port: number, tokens: string[]): { ended(): number; stop(): Promise<void> } {
  let ended = 0
  let isStopped = false
  const playOne = async (connect: Connect, index: number) => {
    const over = Promise.withResolvers<void>()
    let player: Player | undefined
    const early: [string, Record<string, unknown>][] = []
    const onMessage: OnMessage = (type, data) => {
      if (!player) return void early.push([type, data])
      if (type === 'queue.matched') player.send('battle.ready', {})
      if (type === 'battle.question')
        player.send('battle.answer', { questionId: data.questionId, selectedOption: 0 })
      if (type === 'battle.end') ended++
      if (type === 'battle.end' || type === 'queue.timeout') over.resolve()
    }
    player = await connect(onMessage, index)
    for (const [type, data] of early) onMessage(type, data)
    await Promise.race([over.promise, Bun.sleep(BATTLE_LIMIT_MS)])
    player.close()
  }
  const running = tokens.map(async (_, index) => {
    const connect = await CONNECTORS.lyceum!(port, tokens)
    while (!isStopped) await playOne(connect, index).catch(() => Bun.sleep(1_000))
  })
  return {
    ended: () => Math.floor(ended / 2),
    stop: async () => {
      isStopped = true
      await Promise.race([Promise.allSettled(running), Bun.sleep(BATTLE_LIMIT_MS)])
    },
  }
}
