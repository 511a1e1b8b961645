import { useApi } from '../../../ui/api/use-api.ts'

/** One request for the list and for the graph of the rating. */
export const useBattles = () => useApi('GET /quiz-battles/history', { query: { limit: 50 } })
