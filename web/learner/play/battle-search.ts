/** What the address of a battle stores for a reload: the code of a friend room, the difficulty of a bot. */
export interface BattleSearch {
  code?: string
  difficulty?: Difficulty
}

export const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

export function readBattleSearch({ code, difficulty }: Record<string, unknown>): BattleSearch {
  return {
    ...(/^\d{6}$/.test(String(code)) ? { code: String(code) } : {}),
    ...(DIFFICULTIES.includes(difficulty as Difficulty) ? { difficulty: difficulty as Difficulty } : {}),
  }
}
